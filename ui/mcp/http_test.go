package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
	"sideboard/ui/uitest/mcpclient"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

// fleet is a server over HTTP and the directory it serves.
type fleet struct {
	*testing.T
	options Options
	web     HTTP
	at      string
	dir     string
	stop    context.CancelFunc
	ended   chan error
}

func serveHTTP(t *testing.T, set ...func(*Options)) *fleet {
	t.Helper()
	return serveWeb(t, HTTP{}, set...)
}

func serveWeb(t *testing.T, web HTTP, set ...func(*Options)) *fleet {
	t.Helper()
	home := t.TempDir()
	f := &fleet{T: t, dir: filepath.Join(home, ".tasks"), ended: make(chan error, 1)}
	testdir.Must(t, os.Mkdir(f.dir, 0o700))
	state := filepath.Join(home, "state")
	f.options = Options{Version: "1", Lease: time.Hour, Finder: workspace.Finder{
		Arg: f.dir, Env: locate.Env{Getenv: func(string) string { return "" }, Cwd: home, Home: home}, Options: workspace.Options{State: state},
	}}
	for _, s := range set {
		s(&f.options)
	}
	at := make(chan net.Addr, 1)
	f.web = web
	f.web.Addr, f.web.Tokens, f.web.Started = "127.0.0.1:0", Tokens(state), func(a net.Addr) { at <- a }
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	f.stop = stop
	go func() { f.ended <- ServeHTTP(ctx, f.options, f.web) }()
	f.at = "http://" + (<-at).String()
	t.Cleanup(func() {
		stop()
		if err := <-f.ended; err != nil {
			t.Errorf("the server did not end well: %v", err)
		}
	})
	return f
}

func (f *fleet) token(owner string) string {
	f.Helper()
	token, err := f.web.Tokens.New(f.Context(), owner)
	testdir.Must(f.T, err)
	return token
}

// bearer adds a token to requests.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// agent connects an agent with a token.
func (f *fleet) agent(token string) (*client, error) {
	transport := &sdk.StreamableClientTransport{Endpoint: f.at, HTTPClient: &http.Client{Transport: bearer(token)}, DisableStandaloneSSE: true, MaxRetries: -1}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "somebody else", Version: "1"}, nil).Connect(f.Context(), transport, nil)
	if err != nil {
		return nil, err
	}
	f.Cleanup(func() { session.Close() })
	return &mcpclient.Client{T: f.T, Session: session}, nil
}

func (f *fleet) as(owner string) *client {
	f.Helper()
	c, err := f.agent(f.token(owner))
	testdir.Must(f.T, err)
	return c
}

func TestATokenSaysWhoAnAgentIs(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	ann, bob := f.as("ann"), f.as("bob")
	ann.Does("TaskCreate", in{"subject": "One"})
	if got := ann.Does("claim", in{}); got.Owner != "ann" {
		t.Errorf("the claim is %+v", got)
	}
	bob.Refused("claim", in{"taskId": "1"}, "ann")
	bob.Refused("complete", in{"taskId": "1"}, "ann")
	bob.Refused("TaskUpdate", in{"taskId": "1", "owner": "ann", "status": "in_progress"}, "your token is bob's")
	bob.Refused("TaskCreate", in{"subject": "Two", "owner": "ann"}, "your token is bob's")
	bob.Refused("TaskCreate", in{"tasks": []in{{"subject": "Two", "owner": "ann"}}}, "your token is bob's")
	ann.Does("complete", in{"taskId": "1"})
	if again := ann.Does("complete", in{"taskId": "1"}); again.Status != "completed" {
		t.Errorf("an answer that is asked for again is %+v", again)
	}
	bob.Refused("complete", in{"taskId": "1"}, "completed")
}

