package lay

import (
	"slices"
	"testing"
)

func TestPartsShareRowsFromTheFirstOn(t *testing.T) {
	news := Part{Least: 2, Want: 9}
	list := Part{Least: 2, Good: 5, Want: 6}
	small := Part{Least: 1, Good: 1, Want: 1}
	for _, c := range []struct {
		rows  int
		parts []Part
		want  []int
	}{
		{0, []Part{list, small}, []int{0, 0}},
		{1, []Part{list, small}, []int{0, 1}}, // what has no room leaves it to the next
		{3, []Part{list, list}, []int{3, 0}},
		{7, []Part{list, list}, []int{5, 2}},
		{11, []Part{list, list}, []int{6, 5}},
		{6, []Part{news, list}, []int{0, 6}}, // the list is good before there is news
		{8, []Part{news, list}, []int{3, 5}}, // and then the first is whole first
		{30, []Part{news, list, small}, []int{9, 6, 1}},
	} {
		if got := Share(c.parts, c.rows); !slices.Equal(got, c.want) {
			t.Errorf("%d rows among %v: %v, want %v", c.rows, c.parts, got, c.want)
		}
	}
}

func TestRowsOfARectangleAreServedInAnOrder(t *testing.T) {
	head, body, foot := Part{Least: 1, Good: 1}, Part{Least: 1, Good: 50}, Part{Least: 1, Good: 1, Leave: 3}
	for rows, want := range map[int][3]int{0: {}, 1: {1}, 4: {1, 3}, 5: {1, 3, 1}, 9: {1, 7, 1}} {
		y := 2
		for i, got := range Rows(Rect{Y: 2, W: 9, H: rows}, []Part{head, body, foot}, []int{0, 2, 1}) {
			if got != (Rect{Y: y, W: 9, H: want[i]}) {
				t.Errorf("%d rows: part %d is at %+v", rows, i, got)
			}
			y += got.H
		}
	}
}
