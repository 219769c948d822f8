"""yurt-hostnet: keeps pods that need a network off the nodes of OpenYurt host-network NodePools."""

__version__ = "0.1.0"
