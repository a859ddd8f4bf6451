package cli

import (
	"strings"
	"testing"

	"sideboard/tasks/remote"
)

func TestWhatAnotherHostSaysIsPassedOnInLines(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"Connection timed out\r\nConnection closed\r\n":           "Connection timed out\nConnection closed\n", // of ssh itself
		"Welcome\r\n" + remote.Mark + "#1  Parse\n":               "#1  Parse\n",
		"Welcome\n" + remote.Mark + "50 %\r100 %\x1b[2J größer\n": "50 %␍100 %␛[2J größer\n",
	} {
		var got strings.Builder
		o := &farOutput{to: &got}
		for i := range len(said) { // it comes in pieces
			if _, err := o.Write([]byte{said[i]}); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.end(); err != nil || got.String() != want {
			t.Errorf("%q is passed on as %q, %v", said, got.String(), err)
		}
	}
}
