package mcp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/ui/verbs"
)

// HTTP is how ServeHTTP can be reached.
type HTTP struct {
	Addr        string // host:port; without a host the loopback address
	Public      bool   // other hosts may connect
	Cert, Key   string // the files for TLS, "" for none
	BehindProxy bool   // something in front of it does TLS
	Tokens      Tokens
	Started     func(net.Addr) // called when it listens; may be nil
}

// Bounds of a server.
const (
	maxClients  = 1024 // connections at once; others wait until one ends
	maxBody     = 4 << 20
	maxHeader   = 16 << 10
	idleTimeout = 2 * time.Minute  // of a connection between two requests
	stopTimeout = 10 * time.Second // for the calls that are being answered when the server ends
)

// bodyTimeout is how long one request may take to arrive. It is a variable for tests.
var bodyTimeout = 30 * time.Second

// Check returns an error if other hosts could read tokens on their way, or if it cannot listen there.
func (h *HTTP) Check() error {
	host, port, err := net.SplitHostPort(h.Addr)
	if err != nil {
		return fmt.Errorf("--http %s: write host:port, for instance 127.0.0.1:7007: %w", h.Addr, err)
	}
	if host == "" && !h.Public {
		host = "127.0.0.1"
		h.Addr = net.JoinHostPort(host, port)
	}
	ip := net.ParseIP(host)
	loopback := host == "localhost" || ip != nil && ip.IsLoopback()
	switch {
	case (h.Cert == "") != (h.Key == ""):
		return errors.New("--tls-cert and --tls-key belong together")
	case !loopback && !h.Public:
		return fmt.Errorf("--http %s: other hosts could connect; if they shall, add --public with --tls-cert and --tls-key, or with --behind-proxy", h.Addr)
	case h.Public && h.Cert == "" && !h.BehindProxy:
		return errors.New("--public without encryption would show the tokens to the network: add --tls-cert and --tls-key, or --behind-proxy if something in front of it encrypts")
	}
	return nil
}

// URL returns the address for clients.
func (h *HTTP) URL(at net.Addr) string {
	if h.Cert != "" {
		return "https://" + at.String()
	}
	return "http://" + at.String()
}

// ServeHTTP answers clients over HTTP until ctx ends, each as the owner whose token it has.
func ServeHTTP(ctx context.Context, o Options, h HTTP) error {
	if err := h.Check(); err != nil {
		return &verbs.UsageError{Err: err}
	}
	plain, err := net.Listen("tcp", h.Addr)
	if err != nil {
		return fmt.Errorf("listen at %s: %w", h.Addr, err)
	}
	srv := newServer(o)
	tools := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return srv }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
	})
	known := auth.RequireBearerToken(h.Tokens.verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})
	server := &http.Server{
		Handler:           http.NewCrossOriginProtection().Handler(known(tools)), // the specification asks for a check of Origin
		ReadHeaderTimeout: bodyTimeout, ReadTimeout: bodyTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
	}
	if h.Cert != "" {
		pair, err := tls.LoadX509KeyPair(h.Cert, h.Key)
		if err != nil {
			return errors.Join(fmt.Errorf("--tls-cert and --tls-key: %w", err), plain.Close())
		}
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}}
	}
	if h.Started != nil {
		h.Started(plain.Addr())
	}
	ended := make(chan error, 1)
	go func() {
		listener := &boundedListener{Listener: plain, free: make(chan struct{}, maxClients)}
		if h.Cert != "" {
			ended <- server.ServeTLS(listener, "", "")
			return
		}
		ended <- server.Serve(listener)
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if err := server.Shutdown(stopping); err != nil {
		return errors.Join(err, server.Close())
	}
	return nil
}

// boundedListener accepts a connection only while there are less than a number of them.
type boundedListener struct {
	net.Listener
	free chan struct{} // has a token for each connection
}

func (l *boundedListener) Accept() (net.Conn, error) {
	l.free <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &boundedConn{Conn: c, release: sync.OnceFunc(func() { <-l.free })}, nil
}

type boundedConn struct {
	net.Conn
	release func()
}

func (c *boundedConn) Close() error {
	defer c.release()
	return c.Conn.Close()
}