func TestOnlyAKnownTokenIsServed(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	old := f.token("ann")
	now := f.token("ann")
	for name, token := range map[string]string{"none": "", "wrong": "sideboard_wrong", "replaced": old, "the sum": sumOf(now)} {
		if _, err := f.agent(token); err == nil || !strings.Contains(err.Error(), "Unauthorized") && !strings.Contains(err.Error(), "401") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := f.agent(now); err != nil {
		t.Errorf("the newest token is refused: %v", err)
	}
}

func TestTheFileOfTokensIsForItsOwnerAndHasNoToken(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	now := f.token("ann")
	raw, err := log.ReadSmall(string(f.web.Tokens), log.TokensName)
	testdir.Must(t, err)
	fi, err := os.Stat(filepath.Join(string(f.web.Tokens), log.TokensName))
	testdir.Must(t, err)
	if strings.Contains(string(raw), now) || fi.Mode().Perm()&0o077 != 0 {
		t.Errorf("the file of tokens has the mode %v and reads %s", fi.Mode(), raw)
	}
}

func TestAFileOfTokensThatCannotBeReadServesNobodyAndIsKept(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	now := f.token("ann")
	testdir.Must(t, log.WriteSmall(string(f.web.Tokens), log.TokensName, []byte("{")))
	if _, err := f.agent(now); err == nil {
		t.Error("a file that cannot be read lets in everybody")
	}
	if _, err := f.web.Tokens.New(t.Context(), "bob"); err == nil {
		t.Error("a file that cannot be read is overwritten")
	}
}

func TestATokenIsForAName(t *testing.T) {
	if _, err := Tokens(t.TempDir()).New(t.Context(), ""); err == nil {
		t.Error("nobody gets a token")
	}
}

func TestAClaimHasALease(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	ann := f.as("ann")
	ann.Does("TaskCreate", in{"subject": "One"})
	if words, _ := ann.Call("claim", in{}); !strings.Contains(words, "\nyours until "+time.Now().UTC().Format("2006-")) {
		t.Errorf("a claim says %q", words)
	}
	lease := func(who string) time.Time {
		return log.ReadLeases(log.LeasesFile(f.options.Finder.Options.State, f.dir))[who]
	}
	first := lease("ann")
	if left := time.Until(first); left < 50*time.Minute || left > time.Hour {
		t.Errorf("it lasts %v", left)
	}
	for tool, args := range map[string]in{"TaskList": {}, "TaskUpdate": {"taskId": "1", "description": "more"}} {
		if ann.Call(tool, args); !lease("ann").After(first) {
			t.Errorf("%s did not renew it", tool)
		}
		first = lease("ann")
	}
	ann.Does("complete", in{"taskId": "1"})
	if !lease("ann").IsZero() {
		t.Error("without a task there is a lease")
	}
}

func TestATaskWhoseLeaseEndedIsTakenOnlyWhenAskedFor(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t, func(o *Options) { o.Lease = time.Nanosecond })
	ann, bob := f.as("ann"), f.as("bob")
	ann.Does("TaskCreate", in{"subject": "One"})
	ann.Does("claim", in{})
	bob.Refused("claim", in{}, "nothing is ready")
	bob.Refused("claim", in{"taskId": "1"}, "ann")

	s, err := verbs.Open(t.Context(), verbs.Options{Finder: f.options.Finder, Who: "me"})
	testdir.Must(t, err)
	status, err := s.Status(t.Context())
	testdir.Must(t, errors.Join(err, s.Close()))
	if len(status.Needs) != 1 || status.Needs[0].Reason != "ann let its lease end" || status.Needs[0].Verb != "release" {
		t.Errorf("a person is shown %+v", status.Needs)
	}

	if got := bob.Does("claim", in{"takeExpired": true}); got.Owner != "bob" {
		t.Errorf("the claim is %+v", got)
	}
	ann.Refused("complete", in{"taskId": "1"}, "bob")
}

func TestRequestsFromElsewhereAreRefused(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	token := f.token("ann")
	const body = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for name, c := range map[string]struct {
		set  func(*http.Request)
		want int
	}{
		"as it should be": {func(*http.Request) {}, http.StatusOK},
		"another host":    {func(r *http.Request) { r.Host = "evil.example" }, http.StatusForbidden}, // DNS rebinding
		"another origin":  {func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, http.StatusForbidden},
		"another site":    {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, http.StatusForbidden},
		"no token":        {func(r *http.Request) { r.Header.Del("Authorization") }, http.StatusUnauthorized},
		"a large body":    {func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader(strings.Repeat(" ", maxBody+1) + body)) }, http.StatusRequestEntityTooLarge},
		"a large header":  {func(r *http.Request) { r.Header.Set("X", strings.Repeat("x", 3*maxHeader)) }, http.StatusRequestHeaderFieldsTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, f.at, strings.NewReader(body))
			testdir.Must(t, err)
			r.Header.Set("Authorization", "Bearer "+token)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			r.ContentLength = -1
			c.set(r)
			res, err := http.DefaultClient.Do(r)
			testdir.Must(t, err)
			defer res.Body.Close()
			if res.StatusCode != c.want {
				text, _ := io.ReadAll(res.Body)
				t.Errorf("it is answered by %s, want %d: %s", res.Status, c.want, text)
			}
		})
	}
}

func TestASlowRequestIsCutOff(t *testing.T) {
	was, wasBody := headerTimeout, bodyTimeout
	headerTimeout, bodyTimeout = 100*time.Millisecond, 100*time.Millisecond
	defer func() { headerTimeout, bodyTimeout = was, wasBody }()
	f := serveHTTP(t)
	for _, sent := range []string{"POST / HT", "POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + f.token("ann") + "\r\nContent-Type: application/json\r\n" +
		"Accept: application/json, text/event-stream\r\nContent-Length: 60\r\n\r\n{"} {
		c, err := net.Dial("tcp", strings.TrimPrefix(f.at, "http://"))
		testdir.Must(t, err)
		defer c.Close()
		_, err = io.WriteString(c, sent)
		testdir.Must(t, err)
		if answer, _ := io.ReadAll(c); strings.HasPrefix(string(answer), "HTTP/1.1 2") { // it ends when the server closes it
			t.Errorf("%q is answered by %q", sent, answer)
		}
	}
	f.as("ann").Does("TaskCreate", in{"subject": "One"})
}

