package lay

import "testing"

func TestTheSpotRecordedLastWins(t *testing.T) {
	spots := []Spot{{Rect: Rect{0, 0, 9, 9}, Kind: FirstKind, Item: 1}, {Rect: Rect{2, 2, 2, 2}, Kind: KeySpot}, {Rect: Rect{6, 6, 3, 3}}}
	for _, c := range []struct {
		x, y  int
		kinds []Kind
		want  Spot
		ok    bool
	}{
		{0, 0, nil, spots[0], true}, {3, 3, nil, spots[1], true}, {3, 3, []Kind{FirstKind}, spots[0], true}, {9, 0, nil, Spot{}, false},
		{7, 7, nil, spots[2], true}, {7, 7, []Kind{FirstKind}, Spot{}, false}, // covered
	} {
		if got, ok := SpotAt(spots, c.x, c.y, c.kinds...); got != c.want || ok != c.ok {
			t.Errorf("at %d,%d of %v: %+v, %v", c.x, c.y, c.kinds, got, ok)
		}
	}
}

func TestOfASpotThatIsPartlySeenThoseRowsArePressed(t *testing.T) {
	moved := AppendSpots(nil, []Spot{{Rect: Rect{1, -1, 5, 3}}, {Rect: Rect{1, 3, 5, 3}}, {Rect: Rect{1, 4, 5, 1}}}, 10, 20, 4)
	for i, want := range []Rect{{11, 20, 5, 2}, {11, 23, 5, 1}} {
		if len(moved) != 2 || moved[i].Rect != want {
			t.Fatalf("%+v, not %v", moved, want)
		}
	}
}

func TestRectanglesOverlapWhereTheyShareACell(t *testing.T) {
	in := Rect{2, 2, 3, 3}
	for _, c := range []struct {
		r    Rect
		want bool
	}{{in, true}, {Rect{0, 0, 9, 9}, true}, {Rect{4, 4, 9, 9}, true}, {Rect{0, 0, 3, 3}, true}, {Rect{5, 2, 3, 3}, false}, {Rect{2, 5, 3, 3}, false}, {Rect{0, 2, 2, 3}, false}, {Rect{2, 0, 3, 2}, false}} {
		if in.Overlaps(c.r) != c.want || c.r.Overlaps(in) != c.want {
			t.Errorf("%v and %v overlap: %v", in, c.r, !c.want)
		}
	}
}

func TestARectangleHasTheCellsInsideOfItsEdges(t *testing.T) {
	in := Rect{2, 3, 2, 1}
	for y := range 6 {
		for x := range 6 {
			if want := y == 3 && (x == 2 || x == 3); in.Contains(x, y) != want {
				t.Errorf("%d,%d is in %v: %v", x, y, in, !want)
			}
		}
	}
	for r, want := range map[Rect]bool{in: false, {2, 3, 0, 1}: true, {2, 3, 2, 0}: true, {2, 3, -1, 1}: true} {
		if r.Empty() != want {
			t.Errorf("%v is empty: %v", r, !want)
		}
	}
}
