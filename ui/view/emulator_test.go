package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"sideboard/ui/style"
)

// The emulator counts by cluster, as a terminal with mode 2027 does.
func TestARealTerminalEndsEveryRowWhereItShould(t *testing.T) {
	sheet := style.New(true, colorprofile.TrueColor).WithGraphemes(true)
	for name, sample := range samples() {
		for _, size := range [][2]int{{24, 9}, {40, 20}, {80, 24}, {120, 40}} {
			s, o := sample()
			s = hostileScreen(name, s)
			frame := NewPainter().Draw(Arrange(size[0], size[1], o), &s, sheet)
			screen := vt.NewEmulator(size[0]+4, 2)
			for y, row := range strings.Split(frame.Content, "\n") {
				if _, err := fmt.Fprint(screen, "\x1b[H\x1b[2J", row); err != nil {
					t.Fatal(err)
				}
				if at := screen.CursorPosition(); at.X != size[0] || at.Y != 0 {
					t.Errorf("%s %v: row %d ends at %d,%d: %q", name, size, y, at.X, at.Y, row)
				}
			}
			if err := screen.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestTheRightEndOfACardStandsInItsColumn(t *testing.T) {
	l := Arrange(120, 40, LayoutOptions{})
	for _, clusters := range []bool{false, true} {
		sheet := style.New(true, colorprofile.TrueColor).WithGraphemes(clusters)
		for i, subject := range hostile {
			card := owned(Running, "#05", subject, "agent-1", "12m")
			card.Behind = 7
			b := sampleBoard()
			b.Columns[0] = column(0, card)
			frame := NewPainter().Draw(l, &Screen{Board: b}, sheet)
			method := ansi.WcWidth
			if clusters {
				method = ansi.GraphemeWidth
			}
			row := ansi.Strip(strings.Split(frame.Content, "\n")[l.Columns[0].Cards.Y+1])
			before, _, _ := strings.Cut(row, "▾7")
			if at := method.StringWidth(before); at != 36 {
				t.Errorf("subject %d, by cluster %v: the count behind is at %d: %q", i, clusters, at, row)
			}
		}
	}
}
