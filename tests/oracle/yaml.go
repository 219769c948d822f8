package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	goyaml "go.yaml.in/yaml/v2"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/yaml"
)

// readYAML turns the one document "text" into JSON as the API machinery does. Unlike it, readYAML looks at what
// follows the document: "more" tells that there is another.
func readYAML(asked question) (answer, error) {
	documents := goyaml.NewDecoder(strings.NewReader(asked.Text))
	for number := 0; ; number++ {
		var document any
		err := documents.Decode(&document)
		if err == io.EOF && number > 1 {
			return answer{"more": true}, nil
		} else if err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
	}
	read, err := yaml.YAMLToJSON([]byte(asked.Text))
	if err != nil {
		return nil, err
	}
	return answer{"json": json.RawMessage(read)}, nil
}

// readScalar tells the type and value of "text" in the YAML library below sigs.k8s.io/yaml: JSON no longer
// tells 8.0 from 8, and knows no NaN.
func readScalar(asked question) (answer, error) {
	var value any
	if err := goyaml.Unmarshal([]byte(asked.Text), &value); err != nil {
		return nil, err
	}
	switch value := value.(type) {
	case nil:
		return answer{"type": "null"}, nil
	case bool:
		return answer{"type": "bool", "value": value}, nil
	case int, int64, uint64:
		return answer{"type": "int", "value": value}, nil
	case float64:
		// Bits, because JSON has neither infinity nor NaN.
		return answer{"type": "float", "value": fmt.Sprintf("%016x", math.Float64bits(value))}, nil
	case string:
		return answer{"type": "string", "value": value}, nil
	}
	return answer{"type": fmt.Sprintf("%T", value)}, nil
}

// readKyaml reads the documents "text" as kustomize and kpt do, into one JSON value each.
func readKyaml(asked question) (answer, error) {
	nodes, err := kio.FromBytes([]byte(asked.Text))
	if err != nil {
		return nil, err
	}
	documents := []json.RawMessage{}
	for _, node := range nodes {
		document, err := node.MarshalJSON()
		if err != nil {
			return nil, err
		}
		documents = append(documents, document)
	}
	return answer{"documents": documents}, nil
}
