// The contender in Starlark: kyaml's runtime, of which the kpt catalog's starlark function has a copy of its own.
// It runs the script that its argument names on the ResourceList from stdin and writes the list back.
package main

import (
	"fmt"
	"os"

	"sigs.k8s.io/kustomize/kyaml/fn/runtime/starlark"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(script string) error {
	program, err := os.ReadFile(script)
	if err != nil {
		return err
	}
	filter := starlark.Filter{Name: script, Program: string(program)}
	return filter.Run(os.Stdin, os.Stdout)
}
