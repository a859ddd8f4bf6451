package mcp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
	"sideboard/ui/uitest/mcpclient"
)

// post returns a request for the server.
func (f *fleet) post(token, body string) *http.Request {
	r, err := http.NewRequestWithContext(f.Context(), http.MethodPost, f.at, strings.NewReader(body))
	testdir.Must(f.T, err)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	return r
}

const waitingClaim = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"claim","arguments":{"wait":600}}}`

// Nobody would work on a task that is claimed for a client that has gone.
func TestAClaimEndsWithItsClient(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(f *fleet, token string){
		"its connection ends": func(f *fleet, token string) {
			c, err := net.Dial("tcp", strings.TrimPrefix(f.at, "http://"))
			testdir.Must(f.T, err)
			defer c.Close()
			testdir.Must(f.T, f.post(token, waitingClaim).Write(c), c.(*net.TCPConn).CloseWrite())
			_, _ = io.ReadAll(c) // until the server has ended the call
		},
		"it gives the call up and keeps the connection": func(f *fleet, token string) {
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				res, err := http.DefaultClient.Do(f.post(token, waitingClaim))
				testdir.Must(f.T, err)
				defer res.Body.Close()
				_, _ = io.ReadAll(res.Body)
			}()
			const givenUp = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`
			for over := false; !over; over = isClosed(ended) { // the call may not have begun
				res, err := http.DefaultClient.Do(f.post(token, givenUp))
				testdir.Must(f.T, err)
				res.Body.Close()
			}
		},
		"the official client is cancelled": func(f *fleet, token string) {
			c, err := f.agent(token)
			testdir.Must(f.T, err)
			ctx, cancel := context.WithCancel(f.Context())
			asked := make(chan error)
			go func() {
				_, err := c.Session.CallTool(ctx, &sdk.CallToolParams{Name: "claim", Arguments: in{"wait": 600}})
				asked <- err
			}()
			cancel()
			if <-asked == nil {
				f.Error("it is answered")
			}
			c.Call("TaskList", in{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := serveHTTP(t)
			bob := f.as("bob")
			bob.Does("TaskCreate", in{"subject": "First"})
			bob.Does("claim", in{})
			ann := f.token("ann")
			var all sync.WaitGroup
			for range 5 {
				all.Go(func() { leave(f, ann) })
			}
			all.Wait()
			one := bob.Does("TaskCreate", in{"subject": "One"})
			now := bob.Does("TaskUpdate", in{"taskId": one.ID, "description": "a change that takes a while"})
			if now.Owner != "" {
				t.Errorf("the task is %s's, who has gone", now.Owner)
			}
		})
	}
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// What was done is answered as done: the agent would do something else, or do it again.
func TestALeaseThatCannotBeWrittenChangesNoAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(t *testing.T, leases string)
		says  string
	}{
		"garbage": {func(t *testing.T, leases string) { put(t, leases, "{garbage") }, "yours until"},
		"a list":  {func(t *testing.T, leases string) { put(t, leases, "[]") }, "yours until"},
		"a link":  {func(t *testing.T, leases string) { testdir.Must(t, os.Symlink("nowhere", leases)) }, "yours until"},
		"a directory": {func(t *testing.T, leases string) {
			testdir.Must(t, os.MkdirAll(filepath.Join(leases, "x"), 0o700))
		}, "no lease: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := make(chan string, 10)
			f := serveHTTP(t, func(o *Options) { o.Report = func(s string) { said <- s } })
			ann := f.as("ann")
			ann.Does("TaskCreate", in{"subject": "One"})
			leases := log.LeasesFile(f.options.Finder.Options.State, f.dir)
			c.spoil(t, leases)
			if words, failed := ann.Call("claim", in{}); failed || !strings.Contains(words, c.says) {
				t.Errorf("a claim is answered by %q, failed %v", words, failed)
			}
			if !strings.Contains(<-said, leases) {
				t.Error("the person is not told")
			}
			ann.Does("TaskUpdate", in{"taskId": "1", "subject": "Two"})
			ann.Does("complete", in{"taskId": "1"})
		})
	}
}

func TestNobodyTakesATaskWhoseLeaseRuns(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	ann, bob := f.as("ann"), f.as("bob")
	ann.Does("TaskCreate", in{"subject": "One"})
	ann.Does("claim", in{})
	for _, take := range []struct {
		tool string
		args in
	}{
		{"release", in{"taskId": "1", "force": true}},
		{"release", in{"taskId": "1"}},
		{"complete", in{"taskId": "1"}},
		{"claim", in{"taskId": "1"}},
		{"claim", in{"taskId": "1", "takeExpired": true}},
		{"claim", in{"takeExpired": true}},
		{"TaskUpdate", in{"taskId": "1", "status": "pending"}},
		{"TaskUpdate", in{"taskId": "1", "status": "completed"}},
		{"TaskUpdate", in{"taskId": "1", "status": "deleted"}},
		{"TaskUpdate", in{"taskId": "1", "owner": ""}},
		{"TaskUpdate", in{"taskId": "1", "owner": "bob"}},
		{"TaskUpdate", in{"taskId": "1", "owner": "bob", "status": "in_progress"}},
	} {
		bob.Refused(take.tool, take.args)
	}
	bob.Refused("release", in{"taskId": "1", "force": true}, "ann's lease runs until", "takeExpired")
	is := bob.Does("TaskUpdate", in{"taskId": "1", "subject": "More"})
	if is.Owner != "ann" || is.Status != "in_progress" {
		t.Errorf("it is %+v", is)
	}
	ann.Does("complete", in{"taskId": "1"})
}

