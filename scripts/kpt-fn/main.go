// Command kpt offers `kpt fn` of the kpt module in the module cache, for machines without a kpt package.
//
// kpt's own main package imports its rollouts commands, whose module is not published on every proxy.
// The fn commands need none of it. scripts/install-hosts writes the go.mod beside a copy of this file.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/kptdev/kpt/commands/fn"
	kpterrors "github.com/kptdev/kpt/pkg/lib/errors"
	"github.com/kptdev/kpt/pkg/lib/errors/resolver"
	"github.com/kptdev/kpt/pkg/printer"
	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{Use: "kpt", SilenceErrors: true, SilenceUsage: true}
	root.PersistentFlags().BoolVar(&printer.TruncateOutput, "truncate-output", true, "Enable the truncation for output")
	ctx := printer.WithContext(context.Background(), printer.New(os.Stdout, os.Stderr))
	root.AddCommand(fn.GetCommand(ctx, "kpt"))
	root.AddCommand(&cobra.Command{Use: "version", Run: func(*cobra.Command, []string) { fmt.Println(version()) }})
	if err := root.Execute(); err != nil {
		os.Exit(explain(err))
	}
}

// version returns the version of the kpt module that this program was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "github.com/kptdev/kpt" {
				return module.Version + " (fn commands only)"
			}
		}
	}
	return "unknown"
}

// explain prints err the way kpt does and returns its exit code.
func explain(err error) int {
	if known, ok := resolver.ResolveError(err); ok {
		if known.Message != "" {
			fmt.Fprintln(os.Stderr, known.Message)
		}
		return known.ExitCode
	}
	var wrapped *kpterrors.Error
	if errors.As(err, &wrapped) {
		if inner, ok := kpterrors.UnwrapErrors(wrapped); ok {
			err = inner
		}
	}
	fmt.Fprintf(os.Stderr, "Error: %s\n", err)
	return 1
}
