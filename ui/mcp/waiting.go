package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The server keeps no sessions, so a call over HTTP is one request. It ends when its client has gone, or when the
// client says in another request that it gave the call up: many only do that, and keep the connection.

// callKey is the key under which the facts about a token hold the context of a call. The library passes these facts to
// a tool, and not the context of the request.
const callKey = "call"

// untilGone returns a context that also ends when the client that called over HTTP has gone or given up.
func untilGone(ctx context.Context, req *sdk.CallToolRequest) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if req.Extra == nil || req.Extra.TokenInfo == nil {
		return ctx, cancel
	}
	call, ok := req.Extra.TokenInfo.Extra[callKey].(context.Context)
	if !ok {
		return ctx, cancel
	}
	forget := context.AfterFunc(call, cancel)
	return ctx, func() {
		forget()
		cancel()
	}
}

// message is what a server must know of a message before the library reads it.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		RequestID json.RawMessage `json:"requestId"`
		Arguments struct {
			Wait float64 `json:"wait"`
		} `json:"arguments"`
	} `json:"params"`
}

// requests passes each request to the library, and ends a call that its client gave up. The answer to a call that waits
// is a stream, on which the library sends progress; any other is one message.
type requests struct {
	plain, stream http.Handler

	mu    sync.Mutex
	calls map[string]map[*context.CancelFunc]bool // by owner and id; two clients of an owner may use the same id
}

// ServeHTTP serves a request with a token.
func (q *requests) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	} else if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	// else the call ends when the time for its arrival is over
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	r.Body = io.NopCloser(bytes.NewReader(body))
	var m message
	_ = json.Unmarshal(body, &m) // what is no message is refused by the library
	who := auth.TokenInfoFromContext(r.Context())
	if m.Method == "notifications/cancelled" {
		q.cancel(who.UserID + " " + string(m.Params.RequestID))
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	if len(m.ID) > 0 {
		defer q.add(who.UserID+" "+string(m.ID), cancel)()
	}
	who.Extra = map[string]any{callKey: ctx}
	if m.Method == "tools/call" && (m.Params.Name == claim || m.Params.Name == changes) && m.Params.Arguments.Wait > 0 {
		q.stream.ServeHTTP(w, r)
		return
	}
	q.plain.ServeHTTP(w, r)
}

// add adds a call until remove is called.
func (q *requests) add(key string, cancel context.CancelFunc) (remove func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.calls == nil {
		q.calls = map[string]map[*context.CancelFunc]bool{}
	}
	if q.calls[key] == nil {
		q.calls[key] = map[*context.CancelFunc]bool{}
	}
	q.calls[key][&cancel] = true
	return func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.calls[key], &cancel)
		if len(q.calls[key]) == 0 {
			delete(q.calls, key)
		}
	}
}

// cancel ends the calls with a key.
func (q *requests) cancel(key string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for cancel := range q.calls[key] {
		(*cancel)()
	}
}