func TestManyAgentsAtOnceGetEachTaskOnce(t *testing.T) {
	t.Parallel()
	agents := 60
	if os.Getenv("SIDEBOARD_TORTURE") != "" {
		agents = 1000
	}
	f := serveHTTP(t)
	first := f.as("first")
	drafts := make([]in, agents/10)
	for i := range drafts {
		drafts[i] = in{"subject": "Some work"}
	}
	if words, failed := first.Call("TaskCreate", in{"tasks": drafts}); failed {
		t.Fatal(words)
	}
	token := f.token("agent")
	var all sync.WaitGroup
	var mu sync.Mutex
	got := map[string]int{}
	for range agents {
		all.Go(func() {
			c, err := f.agent(token)
			if err != nil {
				t.Errorf("an agent cannot connect: %v", err)
				return
			}
			words, _ := c.Call("claim", in{})
			for _, task := range mcpclient.Tasks(words) {
				mu.Lock()
				got[task.ID]++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if len(got) != len(drafts) {
		t.Errorf("%d tasks were claimed, want %d", len(got), len(drafts))
	}
	for id, n := range got {
		if n != 1 {
			t.Errorf("task %s was claimed %d times", id, n)
		}
	}
}

func TestWhereOtherHostsCanConnectTheTokensAreEncrypted(t *testing.T) {
	for name, c := range map[string]struct {
		web HTTP
		bad string // "" if it may listen
	}{
		"here":               {HTTP{Addr: "127.0.0.1:7007"}, ""},
		"here, by name":      {HTTP{Addr: "localhost:7007"}, ""},
		"here, by six":       {HTTP{Addr: "[::1]:7007"}, ""},
		"a port alone":       {HTTP{Addr: ":7007"}, ""},
		"no port":            {HTTP{Addr: "127.0.0.1"}, "host:port"},
		"everywhere":         {HTTP{Addr: "0.0.0.0:7007"}, "--public"},
		"a name":             {HTTP{Addr: "box:7007"}, "--public"},
		"public":             {HTTP{Addr: "0.0.0.0:7007", Public: true}, "--tls-cert"},
		"public and a proxy": {HTTP{Addr: ":7007", Public: true, BehindProxy: true}, ""},
		"public and TLS":     {HTTP{Addr: ":7007", Public: true, Cert: "c", Key: "k"}, ""},
		"half of a key":      {HTTP{Addr: ":7007", Public: true, Cert: "c"}, "belong together"},
		"the other half":     {HTTP{Addr: "127.0.0.1:7007", Key: "k"}, "belong together"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.web.Check()
			if (err == nil) != (c.bad == "") || err != nil && !strings.Contains(err.Error(), c.bad) {
				t.Errorf("it is answered by %v, want %q", err, c.bad)
			}
			if c.bad == "" && !c.web.Public && strings.HasPrefix(c.web.Addr, ":") {
				t.Errorf("it listens at %s", c.web.Addr)
			}
		})
	}
}

func TestAServerThatIsStoppedEndsWithoutAnErrorAndAnswersNobody(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	ann := f.as("ann")
	ann.Does("TaskCreate", in{"subject": "One"})
	f.stop()
	testdir.Must(t, <-f.ended)
	f.ended <- nil
	if _, err := f.agent(f.token("bob")); err == nil {
		t.Error("it still answers")
	}
}

func TestTokensThatAreMadeAtOnceAllCount(t *testing.T) {
	tokens, all := Tokens(t.TempDir()), make([]string, 20)
	var making sync.WaitGroup
	for i := range all {
		making.Go(func() {
			token, err := tokens.New(t.Context(), fmt.Sprint("agent-", i))
			testdir.Must(t, err)
			all[i] = token
		})
	}
	making.Wait()
	for i, token := range all {
		if who, err := tokens.verify(t.Context(), token, nil); err != nil || who.UserID != fmt.Sprint("agent-", i) {
			t.Errorf("the token of agent-%d is of %+v, %v", i, who, err)
		}
	}
}

func TestARevokedTokenIsWorthless(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	ann := f.token("ann")
	f.token("bob")
	if who, err := f.web.Tokens.Owners(); err != nil || strings.Join(who, " ") != "ann bob" {
		t.Errorf("%v have a token, %v", who, err)
	}
	testdir.Must(t, f.web.Tokens.Revoke(t.Context(), "ann"))
	if _, err := f.agent(ann); err == nil {
		t.Error("it is still served")
	}
	if err := f.web.Tokens.Revoke(t.Context(), "ann"); err == nil || !strings.Contains(err.Error(), "ann has no token") {
		t.Errorf("revoking it again: %v", err)
	}
	if who, err := f.web.Tokens.Owners(); err != nil || strings.Join(who, " ") != "bob" {
		t.Errorf("%v have a token, %v", who, err)
	}
}
