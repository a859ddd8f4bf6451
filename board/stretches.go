package board

// Stretch is cards that stand one below the other in a column and are of one kind: of one list, and in the pending column
// failed, ready, unknown, blocked or broken.
type Stretch struct {
	Column     Column
	Kind       State // Failed, Ready, Unknown, Waiting for all that are blocked, Broken, Running or Done
	First, Len int   // among those the filter shows, containers too
}

// groupKinds are the states that stand for the groups of the pending column.
var groupKinds = [...]State{groupFailed: Failed, groupReady: Ready, groupUnknown: Unknown, groupBlocked: Waiting, groupBroken: Broken}

// AppendStretches appends the stretches of a column that the filter shows, from the top. They are found without looking at
// every card.
func (b *Board) AppendStretches(to []Stretch, c Column) []Stretch {
	o := b.column(c)
	from := 0
	add := func(kind State, end int) {
		if end > from {
			to = append(to, Stretch{c, kind, from, end - from})
		}
		from = end
	}
	for lane := range max(len(b.lanes), 1) {
		_, last := b.laneRange(o, lane)
		if c != PendingColumn {
			add([Columns]State{InProgressColumn: Running, CompletedColumn: Done}[c], last)
			continue
		}
		for g, kind := range groupKinds {
			add(kind, o.countWhile(func(s int32) bool {
				sl := &b.slots[s]
				return int(sl.lane) < lane || int(sl.lane) == lane && sl.group <= group(g)
			}))
		}
	}
	return to
}
