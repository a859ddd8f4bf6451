package terminal

import (
	"bytes"
	"os"
	"testing"
)

func TestAFrameThatIsDrawnWholeBeginsWithoutMargins(t *testing.T) {
	for _, c := range []struct{ what, drawn, sent string }{
		{"a whole frame", "\x1b]2;board\x07\x1b[H\x1b[2Jwords", "\x1b[22;2t\x1b]2;board\x07\x1b[;r\x1b[H\x1b[2Jwords"},
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
