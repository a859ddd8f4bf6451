package lay

import "testing"

func TestAMemoRemembersWhatWasDrawnLastUnderAKey(t *testing.T) {
	var m Memo[string, int]
	draw := func(key string, of int) (known bool) {
		d, known := m.Get(key, &of)
		if !known {
			if len(d.Rows)+len(d.Spots) > 0 {
				t.Errorf("%s of %d begins with %+v", key, of, d)
			}
			d.Rows, d.Spots = append(d.Rows, key), append(d.Spots, Spot{Item: of})
		}
		if len(d.Rows) != 1 || d.Rows[0] != key || d.Spots[0].Item != of {
			t.Errorf("%s of %d is %+v", key, of, d)
		}
		return known
	}
	for i, c := range []struct {
		key   string
		of    int
		known bool
	}{{"a", 0, false}, {"a", 0, true}, {"b", 0, false}, {"a", 1, false}, {"a", 0, false}, {"b", 0, true}} {
		if got := draw(c.key, c.of); got != c.known {
			t.Errorf("%d: %s of %d is known: %v", i, c.key, c.of, got)
		}
	}
	if m.Forget(); draw("b", 0) {
		t.Error("it is not forgotten")
	}
}

func TestAMemoIsBounded(t *testing.T) {
	var m Memo[int, struct{}]
	for i := range 5 * mostRemembered {
		m.Get(i, &struct{}{})
	}
	if len(m.known) > mostRemembered {
		t.Errorf("%d keys are remembered", len(m.known))
	}
}

func TestWhatIsRememberedCostsNothing(t *testing.T) {
	var m Memo[[9]string, struct{}]
	key := [9]string{"a", "b"}
	m.Get(key, &struct{}{})
	if n := testing.AllocsPerRun(20, func() { m.Get(key, &struct{}{}) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
