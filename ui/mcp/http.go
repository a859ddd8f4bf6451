package mcp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
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
	BehindProxy bool   // something in front of it, which passes on the Host that clients sent, does TLS
	Tokens      Tokens
	Started     func(net.Addr) // called when it listens; may be nil
}

// Bounds of a request.
const (
	maxBody     = 4 << 20          // bytes
	maxHeader   = 16 << 10         // bytes
	idleTimeout = 2 * time.Minute  // of a connection between two requests
	stopTimeout = 10 * time.Second // for the calls that are being answered when the server ends
)

// headerTimeout and bodyTimeout are how long the header of a request, and all of it, may take to arrive. They are
// variables for tests.
var headerTimeout, bodyTimeout = 10 * time.Second, 30 * time.Second

// Check returns an error if the options contradict each other, or if other hosts could connect or read tokens on their
// way without being asked for. It sets the host of an Addr that has none.
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
	case h.Cert != "" && h.BehindProxy:
		return errors.New("--behind-proxy says that something else encrypts, --tls-cert that sideboard does: use one of them")
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
	open := &clients{}
	server := &http.Server{
		Handler: h.handler(newServer(ctx, o, false), open), ConnContext: withConnection,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: bodyTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
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
		bounded := &listener{plain, open}
		if h.Cert != "" {
			ended <- server.ServeTLS(bounded, "", "")
			return
		}
		ended <- server.Serve(bounded)
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

// handler returns the handler of all requests. What is refused before its token is known also loses its connection.
func (h *HTTP) handler(srv *sdk.Server, open *clients) http.Handler {
	library := func(oneMessage bool) http.Handler {
		return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return srv }, &sdk.StreamableHTTPOptions{
			Stateless: true, JSONResponse: oneMessage, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
			DisableLocalhostProtection: h.BehindProxy, // else it knows the names under which it can be reached
		})
	}
	calls := &requests{plain: library(true), stream: library(false)}
	known := auth.RequireBearerToken(h.Tokens.verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})
	served := known(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Del("WWW-Authenticate")
		c, ok := r.Context().Value(connectionKey{}).(*connection)
		if !ok || !open.begin(c) {
			http.Error(w, "too many connections are busy: try again", http.StatusServiceUnavailable)
			return
		}
		defer open.end(c)
		w.Header().Del("Connection")
		calls.ServeHTTP(w, r)
	}))
	mux := http.NewServeMux()
	mux.Handle("/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="sideboard"`) // until its token is known
		served.ServeHTTP(w, r)
	}))
	mux.HandleFunc("/.well-known/", http.NotFound)         // clients look there for a login, and there is none
	origin := http.NewCrossOriginProtection().Handler(mux) // the specification asks for a check of Origin
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		origin.ServeHTTP(w, r)
	})
}
