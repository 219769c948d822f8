// Command wrapper speaks the gRPC protocol by which Porch runs a KRM function in a cluster.
//
//	wrapper serve --port N -- ENTRYPOINT...   answers each request with one run of ENTRYPOINT, as Porch's server does
//	wrapper call --port N --calls N --beside N < LIST   sends LIST so many times, so many at once; prints JSON lines
//
// The service is evaluator.FunctionEvaluator: a request is resource_list (1) and image (2), a response is
// resource_list (1) and log (2). Messages are encoded by hand, so that no generated code is needed.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
)

const (
	service    = "evaluator.FunctionEvaluator"
	method     = "EvaluateFunction"
	maxMessage = 6 * 1024 * 1024 // Porch's default
)

// message is a request or a response: two fields that are bytes or a string.
type message struct{ first, second []byte }

// codec encodes messages under the name of the usual one.
type codec struct{}

func (codec) Name() string { return "proto" }

func (codec) Marshal(v any) ([]byte, error) {
	var out []byte
	for number, field := range [][]byte{v.(*message).first, v.(*message).second} {
		if len(field) > 0 {
			out = protowire.AppendTag(out, protowire.Number(number+1), protowire.BytesType)
			out = protowire.AppendBytes(out, field)
		}
	}
	return out, nil
}

func (codec) Unmarshal(data []byte, v any) error {
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 || kind != protowire.BytesType {
			return errors.New("not a message of this service")
		}
		value, m := protowire.ConsumeBytes(data[n:])
		if m < 0 {
			return protowire.ParseError(m)
		}
		switch data = data[n+m:]; number {
		case 1:
			v.(*message).first = bytes.Clone(value)
		case 2:
			v.(*message).second = bytes.Clone(value)
		}
	}
	return nil
}

func main() {
	log.SetFlags(0)
	encoding.RegisterCodec(codec{})
	if len(os.Args) < 2 {
		log.Fatal("serve or call")
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	port := flags.Int("port", 9446, "")
	calls := flags.Int("calls", 1, "")
	beside := flags.Int("beside", 1, "")
	flags.Parse(os.Args[2:])
	var err error
	switch os.Args[1] {
	case "serve":
		err = serve(*port, flags.Args())
	case "call":
		err = call(*port, *calls, *beside)
	default:
		err = fmt.Errorf("%s is neither serve nor call", os.Args[1])
	}
	if err != nil {
		log.Fatal(err)
	}
}

func serve(port int, entrypoint []string) error {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(maxMessage), grpc.MaxSendMsgSize(maxMessage))
	evaluate := func(_ any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
		var request message
		if err := decode(&request); err != nil {
			return nil, err
		}
		return run(ctx, entrypoint, request)
	}
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: service,
		HandlerType: (*any)(nil),
		Methods:     []grpc.MethodDesc{{MethodName: method, Handler: evaluate}},
	}, nil)
	return server.Serve(listener)
}

// run answers one request. A function that fails is an error of the call, with what it wrote to stderr.
func run(ctx context.Context, entrypoint []string, request message) (*message, error) {
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(ctx, entrypoint[0], entrypoint[1:]...)
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(request.first), &stdout, &stderr
	if err := command.Run(); err != nil {
		return nil, status.Errorf(codes.Internal, "function %q failed: %v; stderr: %s", request.second, err, &stderr)
	}
	return &message{stdout.Bytes(), stderr.Bytes()}, nil
}

// answer is one line that call prints.
type answer struct {
	Code    string  `json:"code"`
	Message string  `json:"message"`
	List    string  `json:"list"`   // of the first call only
	Digest  string  `json:"digest"` // of the list
	Log     string  `json:"log"`
	Seconds float64 `json:"seconds"`
}

func call(port, calls, beside int) error {
	list, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	connection, err := grpc.NewClient(fmt.Sprintf("127.0.0.1:%d", port),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage), grpc.WaitForReady(true)))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	answers := make([]answer, calls)
	places := make(chan struct{}, beside)
	var all sync.WaitGroup
	for i := range answers {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			var response message
			start := time.Now()
			err := connection.Invoke(ctx, "/"+service+"/"+method, &message{list, []byte("localhost/yurt-hostnet:dev")}, &response)
			answers[i] = answer{
				Code: status.Code(err).String(), Message: status.Convert(err).Message(), Log: string(response.second),
				Digest: fmt.Sprintf("%x", sha256.Sum256(response.first)), Seconds: time.Since(start).Seconds(),
			}
			if i == 0 {
				answers[i].List = string(response.first)
			}
		})
	}
	all.Wait()
	out := json.NewEncoder(os.Stdout)
	for _, one := range answers {
		out.Encode(one)
	}
	return nil
}
