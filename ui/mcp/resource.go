package mcp

import (
	"context"
	"errors"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/ui/verbs"
)

// changesURI is what a client over standard input can subscribe to in place of waiting for TaskChanges.
const changesURI = "sideboard://changes"

// acts is the resource with that address: what the person did to the tasks of the client since the server began. There
// is one client, and no state is kept for it.
type acts struct {
	*server
	began verbs.Mark

	mu   sync.Mutex
	stop context.CancelFunc // ends following; nil while the client has not subscribed
	srv  *sdk.Server
}

// offer tells a server, before it is made, that clients can subscribe.
func (a *acts) offer(o *sdk.ServerOptions) {
	o.Capabilities.Resources = &sdk.ResourceCapabilities{Subscribe: true}
	o.SubscribeHandler, o.UnsubscribeHandler = a.subscribe, a.unsubscribe
}

// serve adds the resource to the server.
func (a *acts) serve(srv *sdk.Server) {
	a.srv = srv
	srv.AddResource(&sdk.Resource{
		URI: changesURI, Name: "changes", MIMEType: "text/plain",
		Description: "What the person did to your tasks on the board since this server began, as TaskChanges tells it.",
	}, a.read)
}

func (a *acts) read(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	of := &sdk.Tool{Name: changes, Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}}
	words, done := a.call(ctx, caller{who: a.nameOf(req.ClientInfo())}, of, func(v *verbs.Session) (string, error) {
		found, next, err := v.Acts(a.began, v.Who, false)
		return actsWords(found, next), err
	})
	if !done {
		return nil, errors.New(words)
	}
	content := &sdk.ResourceContents{URI: changesURI, MIMEType: "text/plain", Text: words}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{content}}, nil
}

// subscribe begins to follow the directory, which stays open until the client has enough.
func (a *acts) subscribe(ctx context.Context, req *sdk.SubscribeRequest) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case req.Params.URI != changesURI:
		return sdk.ResourceNotFoundError(req.Params.URI)
	case a.stop != nil:
		return nil
	}
	o := a.session(a.nameOf(req.ClientInfo()))
	o.Finder.Options.ReadOnly = true
	v, err := verbs.Open(ctx, o)
	if err != nil {
		return errors.New(failure(nil, err, a.mayBegin(err)))
	}
	following, stop := context.WithCancel(a.ending)
	a.stop = stop
	go func() {
		defer stop()
		if err := a.follow(following, v); err != nil {
			a.lost(err)
		}
	}()
	return nil
}

// lost reports that the directory cannot be followed any more. The client may subscribe again.
func (a *acts) lost(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stop = nil
	if a.options.Report != nil {
		a.options.Report("what the person does is not followed any more: " + err.Error())
	}
}

func (a *acts) unsubscribe(context.Context, *sdk.UnsubscribeRequest) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stop != nil {
		a.stop()
		a.stop = nil
	}
	return nil
}

// follow notifies the client of each act of the person that concerns it, at most once a second, until ctx ends.
func (a *acts) follow(ctx context.Context, v *verbs.Session) error {
	defer v.Close()
	for mark := verbs.NewMark(); ; {
		found, next, err := v.WaitForActs(ctx, mark, v.Who, false)
		if ctx.Err() != nil {
			return nil // the client has enough, or the server ends
		}
		if err != nil {
			return err
		}
		mark = next
		if len(found) > 0 {
			// the client may have gone
			_ = a.srv.ResourceUpdated(ctx, &sdk.ResourceUpdatedNotificationParams{URI: changesURI})
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}
