package terminal

import "testing"

func TestWhateverATerminalWasPutIntoItIsTakenOutOfAndPutBackInto(t *testing.T) {
	var m modes
	m.follow([]byte("\x1b[>4m\x1b[?1049h\x1b[?2026h\x1b[?2004h\x1b[?1004h\x1b[?1002h\x1b[?1006h\x1b]2;board\x07\x1b[>4;2m\x1b[>1u\x1b[?u\x1b[?25l\x1b[?5Wcells\x1b]9;4;1;40\x07\x1b]7501;state=working:id=sideboard:progress=40\x07\x1b[?2026l"))
	out, in := m.leave(), m.enter()
	if want := "\x1b[<1u\x1b[>4m\x1b[?2004l\x1b[?1004l\x1b[?1002l\x1b[?1006l\x1b[?25h\x1b]2;\x07\x1b]9;4;0\x07\x1b]7501;state=clear:id=sideboard\x07\x1b[?1049l"; out != want {
		t.Errorf("out by %q", out)
	}
	again := modes{}
	again.follow([]byte(in))
	if again.leave() != out {
		t.Errorf("in by %q", in)
	}
	m.follow([]byte(out))
	if left := m.leave(); left != "" {
		t.Errorf("left after leaving: %q", left)
	}
}
