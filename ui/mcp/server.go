// Package mcp serves the board's verbs to agents as tools of the Model Context Protocol: for models without task tools,
// and for agents that share one list. No other package imports the protocol's library.
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

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

// Options are the options of Serve.
type Options struct {
	Version string
	Finder  workspace.Finder
	Who     string // the owner it acts as, "" for the name of the client
	Stalled time.Duration
	Review  bool          // what others completed needs the person until seen
	Lease   time.Duration // how long a claim over HTTP lasts after the owner's last call
	Report  func(string)  // called with what the person who runs the server should know; may be nil
}

// instructions are what a client passes to its model about the tools.
const instructions = `Tasks that people and other agents see live on a board. Before you work on a task, claim it (without an id: the best one that is ready); complete it when it is done, or release it. A claim that is refused says who is in the way. TaskChanges tells what the person did to your tasks meanwhile. Split larger work with TaskCreate, and let a task wait for others with blockedBy. Files that no published design writes are edited after the person allowed it, in place and one member at a time, and never deleted; if a refusal says that nobody has allowed it, ask the person.`

// Serve answers a client until its input ends.
func Serve(ctx context.Context, o Options, in io.ReadCloser, out io.WriteCloser) error {
	lines := &lineWriter{WriteCloser: out}
	err := newServer(ctx, o, true).Run(ctx, &sdk.IOTransport{
		Reader: &lineReader{Closer: in, in: bufio.NewReader(in), out: lines}, Writer: lines, MaxLineLength: -1,
	})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// server has what the tools share. Each call opens the directory, so that the answer is what is on the disk; between
// calls nothing is open.
type server struct {
	options       Options
	reads, writes slots
	creates       sync.Mutex      // one creation at a time: it may create the directory, and remove it again
	ending        context.Context // ends the calls that wait
	mu            sync.Mutex
	reported      string // the newest problem that was reported
}

// slots limits how many calls work at once, each with all tasks in memory. A call that waits for a change gives its
// slot back meanwhile.
type slots chan struct{}

func (s slots) Lock()   { s <- struct{}{} }
func (s slots) Unlock() { <-s }

// atOnce is how many calls that read, and how many that write, work at once.
const atOnce = 8

// newServer returns a server whose calls stop waiting when ctx ends. It has one client if stdio is set.
func newServer(ctx context.Context, o Options, stdio bool) *sdk.Server {
	s := &server{options: o, reads: make(slots, atOnce), writes: make(slots, atOnce), ending: ctx}
	options := &sdk.ServerOptions{Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}}
	if !o.Finder.Options.ReadOnly {
		options.Instructions = instructions
	}
	followed := &acts{server: s, began: verbs.NewMark()}
	if stdio {
		followed.offer(options)
	}
	srv := sdk.NewServer(&sdk.Implementation{Name: "sideboard", Title: "sideboard", Version: o.Version}, options)
	s.addTools(srv)
	if stdio {
		followed.serve(srv)
	}
	srv.AddReceivingMiddleware(explainArguments)
	return srv
}

// explainArguments puts the library's answer to arguments that do not fit the schema into words, and makes its errors
// safe to print.
func explainArguments(next sdk.MethodHandler) sdk.MethodHandler {
	plain := strings.NewReplacer(`validating "arguments": validating root: `, "", "validating /properties/",
		"argument ")
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		res, err := next(ctx, method, req)
		if r, ok := res.(*sdk.CallToolResult); ok && err == nil && r.IsError && r.GetError() != nil {
			return failed(failure(nil, &verbs.UsageError{Err: errors.New(plain.Replace(r.GetError().Error()))}, false)),
				nil
		}
		if wrong, ok := errors.AsType[*jsonrpc.Error](err); ok {
			safe := *wrong
			safe.Message = oneLine(wrong.Message)
			return res, &safe
		}
		return res, err
	}
}

// failed returns the answer of a tool that did not do what it was called for; words say why.
func failed(words string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: words}}, IsError: true}
}

// owner returns the owner for a call: the one whose token came with it, else the one of the options, else the name of
// the client. bound reports that it has a token.
func (s *server) owner(req *sdk.CallToolRequest) (who string, bound bool) {
	if x := req.Extra; x != nil && x.TokenInfo != nil {
		return x.TokenInfo.UserID, true
	}
	return s.nameOf(req.ClientInfo()), false
}

// nameOf returns the owner for a client without a token.
func (s *server) nameOf(info *sdk.Implementation) string {
	if s.options.Who != "" {
		return s.options.Who
	}
	if info != nil {
		return cmp.Or(tasks.CleanOwner(info.Name), "agent")
	}
	return "agent"
}

// tool adds a tool. It answers in words alone: of words and a value, many clients show their model only one.
func tool[In any](s *server, srv *sdk.Server, t sdk.Tool,
	do func(context.Context, *verbs.Session, In) (string, error)) {
	if s.options.Finder.Options.ReadOnly && !t.Annotations.ReadOnlyHint {
		return
	}
	t.Annotations.OpenWorldHint, t.InputSchema = new(false), schema(reflect.TypeFor[In]())
	sdk.AddTool(srv, &t, func(ctx context.Context, req *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		// the library read in by way of float64, which rounds large numbers: read it again
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil && len(req.Params.Arguments) > 0 {
			return nil, nil, err
		}
		who, bound := s.owner(req)
		if bound {
			if err := checkOwners(in, who); err != nil {
				return failed(failure(nil, err, false)), nil, nil
			}
		}
		ctx, stop := untilGone(ctx, req)
		defer stop()
		defer reportProgress(ctx, req)()
		words, done := s.call(ctx, caller{who, bound}, &t, func(v *verbs.Session) (string, error) {
			return do(ctx, v, in)
		})
		if !done {
			return failed(words), nil, nil
		}
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: words}}}, nil, nil
	})
}

