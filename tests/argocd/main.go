// Argo CD's repo-server and its plugin server, unchanged, by the name in the first argument; "generate" asks the former.
package main

import (
	"fmt"
	"os"

	pluginserver "github.com/argoproj/argo-cd/v3/cmd/argocd-cmp-server/commands"
	reposerver "github.com/argoproj/argo-cd/v3/cmd/argocd-repo-server/commands"
	"github.com/spf13/cobra"
)

var servers = map[string]func() *cobra.Command{
	"argocd-cmp-server":  pluginserver.NewCommand,
	"argocd-repo-server": reposerver.NewCommand,
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) == 2 && arguments[0] == "generate" {
		return generate(arguments[1], os.Stdin, os.Stdout)
	}
	if len(arguments) > 0 {
		if server, known := servers[arguments[0]]; known {
			command := server()
			command.SetArgs(arguments[1:])
			return command.Execute()
		}
	}
	return fmt.Errorf("usage: argocd argocd-repo-server|argocd-cmp-server [FLAG]..., argocd generate ADDRESS")
}
