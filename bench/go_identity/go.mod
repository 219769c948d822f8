module yurt-hostnet.dev/bench/identity

go 1.22
