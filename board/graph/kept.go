package graph

import (
	"encoding/json"
	"errors"
)

// MarshalJSON writes down what a later layout may want to keep of this one: where everything stood, by names.
func (l *Layout) MarshalJSON() ([]byte, error) { return json.Marshal(&l.record) }

// The bounds of a layout that is read: no picture that was drawn comes near them.
const (
	maxKeptItems = 2 * maxPassing
	maxKeptCell  = 1 << 20
)

var errNoLayout = errors.New("this is no layout")

// UnmarshalJSON makes a layout that nothing can be drawn of, and that can be the Previous of another.
func (l *Layout) UnmarshalJSON(raw []byte) error {
	var r layoutRecord
	if err := json.Unmarshal(raw, &r); err != nil {
		return err
	}
	fine := len(r.Boxes)+len(r.Dummies) <= maxKeptItems && r.Slack >= 0 && r.Inversions >= 0
	within := func(n int32) bool { return n >= 0 && n < maxKeptCell }
	for _, items := range [][]recordedItem{r.Boxes, r.Dummies} {
		for i := range items {
			fine = fine && within(items[i].Y) && within(items[i].Out)
		}
	}
	for _, widths := range []map[int]int32{r.Widths, r.Columns} {
		for _, w := range widths {
			fine = fine && within(w)
		}
	}
	if !fine {
		return errNoLayout
	}
	*l = Layout{record: r}
	return nil
}
