package board

import "sideboard/tasks"

// SetGone says how to learn that an owner is gone: it shut down, or its team no longer lists it. No task file tells that;
// who looks after the agents does. gone is asked again and again.
func (b *Board) SetOwnerGone(gone func(owner string) bool) { b.ownerGoneFunc = gone }

// OwnerGone says that a task runs whose owner is gone: nobody will complete it.
func (b *Board) OwnerGone(k tasks.Key) bool {
	s := b.slotOf(k)
	return s >= 0 && b.ownerGone(s)
}

func (b *Board) ownerGone(s int32) bool {
	t := b.slots[s].task
	return b.ownerGoneFunc != nil && t != nil && t.Status == tasks.InProgress && t.Owner != "" && b.ownerGoneFunc(t.Owner)
}

// InProgress are all tasks that run, in the order of their column, whatever the filter shows.
func (b *Board) InProgress() []tasks.Key {
	var ks []tasks.Key
	for s := range b.columns[InProgressColumn].each {
		if t := b.slots[s].task; t != nil && t.Status == tasks.InProgress {
			ks = append(ks, t.Key)
		}
	}
	return ks
}
