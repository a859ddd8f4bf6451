package board

import "sideboard/tasks"

// SetGone says which owners are known to be gone: they shut down, or their team no longer lists them. No task file
// tells that; who looks after the agents does.
func (b *Board) SetGone(owners map[string]bool) { b.gone = owners }

// OwnerGone says that a task runs whose owner is gone: nobody will complete it.
func (b *Board) OwnerGone(k tasks.Key) bool {
	s := b.find(k)
	return s >= 0 && b.ownerGone(s)
}

func (b *Board) ownerGone(s int32) bool {
	t := b.slots[s].task
	return t != nil && t.Status == tasks.InProgress && b.gone[t.Owner]
}
