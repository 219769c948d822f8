"""How the function comes into a package: what is there, what lists it, and what writes it in and takes it back."""
