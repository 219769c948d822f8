// The floor of a function in Go: krm-functions-sdk reads the whole ResourceList, sets one label and writes it back.
package main

import (
	"os"

	"github.com/kptdev/krm-functions-sdk/go/fn"
)

func main() {
	if err := fn.AsMain(fn.ResourceListProcessorFunc(process)); err != nil {
		os.Exit(1)
	}
}

func process(list *fn.ResourceList) (bool, error) {
	for _, object := range list.Items {
		if err := object.SetLabel("bench/set", "true"); err != nil {
			return false, err
		}
	}
	return true, nil
}
