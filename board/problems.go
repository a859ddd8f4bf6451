package board

import (
	"slices"

	"sideboard/tasks"
)

// problems is the files that cannot be read as they are now.
type problems struct {
	byKey map[tasks.Key]*tasks.Problem
	count int // without files that are being written
}

func newProblems() problems { return problems{byKey: map[tasks.Key]*tasks.Problem{}} }

// Problem returns why the newest state of a file cannot be read, nil if it can.
func (p *problems) Problem(k tasks.Key) *tasks.Problem { return p.byKey[k] }

// Problems returns the files that cannot be read, in the order of keys, also those without a card. Files that are being
// written are left out.
func (p *problems) Problems() []tasks.Problem {
	var ps []tasks.Problem
	for _, why := range p.byKey {
		if why.Kind != tasks.BeingWritten {
			ps = append(ps, *why)
		}
	}
	slices.SortFunc(ps, func(x, y tasks.Problem) int { return x.Key.Compare(y.Key) })
	return ps
}

// note adds or replaces the problem of a file.
func (p *problems) note(why tasks.Problem) {
	p.forget(why.Key)
	p.byKey[why.Key] = new(why)
	if why.Kind != tasks.BeingWritten {
		p.count++
	}
}

// forget removes the problem of a file that can be read or is gone.
func (p *problems) forget(k tasks.Key) {
	why := p.byKey[k]
	if why == nil {
		return
	}
	if why.Kind != tasks.BeingWritten {
		p.count--
	}
	delete(p.byKey, k)
}
