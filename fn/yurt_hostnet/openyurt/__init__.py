"""What OpenYurt means: names, pools and network components."""
