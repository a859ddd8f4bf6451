// Package mcp serves the board's verbs to agents as tools of the Model Context Protocol: for models without task tools, and for agents
// that share one list. No other package imports the protocol's library.
package mcp

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

// Options are the options of Serve.
type Options struct {
	Version string
	Finder  workspace.Finder
	Who     string // the owner it acts as, "" for the name of the client
	Stalled time.Duration
	Lease   time.Duration // how long a claim over HTTP lasts after the owner's last call
}

// instructions are what a client passes to its model about the tools.
const instructions = `Tasks that people and other agents see live on a board. Before you work on a task, claim it (without an id: the best one that is ready); complete it when it is done, or release it. A claim that is refused says who is in the way. Split larger work with TaskCreate, and let a task wait for others with blockedBy.`

// Serve answers a client until its input ends.
func Serve(ctx context.Context, o Options, in io.ReadCloser, out io.WriteCloser) error {
	lines := &lineWriter{WriteCloser: out}
	err := newServer(o).Run(ctx, &sdk.IOTransport{
		Reader: &lineReader{Closer: in, in: bufio.NewReader(in), out: lines}, Writer: lines, MaxLineLength: -1,
	})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// server has what the tools share. Each call opens the directory, so that the answer is what is on the disk; between calls nothing is
// open.
type server struct {
	options Options
	turn    sync.Mutex // one call at a time
}

func newServer(o Options) *sdk.Server {
	s := &server{options: o}
	options := &sdk.ServerOptions{Capabilities: &sdk.ServerCapabilities{}}
	if !o.Finder.Options.ReadOnly {
		options.Instructions = instructions
	}
	srv := sdk.NewServer(&sdk.Implementation{Name: "sideboard", Title: "sideboard", Version: o.Version}, options)
	s.addTools(srv)
	srv.AddReceivingMiddleware(explainArguments)
	return srv
}

// explainArguments turns the library's answer to arguments that do not fit the schema into a Failure.
func explainArguments(next sdk.MethodHandler) sdk.MethodHandler {
	plain := strings.NewReplacer(`validating "arguments": validating root: `, "", "validating /properties/", "argument ")
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		res, err := next(ctx, method, req)
		if r, ok := res.(*sdk.CallToolResult); ok && err == nil && r.IsError && r.StructuredContent == nil {
			a := failure(nil, &verbs.UsageError{Err: errors.New(plain.Replace(r.GetError().Error()))}, false)
			r.Content, r.StructuredContent = []sdk.Content{&sdk.TextContent{Text: a.words}}, a.value
		}
		return res, err
	}
}

// owner returns the owner for a call: the one whose token came with it, else the one of the options, else the name of the client. bound
// reports that it has a token.
func (s *server) owner(req *sdk.CallToolRequest) (who string, bound bool) {
	if x := req.Extra; x != nil && x.TokenInfo != nil {
		return x.TokenInfo.UserID, true
	}
	return s.ownerWithoutToken(req), false
}

func (s *server) ownerWithoutToken(req *sdk.CallToolRequest) string {
	if s.options.Who != "" {
		return s.options.Who
	}
	if info := req.ClientInfo(); info != nil {
		return cmp.Or(tasks.CleanOwner(info.Name), "agent")
	}
	return "agent"
}

// answer is the answer of a tool, in words for the model and as a value for programs.
type answer struct {
	words string
	value any
}

func tool[In any](s *server, srv *sdk.Server, t sdk.Tool, do func(context.Context, *verbs.Session, In) (answer, error)) {
	if s.options.Finder.Options.ReadOnly && !t.Annotations.ReadOnlyHint {
		return
	}
	t.Annotations.OpenWorldHint, t.InputSchema = new(false), schema(reflect.TypeFor[In]())
	sdk.AddTool(srv, &t, func(ctx context.Context, req *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil && len(req.Params.Arguments) > 0 { // the library rounds numbers
			return nil, nil, err
		}
		who, bound := s.owner(req)
		if bound {
			if err := checkOwners(in, who); err != nil {
				a := failure(nil, err, false)
				return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: a.words}}, IsError: true}, a.value, nil
			}
		}
		a := s.call(ctx, caller{who, bound}, t.Name == create, !t.Annotations.ReadOnlyHint, func(v *verbs.Session) (answer, error) { return do(ctx, v, in) })
		_, failed := a.value.(verbs.Failure)
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: a.words}}, IsError: failed}, a.value, nil
	})
}

