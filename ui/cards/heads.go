package cards

import (
	"slices"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// headOf returns the head of a container as view.Run refers to it, 0 for any other task.
func (r *runs) headOf(k tasks.Key) int { return slices.Index(r.headKeys, k) + 1 }

// addHead makes the head of a container, unless there is none or it exists.
func (r *runs) addHead(b *board.Board, k tasks.Key) {
	if k.Name == "" || r.headOf(k) > 0 {
		return
	}
	t := b.Task(k)
	done, all, _ := b.ContainerProgress(k)
	r.heads = append(r.heads, view.Head{Key: cardKey(k), Name: safetext.Subject(t.Subject),
		ID: safetext.Line(t.ID.Text), Done: done, All: all})
	r.headKeys = append(r.headKeys, k)
}

// under returns the first card under a head, in one column if it has one there; false for no head.
func (r *runs) under(head int, in board.Column) (col board.Column, row int, ok bool) {
	if head == 0 {
		return 0, 0, false
	}
	for _, c := range [...]board.Column{in, board.InProgressColumn, board.PendingColumn, board.CompletedColumn} {
		for i := range r.of[c].shown {
			if run := &r.of[c].shown[i]; run.Head == head && run.Gone == nil {
				return board.Column(run.Column), run.First, true
			}
		}
	}
	return 0, 0, false
}

// columnCards is the rows of columns that have cards: in the list a container has one, in columns it may be a head.
type columnCards struct {
	*board.Board
	stacked bool
}

// first returns the row of the first card of a column, false if it has none.
func (c columnCards) first(col board.Column) (row int, ok bool) {
	all := c.AppendStretches(nil, col)
	if !c.stacked {
		all = c.UnderHeads(all)
	}
	if len(all) == 0 {
		return 0, false
	}
	return all[0].First, true
}

// near returns the row of the card nearest to a row of a column, false if there is none.
func (c columnCards) near(col board.Column, row int) (int, bool) {
	n := c.Len(col)
	row = min(row, n-1)
	for away := range n {
		for _, at := range [...]int{row + away, row - away} {
			if at >= 0 && at < n && (c.stacked || !c.IsHead(c.At(col, at))) {
				return at, true
			}
		}
	}
	return 0, false
}
