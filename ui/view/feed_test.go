package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Every cell of a row that tells something leads to what it tells, with a detail above it or without one, and no other cell.
func TestAPressFindsWhatHappened(t *testing.T) {
	for _, name := range []string{"feed", "feedalone"} {
		s, o := samples()[name]()
		for _, size := range [][2]int{{160, 60}, {160, 30}, {200, 24}, {250, 70}} {
			l := Arrange(size[0], size[1], o)
			rows := strings.Split(NewPainter().Draw(l, &s, plainSheet()).Content, "\n")
			found := 0
			for y := range size[1] {
				panel := strings.TrimSpace(ansi.Strip(ansi.Cut(rows[y], l.Detail.X+detailPad, size[0]-detailPad)))
				i, ok := l.FeedAt(s.Detail, s.Feed, l.Detail.X+8, y)
				if !ok {
					continue
				}
				found++
				words := ""
				for _, span := range s.Feed.Items[i].Line {
					words += span.Text.String()
				}
				last := strings.TrimSpace(panel[strings.LastIndex(" "+panel, " "):])
				if !strings.Contains(words, last) {
					t.Errorf("%s %v: row %d is %q and leads to %q", name, size, y, panel, words)
				}
				if _, ok := l.FeedAt(s.Detail, s.Feed, l.Detail.X-1, y); ok {
					t.Errorf("%s %v: beside the panel something that happened is found", name, size)
				}
			}
			if found == 0 && !(name == "feed" && size[1] < 60) {
				t.Errorf("%s %v: nothing that happened is found", name, size)
			}
		}
	}
}