// caller is who calls.
type caller struct {
	who   string
	bound bool // by a token
}

// checkOwners returns an error if a call names another owner than the one whose token came with it.
func checkOwners(in any, who string) error {
	named, ok := in.(interface{ owners() []string })
	if !ok {
		return nil
	}
	for _, owner := range named.owners() {
		if owner != "" && owner != who {
			return &verbs.UsageError{Err: fmt.Errorf("your token is %s's: the owner can be %s, or nobody", who, who)}
		}
	}
	return nil
}

// call opens the directory and calls do; the answer to an error is a Failure.
func (s *server) call(ctx context.Context, from caller, begins, writes bool, do func(*verbs.Session) (answer, error)) answer {
	s.turn.Lock()
	defer s.turn.Unlock()
	o := verbs.Options{Finder: s.options.Finder, Who: from.who, Agent: true, Turn: &s.turn, Stalled: s.options.Stalled}
	o.Finder.Options.ReadOnly = o.Finder.Options.ReadOnly || !writes
	v, err := verbs.Open(ctx, o)
	mayBegin := s.mayBegin(err)
	if begins && mayBegin {
		v, err = begin(ctx, o)
	}
	if err != nil {
		return failure(nil, err, mayBegin)
	}
	a, err := do(v)
	if from.bound && !s.options.Finder.Options.ReadOnly {
		until, renewed := v.RenewLease(ctx, s.options.Lease)
		if err == nil && renewed == nil && !until.IsZero() {
			at := until.UTC().Format(time.RFC3339)
			a.words += "\nyours until " + at + ", and longer with each call"
			if c, ok := a.value.(verbs.Change); ok {
				c.Until = at
				a.value = c
			}
		} else if err == nil {
			err = renewed
		}
	}
	defer func() {
		v.Close()
		if err != nil && begins && mayBegin {
			workspace.DropTasksDir(v.Dir())
		}
	}()
	if err == nil && writes {
		err = v.WaitReapplied(ctx)
		if since := v.ClaimedSince(); since != "" {
			a.words += "\n" + since
		}
	}
	if err != nil {
		return failure(v, err, false)
	}
	return a
}

// mayBegin reports whether a first task can create the directory that could not be opened.
func (s *server) mayBegin(err error) bool {
	var none *locate.NotFoundError
	return errors.As(err, &none) && !s.options.Finder.Options.ReadOnly && s.options.Finder.List == ""
}

// begin creates the directory for the first task of a project.
func begin(ctx context.Context, o verbs.Options) (*verbs.Session, error) {
	made, err := o.Finder.CreateTasksDir()
	if err != nil {
		return nil, err
	}
	o.Finder.Arg = made.Place().Dir
	if err := made.Close(); err != nil {
		return nil, err
	}
	return verbs.Open(ctx, o)
}

// failure returns an error for agents: a sentence that they can act on, and a Failure.
func failure(v *verbs.Session, err error, mayBegin bool) answer {
	f := v.Explain(err)
	switch {
	case f.Hint == verbs.YesHint:
		f.Hint = "leave it to its owner, or ask the person"
	case f.Hint == verbs.StartHint:
		f.Hint = "set status in_progress with the owner, or leave it without an owner for agents to claim"
	case mayBegin:
		f.Hint = "TaskCreate creates the first task"
	case f.Exit == verbs.ExitNotFound && v == nil:
		f.Hint = "ask the person, who chose what sideboard mcp serves"
	}
	f.Reason = strings.Replace(f.Reason, "keeps no active form", "keeps no activeForm", 1) // the name of the argument
	words := f.Sentence()
	if part, ok := errors.AsType[*verbs.PartError](err); ok {
		before := "; before that it was " + part.Verb
		for i, t := range part.Tasks {
			before += []string{" as ", ", "}[min(i, 1)] + t.Short
		}
		f.Reason += before
		words += before
	}
	return answer{words, f}
}
