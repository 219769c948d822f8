"""How each host speaks: ResourceLists for kustomize, kpt and Porch; manifest streams for Helm and pipes."""
