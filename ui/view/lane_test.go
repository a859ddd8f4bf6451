package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"sideboard/ui/style"
)

// sampleLanes returns the sample with its tasks in three lists, one of them gone.
func sampleLanes() Board {
	b := sampleBoard()
	b.Header.Directory = txt("3 lists")
	b.Columns[0].Lanes = []Lane{
		{Name: txt("my-service 4f1c22d0"), Shown: 2, Total: 2}, {Name: txt("翻訳チーム"), First: 2, Shown: 4, Total: 9, Gone: true},
		{Name: txt("a list that was given a name of many words"), First: 6, Shown: 5, Total: 5},
	}
	b.Columns[1].Lanes = []Lane{{Name: txt("my-service 4f1c22d0"), Shown: 3, Total: 3}}
	b.Columns[2].Lanes = []Lane{
		{Name: txt("my-service 4f1c22d0"), Shown: 1, Total: 1}, {Name: txt("a list that was given a name of many words"), First: 1, Shown: 3, Total: 3},
	}
	return b
}

func TestTheHeadOfALaneStaysWhileItsCardsAreThere(t *testing.T) {
	s := Screen{Board: sampleLanes()}
	l := Arrange(120, 40, LayoutOptions{})
	c := &s.Board.Columns[0]
	sheet := style.New(true, colorprofile.Ascii).WithGlyphs(true)
	for first, want := range map[int]string{0: "my-service 4f1c22d0  2 ---", 1: "my-service 4f1c22d0  2 ---", 4: "4 of 9 ---------  ! gone", 10: "a list that was given a name of ~  5"} {
		c.First = first
		rows := strings.Split(ansi.Strip(NewPainter().Draw(l, &s, sheet).Content), "\n")
		at := l.Hits(PendingColumn, c)[0].Row - 1
		if !strings.Contains(rows[at], want) {
			t.Errorf("from card %d on the head is not %q:\n%s", first, want, rows[at])
		}
	}
}

func TestALaneHasNoHeadWhereOnlyACardFits(t *testing.T) {
	s := Screen{Board: sampleLanes()}
	for h := 5; h < 20; h++ {
		l := Arrange(40, h, LayoutOptions{})
		hits := l.Hits(PendingColumn, &s.Board.Columns[0])
		if _, rows := l.cardRows(PendingColumn); len(hits) == 0 || (hits[0].Lane > 0) != (rows >= headsFrom) {
			t.Errorf("%d rows: %v", rows, hits)
		}
	}
}