// progressInterval is how often a client that asked for it learns that its call still waits. It is a variable for
// tests.
var progressInterval = 15 * time.Second

// reportProgress tells the client every progressInterval that its call still waits, if it asked for that, until stop is
// called. Clients give up a call of which they hear nothing for a minute.
func reportProgress(ctx context.Context, req *sdk.CallToolRequest) (stop func()) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var ended sync.WaitGroup
	ended.Go(func() {
		began, tick := time.Now(), time.NewTicker(progressInterval)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				waited := time.Since(began).Round(time.Second)
				_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ // the answer follows in any case
					ProgressToken: token, Progress: time.Since(began).Seconds(), Message: "waiting for " +
						waited.String(),
				})
			case <-ctx.Done():
				return
			}
		}
	})
	return func() {
		cancel()
		ended.Wait()
	}
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

// call opens the directory and calls do. It returns the answer in words, and whether it was done. Once something may be
// written, the lease is renewed and overwritten edits are looked for even if the client has gone.
func (s *server) call(
	ctx context.Context, from caller, t *sdk.Tool, do func(*verbs.Session) (string, error),
) (words string, done bool) {
	creates, slot := t.Name == create, s.writes
	if t.Annotations.ReadOnlyHint {
		slot = s.reads
	}
	if creates {
		s.creates.Lock()
		defer s.creates.Unlock()
	}
	slot.Lock()
	free := sync.OnceFunc(slot.Unlock)
	defer free()
	if ctx.Err() != nil {
		return failure(nil, ctx.Err(), false), false
	}
	o := s.session(from.who)
	o.Turn = slot
	o.Finder.Options.ReadOnly = o.Finder.Options.ReadOnly || t.Annotations.ReadOnlyHint
	v, err := verbs.Open(ctx, o)
	mayBegin := s.mayBegin(err)
	begins := creates && mayBegin
	if begins {
		v, err = begin(ctx, o)
	}
	if err != nil {
		return failure(nil, err, mayBegin), false
	}
	defer func() {
		v.Close()
		if !done && begins {
			workspace.DropTasksDir(v.Dir())
		}
	}()
	words, err = do(v)
	after := context.WithoutCancel(ctx)
	lease := ""
	if from.bound && !s.options.Finder.Options.ReadOnly {
		lease = s.renewLease(after, v)
	}
	free()
	if err == nil && !t.Annotations.ReadOnlyHint {
		err = v.WaitReapplied(after)
		lease += v.ClaimedSince()
	}
	if err != nil {
		return failure(v, err, false), false
	}
	return strings.TrimSuffix(words+"\n"+lease, "\n"), true
}

// session returns the options of a session of an owner.
func (s *server) session(who string) verbs.Options {
	return verbs.Options{
		Finder: s.options.Finder, Who: who, Via: tasks.ViaMCP, Agent: true, Stalled: s.options.Stalled,
		Review: s.options.Review,
	}
}

// renewLease renews the lease of the owner and says until when it lasts. A lease is a hint: without one what was done
// is done.
func (s *server) renewLease(ctx context.Context, v *verbs.Session) string {
	until, err := v.RenewLease(ctx, s.options.Lease)
	if err != nil {
		s.report(err.Error())
	}
	_, isRenewed := errors.AsType[*log.DroppedError](err)
	switch {
	case until.IsZero():
		return ""
	case err != nil && !isRenewed:
		return oneLine("no lease: "+err.Error()) + "\n"
	}
	return "yours until " + until.UTC().Format(time.RFC3339) + ", and longer with each call\n"
}

// report says a problem to the person who runs the server, once until another one.
func (s *server) report(problem string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.options.Report != nil && s.reported != problem {
		s.options.Report(problem)
	}
	s.reported = problem
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

// failure returns an error for agents: a sentence that they can act on. v is nil if no directory could be opened, and
// mayBegin is true if TaskCreate would create it.
func failure(v *verbs.Session, err error, mayBegin bool) string {
	f := v.Explain(err)
	switch {
	case f.Hint == verbs.LinkHint:
		f.Hint = "leave the link out, or ask the person"
	case f.Exit == verbs.ExitInterrupted:
		f.Hint = "call it again"
	case mayBegin:
		f.Hint = "TaskCreate creates the first task"
	case f.Exit == verbs.ExitNotFound && v == nil:
		f.Hint = "ask the person, who chose what sideboard mcp serves"
	}
	f.Reason = strings.Replace(f.Reason, "keeps no active form", "keeps no activeForm", 1) // the name of the argument
	words := f.Sentence()
	if part, ok := errors.AsType[*verbs.PartError](err); ok {
		words += "; before that it was " + part.Verb
		var made []string
		for _, t := range part.Tasks {
			made = append(made, t.Short)
		}
		if len(made) > 0 {
			words += " as " + strings.Join(made, ", ")
		}
	}
	return oneLine(words)
}
