"""What follows from package and configuration together: transformers, rules and `explain` ask, none of them is asked.

`context` is what each of them is given. `exclusion` tells why pods are to be kept off host-network pools, `pins` what
makes them run there alone, `landing` where they come to once the transformers are done; `owners` what a controller
made; `port_takers` and `port_collisions` who takes which port of a node; `placements` what each pool is to each
workload, with `placement_causes` for the words.
"""
