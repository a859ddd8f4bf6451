package lay

import (
	"fmt"
	"testing"

	"sideboard/ui/style"
)

func TestAMemoDrawsEachKeyOnce(t *testing.T) {
	var m Memo[string]
	for i, key := range []string{"a", "a", "b", "a", "b", "c"} {
		d, known := m.Get(key)
		if want := i == 1 || i == 3 || i == 4; known != want || known && d.Rows[0] != key || !known && len(d.Rows) > 0 {
			t.Errorf("%d: %s is %+v, known: %v", i, key, d, known)
		}
		if !known {
			d.Rows = append(d.Rows, key)
		}
	}
}

func TestAMemoIsBounded(t *testing.T) {
	var m Memo[int]
	for i := range 3 * mostRemembered {
		if m.Get(i); len(m.known) > mostRemembered {
			t.Fatalf("%d keys are remembered", len(m.known))
		}
	}
}

// row draws items, and a style for all of them, as a row.
func row(last *Last[int, style.Style], sheet *style.Sheet, at, w int, of style.Style, items ...int) (got string, spots []Spot, drawn bool) {
	p := Pen{Sheet: sheet, RowAt: at, Spots: &spots}
	p.Begin(w, style.Flat)
	last.DrawRow(&p, of, items, func() {
		drawn = true
		for _, i := range items {
			p.Number(of, i)
			p.Spot(0, Spot{Item: i})
		}
	})
	return string(p.B), spots, drawn
}

// A row is drawn again if anything of it changed, and only then; its spots are in the row where it is now.
func TestARowIsDrawnAgainOnlyIfItChanged(t *testing.T) {
	var last Last[int, style.Style]
	dark, light := plain(), plain()
	for i, c := range []struct {
		sheet *style.Sheet
		at, w int
		of    style.Style
		items []int
		drawn bool
	}{
		{dark, 0, 9, style.Dim, []int{1, 2}, true}, {dark, 0, 9, style.Dim, []int{1, 2}, false}, {dark, 4, 9, style.Dim, []int{1, 2}, false},
		{dark, 4, 8, style.Dim, []int{1, 2}, true}, {light, 4, 8, style.Dim, []int{1, 2}, true}, {light, 4, 8, style.Head, []int{1, 2}, true},
		{light, 4, 8, style.Head, []int{1, 3}, true}, {light, 4, 8, style.Head, []int{1}, true}, {light, 5, 8, style.Head, []int{1}, false},
	} {
		got, spots, drawn := row(&last, c.sheet, c.at, c.w, c.of, c.items...)
		want, wanted, _ := row(&Last[int, style.Style]{}, c.sheet, c.at, c.w, c.of, c.items...)
		if drawn != c.drawn || got != want || len(got) != c.w || fmt.Sprint(spots) != fmt.Sprint(wanted) {
			t.Errorf("%d: drawn %v, %q with %v, want %q with %v", i, drawn, got, spots, want, wanted)
		}
	}
}

func TestWhatIsRememberedCostsNothing(t *testing.T) {
	var m Memo[[9]string]
	var last Last[string, int]
	key, items := [9]string{"a", "b"}, []string{"a", "b"}
	if n := testing.AllocsPerRun(20, func() { m.Get(key); last.Get(nil, 3, 4, items...) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