func TestARefusalNamesTheWayToATaskWhoseLeaseEnded(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t, func(o *Options) { o.Lease = time.Nanosecond })
	ann, bob := f.as("ann"), f.as("bob")
	ann.Does("TaskCreate", in{"subject": "One"})
	ann.Does("claim", in{})
	bob.Refused("claim", in{}, "nothing is ready", "takeExpired takes #", " One: the lease of ann has ended")
	bob.Refused("claim", in{"taskId": "1"}, "ann has", "its lease has ended: takeExpired takes it")
	if got := bob.Does("claim", in{"taskId": "1", "takeExpired": true}); got.Owner != "bob" {
		t.Errorf("the claim is %+v", got)
	}
}

// Each answer to a change follows a quarter of a second of looking after it. Calls do not wait for each other
// meanwhile.
func TestCallsAreAnsweredSideBySide(t *testing.T) {
	f := serveHTTP(t)
	const many = 9
	agents := make([]*client, many)
	for i := range agents {
		agents[i] = f.as(fmt.Sprint("agent-", i))
	}
	claim := func(n int) time.Duration {
		drafts := make([]in, n)
		for i := range drafts {
			drafts[i] = in{"subject": "Work"}
		}
		agents[0].Call("TaskCreate", in{"tasks": drafts})
		began := time.Now()
		var all sync.WaitGroup
		for _, a := range agents[:n] {
			all.Go(func() { a.Does("claim", in{}) })
		}
		all.Wait()
		return time.Since(began)
	}
	ratio := 0.0
	for range 3 { // the machine may be busy
		one := claim(1)
		if ratio = float64(claim(many)) / float64(one); ratio <= 4 {
			break
		}
	}
	if ratio > 4 {
		t.Errorf("%d claims take %.1f times as long as one", many, ratio)
	}

	answered := make(chan string, many+1)
	for i, a := range agents {
		go func() {
			a.Call("TaskUpdate", in{"taskId": fmt.Sprint(i + 1), "description": "more"})
			answered <- "an update"
		}()
	}
	go func() {
		agents[0].Call("TaskList", in{})
		answered <- "the list"
	}()
	var order []string
	for range many + 1 {
		order = append(order, <-answered)
	}
	if order[many] == "the list" {
		t.Error("a list waits for every update before it")
	}
}

func TestAClientLearnsThatItsCallStillWaits(t *testing.T) {
	was, wasBody := progressInterval, bodyTimeout
	// A call may take longer than its request may take to arrive.
	progressInterval, bodyTimeout = 10*time.Millisecond, 50*time.Millisecond
	defer func() { progressInterval, bodyTimeout = was, wasBody }()
	f := serveHTTP(t)
	project := t.TempDir()
	for road, c := range map[string]struct {
		transport sdk.Transport
		other     *client
	}{
		"HTTP": {&sdk.StreamableClientTransport{
			Endpoint: f.at, HTTPClient: &http.Client{Transport: bearer(f.token("ann"))},
			DisableStandaloneSSE: true, MaxRetries: -1,
		}, f.as("bob")},
		"stdio": {ioTransport(serve(t, project, at(project))), connect(t, project, "bob", at(project))},
	} {
		c.other.Does("TaskCreate", in{"subject": "One"})
		c.other.Does("claim", in{})
		heard := make(chan float64, 1000)
		session, err := sdk.NewClient(&sdk.Implementation{Name: "ann", Version: "1"}, &sdk.ClientOptions{
			ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
				if r.Params.ProgressToken == "mine" {
					heard <- r.Params.Progress
				}
			},
		}).Connect(t.Context(), c.transport, nil)
		testdir.Must(t, err)
		defer session.Close()
		answer := make(chan *sdk.CallToolResult, 1)
		go func() {
			p := &sdk.CallToolParams{Name: "claim", Arguments: in{"wait": 600}}
			p.SetProgressToken("mine")
			res, err := session.CallTool(t.Context(), p)
			if err != nil {
				t.Errorf("%s: %v", road, err)
			}
			answer <- res
		}()
		last := 0.0
		for range 20 {
			now := <-heard
			if now <= last {
				t.Errorf("%s: %v follows %v", road, now, last)
			}
			last = now
		}
		c.other.Does("TaskCreate", in{"subject": "Two"})
		if res := <-answer; res != nil && !strings.HasPrefix(mcpclient.Words(t, res), "claimed #") {
			t.Errorf("%s: %s", road, mcpclient.Words(t, res))
		}
	}
}

