package board

import (
	"strings"
	"time"

	"sideboard/tasks"
)

// Create makes a new task of a draft, in a list and in its dialect.
func Create(b *Board, list string, d tasks.Draft, who string, at time.Time) (tasks.Edit, error) {
	r := decision{b: b, s: -1, edit: tasks.Edit{Verb: tasks.VerbCreate, Of: tasks.Key{List: list}, Who: who, At: at, Draft: &d}}
	if strings.TrimSpace(d.Subject) == "" {
		return tasks.Edit{}, r.refuse("it has no subject", "type one")
	}
	traits := b.Traits(list)
	if traits != nil && traits.ReadOnly != "" {
		return tasks.Edit{}, r.refuse(traits.ReadOnly, "")
	}
	var missing []string
	var over []tasks.Key
	for _, id := range d.WaitsFor {
		k, t := b.taskOfID(list, id)
		switch {
		case k == (tasks.Key{}) || b.wipedCards > 0:
			missing = append(missing, id.Text)
		case t != nil && t.Status == tasks.Completed:
			over = append(over, k)
		}
		if t != nil && traits != nil && traits.MustExist {
			r.need(k, tasks.FieldWaitsFor, tasks.RefsValue(t.WaitsFor)) // it must still be there
		}
	}
	switch {
	case traits == nil:
	case len(missing) > 0 && traits.MustExist:
		return tasks.Edit{}, r.refuse("no task has the id "+joinNames(missing), "name tasks that exist")
	case len(over) > 0 && traits.Blocked == tasks.ListNotEmpty:
		return tasks.Edit{}, r.refuseNaming(b.displayNames(over)+" "+verbForm(len(over), "is", "are")+
			" completed already, and nobody would clear the link", "leave it out", over)
	}
	return r.edit, nil
}

// taskOfID returns the task that an id means in a list.
func (b *Board) taskOfID(listName string, id tasks.ID) (tasks.Key, *tasks.Task) {
	if n := b.lookupNode(listName, id); n >= 0 && b.nodes[n].slot >= 0 {
		p := b.nodes[n].slot
		return b.keyOf(p), b.slots[p].task
	}
	return tasks.Key{}, nil
}
