package terminal

import (
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestWhatAMultiplexerHasNoWidthForIsDrawnInAsManyCells(t *testing.T) {
	for _, row := range []struct{ drawn, want string }{
		{"plain", "plain"},
		{"\x1b[1m🫨 shake", "\x1b[1m▯  shake"},
		{"🪿🛜🩷🫩", "▯ ▯ ▯ ▯ "},
		{"📱 翻訳 ✅ 🚀", "📱 翻訳 ✅ 🚀"},
		{"\U00031350 of 2022", "▯  of 2022"},
		{"cut \xf0\x9f", "cut \xf0\x9f"},
	} {
		for _, old := range []bool{true, false} {
			var out strings.Builder
			terminal := New(os.Stdin, &out)
			want := row.drawn
			if old {
				terminal.ReplaceRecent()
				want = row.want
			}
			n, err := terminal.draw([]byte(row.drawn))
			if err != nil || n != len(row.drawn) || out.String() != want {
				t.Errorf("old %v: %q is drawn as %q, %d bytes, %v", old, row.drawn, out.String(), n, err)
			}
		}
		if a, b := ansi.StringWidth(row.drawn), ansi.StringWidth(row.want); a != b && !strings.Contains(row.drawn, "cut") {
			t.Errorf("%q has %d cells, its stand-in %d", row.drawn, a, b)
		}
	}
}

func TestAMultiplexerIsKnownByTheEnvironment(t *testing.T) {
	for env, want := range map[string]bool{
		"TMUX=/tmp/tmux-0/default,1,0": true, "STY=1.board": true, "TERM_PROGRAM=tmux": true, "TERM=tmux-256color": true, "TERM=screen.xterm": true,
		"TERM=xterm-256color": false, "TERM_PROGRAM=ghostty": false, "": false,
	} {
		name, value, _ := strings.Cut(env, "=")
		getenv := func(n string) string {
			if n == name {
				return value
			}
			return ""
		}
		if got := Multiplexed(getenv); got != want {
			t.Errorf("%s: %v", env, got)
		}
	}
}
