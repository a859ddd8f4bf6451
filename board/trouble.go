package board

import "sideboard/tasks"

// trouble takes in a file whose newest state cannot be shown.
func (b *Board) putProblem(p tasks.Problem) {
	s := b.slotOf(p.Key)
	if s >= 0 && b.slots[s].task == nil && p.Kind == tasks.NotATask {
		b.remove(p.Key)
		s = -1
	}
	b.clearProblem(p.Key)
	kept := p
	b.problems[p.Key] = &kept
	if p.Kind != tasks.BeingWritten {
		b.problemCount++
	}
	if s < 0 {
		if !p.Card() {
			return
		}
		s = b.newSlot(p.Key)
		b.brokenKeys[s] = p.Key
		e := b.touch(s)
		e.fresh, e.class, e.since = true, classMissing, p.Since.UnixNano()
		l := b.listOf(p.Key.List)
		traits := b.Traits(p.Key.List)
		numeric := traits != nil && traits.NumericIDs
		id, whole := fileID(stemOf(p.Key.Name), numeric), tasks.ID{Text: stemOf(p.Key.Name)}
		b.setIDNodes(s, b.ensureNode(l, id), b.ensureNode(l, whole))
	}
	b.touch(s)
	b.slots[s].hasProblem = p.Kind != tasks.BeingWritten
}

func (b *Board) clearProblem(k tasks.Key) {
	if p := b.problems[k]; p != nil {
		if p.Kind != tasks.BeingWritten {
			b.problemCount--
		}
		delete(b.problems, k)
	}
}
