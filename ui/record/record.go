// Package record keeps what the program draws: what it sends to the terminal as an asciicast, and its screens as SVG.
package record

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"sync"
	"time"

	"sideboard/ui/style"
)

// Film is a recording. It is the terminal of the program that is recorded.
type Film struct {
	W, H  int     // the size of the terminal, in cells
	Speed float64 // of what happens: two seconds of it take one if this is 2
	Now   func() time.Time

	colours style.TerminalColours
	shots   int
	rows    []row
	classes []string // what they declare; their names are their positions

	mu     sync.Mutex // guards the fields below
	began  time.Time
	at     int64 // when the last event is played, in milliseconds from the beginning
	events bytes.Buffer
}

// New returns a recording of a terminal of that size.
func New(w, h int, speed float64, theme style.Theme) *Film {
	return &Film{W: w, H: h, Speed: speed, Now: time.Now, colours: theme.TerminalColours()}
}

// Write adds bytes that the program sends to its terminal. Terminals without a line discipline do not return the
// carriage at a line feed, and neither do players.
func (f *Film) Write(p []byte) (int, error) {
	f.event("o", strings.ReplaceAll(string(p), "\n", "\r\n"))
	return len(p), nil
}

// Mark begins a new part of the recording.
func (f *Film) Mark(label string) { f.event("m", label) }

func (f *Film) event(code, data string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.Now()
	if f.began.IsZero() {
		f.began = now
	}
	at := int64(math.Round(now.Sub(f.began).Seconds() * f.Speed * 1000))
	line(&f.events, []any{float64(at-f.at) / 1000, code, data})
	f.at = at
}

// line adds a line of JSON.
func line(to *bytes.Buffer, v any) {
	out := json.NewEncoder(to)
	out.SetEscapeHTML(false)
	_ = out.Encode(v) // it holds numbers and texts only
}

// Cast returns the recording as an asciicast of version 3.
func (f *Film) Cast(title string) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	var b bytes.Buffer
	line(&b, map[string]any{"version": 3, "title": title, "term": map[string]any{
		"cols": f.W, "rows": f.H, "type": "xterm-256color",
		"theme": map[string]string{"fg": f.colours.Text, "bg": f.colours.Ground,
			"palette": strings.Join(f.colours.Basic, ":")},
	}})
	b.Write(f.events.Bytes())
	line(&b, []any{0, "x", "0"})
	return b.Bytes()
}