// Each call is one request: only the answer to one that waits is a stream.
func TestOnlyTheAnswerToAWaitingClaimIsAStream(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	token := f.token("ann")
	for params, want := range map[string]string{
		`{"name":"claim","arguments":{"wait":1}}`:   "text/event-stream",
		`{"name":"claim","arguments":{"wait":0}}`:   "application/json",
		`{"name":"claim","arguments":{"wait":"1"}}`: "application/json",
		`{"name":"TaskList","arguments":{}}`:        "application/json",
	} {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + params + `}`
		res, err := http.DefaultClient.Do(f.post(token, body))
		testdir.Must(t, err)
		text, _ := io.ReadAll(res.Body)
		res.Body.Close()
		is, session := res.Header.Get("Content-Type"), res.Header.Get("Mcp-Session-Id")
		if res.StatusCode != http.StatusOK || is != want || session != "" {
			t.Errorf("%s is answered by %s, %s, in the session %q: %s", body, res.Status, is, session, text)
		}
	}
}

// A proxy on the same machine passes on the name under which clients reach it.
func TestAProxyPassesOnTheHost(t *testing.T) {
	t.Parallel()
	for behind, want := range map[bool]int{true: http.StatusOK, false: http.StatusForbidden} {
		f := serveWeb(t, HTTP{BehindProxy: behind})
		to, err := url.Parse(f.at)
		testdir.Must(t, err)
		proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = "board.example"
		}})
		defer proxy.Close()
		f.at = proxy.URL
		res, err := http.DefaultClient.Do(f.post(f.token("ann"), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		testdir.Must(t, err)
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("behind a proxy %v it is answered by %s", behind, res.Status)
		}
		if behind {
			f.as("bob").Does("TaskCreate", in{"subject": "One"})
		}
	}
}

// A client without a token learns how to log in, and that there is nowhere to do so. Its connection ends.
func TestAClientWithoutATokenLearnsWhatToDo(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	for path, want := range map[string]int{
		"/": http.StatusUnauthorized, "/mcp": http.StatusUnauthorized,
		"/.well-known/oauth-protected-resource":       http.StatusNotFound,
		"/.well-known/oauth-authorization-server/mcp": http.StatusNotFound,
	} {
		c, err := net.Dial("tcp", strings.TrimPrefix(f.at, "http://"))
		testdir.Must(t, err)
		defer c.Close()
		_, err = fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path)
		testdir.Must(t, err)
		in := bufio.NewReader(c)
		res, err := http.ReadResponse(in, nil)
		testdir.Must(t, err)
		says := res.Header.Get("WWW-Authenticate")
		if res.StatusCode != want || (want == http.StatusUnauthorized) != strings.HasPrefix(says, "Bearer") {
			t.Errorf("%s is answered by %s, %q", path, res.Status, says)
		}
		if _, err := io.ReadAll(in); err != nil { // until the server closes it
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Whoever reaches the port can open connections. They keep nobody out who has a token.
func TestConnectionsWithoutATokenKeepNobodyOut(t *testing.T) {
	strangers, known := maxStrangers, maxClients
	maxStrangers, maxClients = 20, 3
	defer func() { maxStrangers, maxClients = strangers, known }()
	f := serveHTTP(t)
	for i := range 3 * maxStrangers {
		c, err := net.Dial("tcp", strings.TrimPrefix(f.at, "http://"))
		testdir.Must(t, err)
		defer c.Close()
		if i%2 == 0 {
			_, _ = c.Write([]byte("P"))
		}
	}
	for i := range 2 * maxClients { // the longest idle one makes room
		f.as(fmt.Sprint("agent-", i)).Does("TaskCreate", in{"subject": "One"})
	}
}

// Of many addresses the one that has the most connections loses one.
func TestTheAddressWithTheMostConnectionsLosesOne(t *testing.T) {
	was := maxStrangers
	maxStrangers = 4
	defer func() { maxStrangers = was }()
	all := &clients{}
	var conns []*connection
	open := func(host string) {
		here, _ := net.Pipe()
		conns = append(conns, all.add(&connection{Conn: here, all: all, host: host}))
	}
	for _, host := range []string{"good", "bad", "bad", "bad", "bad", "bad"} {
		open(host)
	}
	var left []string
	for i, c := range conns {
		if c.SetDeadline(time.Time{}) == nil { // it is open
			left = append(left, fmt.Sprint(i, c.host))
		}
	}
	if got := strings.Join(left, " "); got != "0good 3bad 4bad 5bad" {
		t.Errorf("left are %s", got)
	}
}
