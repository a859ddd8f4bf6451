package mcp

import (
	"cmp"
	"context"
	"crypto/tls"
	"net"
	"slices"
	"sync"
	"time"
)

// Bounds of the connections. Whoever reaches the port can open one, but only a token keeps one: where there are too
// many without a token, the oldest of the address that has the most is closed. So nobody waits for those. They are
// variables for tests.
var (
	maxStrangers = 1024 // without a token so far
	maxClients   = 1024 // with a token
)

// clients are the open connections of a server.
type clients struct {
	mu        sync.Mutex
	strangers []*connection  // the oldest first
	from      map[string]int // the number of strangers from each address
	known     map[*connection]bool
}

// A connection is one that a server has accepted.
type connection struct {
	net.Conn
	all   *clients
	host  string
	calls int       // that are being answered
	idle  time.Time // since then, if there are none
}

// connectionKey is the key of the connection in the context of its requests.
type connectionKey struct{}

// withConnection is the ConnContext of a server.
func withConnection(ctx context.Context, c net.Conn) context.Context {
	if secure, ok := c.(*tls.Conn); ok {
		c = secure.NetConn()
	}
	return context.WithValue(ctx, connectionKey{}, c)
}

// listener accepts connections for clients.
type listener struct {
	net.Listener
	clients *clients
}

// Accept waits for the next connection.
func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	host, _, _ := net.SplitHostPort(c.RemoteAddr().String())
	return l.clients.add(&connection{Conn: c, all: l.clients, host: host}), nil
}

// add adds a connection, and closes another one if there are too many.
func (a *clients) add(c *connection) *connection {
	a.mu.Lock()
	if a.known == nil {
		a.known, a.from = map[*connection]bool{}, map[string]int{}
	}
	a.strangers = append(a.strangers, c)
	a.from[c.host]++
	var tooMuch *connection
	if len(a.strangers) > maxStrangers {
		tooMuch = slices.MaxFunc(a.strangers, func(x, y *connection) int { // the first of them
			return cmp.Compare(a.from[x.host], a.from[y.host])
		})
	}
	a.mu.Unlock()
	if tooMuch != nil {
		tooMuch.Close()
	}
	return c
}

// begin reports whether a call of a connection with a token may be answered, and counts it as being answered until end.
// Where there are maxClients connections, a new one takes the place of the one that has been idle for longest; if all
// are busy, the call may not be answered.
func (a *clients) begin(c *connection) bool {
	a.mu.Lock()
	var longestIdle *connection
	if !a.known[c] && len(a.known) >= maxClients {
		for k := range a.known {
			if k.calls == 0 && (longestIdle == nil || k.idle.Before(longestIdle.idle)) {
				longestIdle = k
			}
		}
		if longestIdle == nil {
			a.mu.Unlock()
			return false
		}
		delete(a.known, longestIdle)
	}
	a.forget(c)
	a.known[c] = true
	c.calls++
	a.mu.Unlock()
	if longestIdle != nil {
		longestIdle.Close()
	}
	return true
}

// end notes that a call that began is answered.
func (a *clients) end(c *connection) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c.calls--
	c.idle = time.Now()
}

// forget removes a connection from the strangers, if it is one. The caller holds the mutex.
func (a *clients) forget(c *connection) {
	if i := slices.Index(a.strangers, c); i >= 0 {
		a.strangers = slices.Delete(a.strangers, i, i+1)
		if a.from[c.host]--; a.from[c.host] == 0 {
			delete(a.from, c.host)
		}
	}
}

// Close closes the connection, which then counts no more.
func (c *connection) Close() error {
	c.all.mu.Lock()
	c.all.forget(c)
	delete(c.all.known, c)
	c.all.mu.Unlock()
	return c.Conn.Close()
}
