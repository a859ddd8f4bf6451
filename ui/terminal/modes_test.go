package terminal

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestWhateverATerminalWasPutIntoItIsTakenOutOfAndPutBackInto(t *testing.T) {
	var m modes
	m.follow([]byte("\x1b[>4m\x1b[?1049h\x1b[?2026h\x1b[?2004h\x1b[?1004h\x1b[?1002h\x1b[?1006h\x1b[22;2t\x1b]2;board\x07\x1b[>4;2m\x1b[>1u\x1b[?u\x1b[?25l\x1b[5 q\x1b[?5Wcells\x1b]9;4;1;40\x07\x1b]7501;state=working:id=sideboard:progress=40\x07\x1b[?2026l"))
	out, in := m.leave(), m.enter()
	if want := "\x1b[<1u\x1b[>4m\x1b[?2004l\x1b[?1004l\x1b[?1002l\x1b[?1006l\x1b[?25h\x1b[0 q\x1b]2;\x07\x1b[23;2t\x1b]9;4;0\x07\x1b]7501;state=clear:id=sideboard\x07\x1b[?1049l"; out != want {
		t.Errorf("out by %q", out)
	}
	if !strings.Contains(in, ansi.SetTabEvery8Columns) {
		t.Error("tab stops are not set again")
	}
	again := modes{}
	again.follow([]byte(in))
	if again.leave() != out || again.enter() != in {
		t.Errorf("in by %q", in)
	}
	m.follow([]byte(out))
	if left := m.leave(); left != "" {
		t.Errorf("left after leaving: %q", left)
	}
}

func TestAPrivateModeBecomesWhatItWasBefore(t *testing.T) {
	for _, c := range []struct{ what, answer, sent, back string }{
		{"lines wrap, as always", "", "\x1b[?7lwide\x1b[?7h", ""},
		{"cut off in a row that must not wrap", "", "\x1b[?7lwide", "\x1b[?7h"},
		{"reset without having been set", "", "\x1b[?1003l", ""},
		{"shown without having been hidden", "", "\x1b[?25h", ""},
		{"on before, as the terminal said", "2027;1$", "\x1b[?2027h\x1b[?2027l", "\x1b[?2027h"},
		{"off before, as the terminal said", "2027;2$", "\x1b[?2027h", "\x1b[?2027l"},
		{"unknown to the terminal", "2027;0$", "\x1b[?2027h", "\x1b[?2027l"},
		{"a cursor of the default shape", "", "\x1b[5 q\x1b[0 q", ""},
		{"a bar that was removed", "", "\x1b]9;4;1;40\x07\x1b]9;4;0\x07", ""},
		{"a status that was cleared", "", "\x1b]7501;state=working:id=a\x07\x1b]7501;state=clear:id=a\x07", ""},
		{"more keyboards left than entered", "", "\x1b[<1u\x1b[>1u", "\x1b[<1u"},
		{"two at once", "", "\x1b[?1002;1006h", "\x1b[?1002l\x1b[?1006l"},
	} {
		var m modes
		m.hear(c.answer)
		m.follow([]byte(c.sent))
		if back := m.leave(); back != c.back {
			t.Errorf("%s: after %q it sends %q, want %q", c.what, c.sent, back, c.back)
		}
	}
}
