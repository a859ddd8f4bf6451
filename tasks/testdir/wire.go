package testdir

import (
	"io"
	"net"
	"sync"
	"testing"
)

// Wire is a network to a server that can be cut.
type Wire struct {
	net.Listener
	to    string
	mu    sync.Mutex
	down  bool
	mute  bool
	conns []net.Conn
}

// NewWire returns a wire to an address, which is not cut.
func NewWire(t testing.TB, to string) *Wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Must(t, err)
	w := &Wire{Listener: listener, to: to}
	t.Cleanup(func() {
		listener.Close()
		w.Cut(true)
	})
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			w.pass(c)
		}
	}()
	return w
}

func (w *Wire) pass(c net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := net.Dial("tcp", w.to)
	if w.down || err != nil {
		c.Close()
		return
	}
	w.conns = append(w.conns, c, s)
	for _, ends := range [][2]net.Conn{{answers{c, w}, s}, {s, c}} {
		go func() {
			_, _ = io.Copy(ends[0], ends[1])
			ends[0].Close()
		}()
	}
}

// answers is the end of a connection at which answers of the server arrive.
type answers struct {
	net.Conn
	w *Wire
}

func (a answers) Write(p []byte) (int, error) {
	a.w.mu.Lock()
	mute := a.w.mute
	a.w.mu.Unlock()
	if mute {
		return len(p), nil
	}
	return a.Conn.Write(p)
}

// Mute has answers of the server lost, until the wire is cut and repaired.
func (w *Wire) Mute() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mute = true
}

// Cut cuts the wire, or repairs it.
func (w *Wire) Cut(down bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.down = down; down {
		for _, c := range w.conns {
			c.Close()
		}
		w.conns, w.mute = nil, false
	}
}
