package terminal

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }

func TestAFrameThatIsDrawnWholeBeginsWithoutMargins(t *testing.T) {
	for _, c := range []struct{ what, drawn, sent string }{
		{"a whole frame", "\x1b]2;board\x07\x1b[H\x1b[2Jwords", "\x1b[22;2t\x1b]2;board\x07\x1b[;r\x1b[H\x1b[2Jwords"},
		{"the title of a frame that follows", "\x1b]2;board\x07\x1b]2;board\x07", "\x1b[22;2t\x1b]2;board\x07\x1b]2;board\x07"},
		{"a part of one", "\x1b[5;19r\x1bM\x1b[1;20rwords", "\x1b[5;19r\x1bM\x1b[1;20rwords"},
	} {
		t.Run(c.what, func(t *testing.T) {
			var out bytes.Buffer
			n, err := New(os.Stdin, &out).draw([]byte(c.drawn))
			if err != nil || n != len(c.drawn) {
				t.Errorf("%d of %d bytes are reported as written: %v", n, len(c.drawn), err)
			}
			if out.String() != c.sent {
				t.Errorf("%q was sent, want %q", out.String(), c.sent)
			}
		})
	}
}

func TestRepliesAreFoundInWhatIsTyped(t *testing.T) {
	for _, c := range []struct {
		what, typed string
		outstanding int32
		reported    string
	}{
		{"the reply to the last query", "\x1b[?62;1c", 0, ""},
		{"among keys", "ab\x1b[?62cd", 0, ""},
		{"after half of another sequence", "\x1b\x1b[?62c", 0, ""},
		{"a letter", "c", 1, ""},
		{"without its beginning", "[?62c", 1, ""},
		{"a key with ctrl", "\x1b[c", 1, ""},
		{"of another kind of sequence", "\x1bO?62c", 1, ""},
		{"interrupted by a letter", "\x1b[?6x2c", 1, ""},
		{"about a mode that is on", "\x1b[?2027;1$y", 1, "2027 true"},
		{"about one that is off", "\x1b[?2027;2$y", 1, "2027 false"},
		{"about one that it does not know", "\x1b[?2027;0$y", 1, ""},
		{"about the last mode", "\x1b[?2099;1$y", 1, "2099 true"},
		{"with more words than any reply", "\x1b[?" + strings.Repeat("1", 101) + "c", 1, ""},
		{"with a letter after its beginning", "\x1b[[62c", 1, ""},
		{"with a question before its beginning", "\x1b?62c", 1, ""},
		{"a letter like the end of one", "\x1b[y", 1, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			terminal := New(os.Stdin, io.Discard)
			terminal.asked.Store(1)
			terminal.listen([]byte(c.typed))
			reported := ""
			for mode, on := range terminal.on.before {
				reported += fmt.Sprint(mode, " ", on)
			}
			if n := terminal.asked.Load(); n != c.outstanding || reported != c.reported {
				t.Errorf("%d outstanding, reported %q", n, reported)
			}
		})
	}
}

func TestOnlyAQueryIsFollowedByOneThatEveryTerminalAnswers(t *testing.T) {
	for drawn, want := range map[string]string{
		"words": "", "\x1b[?2026$p": asks, "\x1b]11;?\x07": asks, "\x1b[?u": asks, "\x1b[?25l": "",
	} {
		var out bytes.Buffer
		terminal := New(os.Stdin, &out)
		n, err := terminal.draw([]byte(drawn))
		if out.String() != drawn+want || n != len(drawn) || err != nil || terminal.asked.Load() != int32(len(want)/len(asks)) {
			t.Errorf("%q: sent %q, %d bytes, %v", drawn, out.String(), n, err)
		}
	}
}
