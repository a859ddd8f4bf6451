package board

import (
	"time"

	"sideboard/tasks"
)

// Claim takes a task: it becomes in progress, and who its owner where its dialect keeps owners.
func Claim(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	return tasks.Edit{}, nil
}

// Complete finishes a task.
func Complete(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	return tasks.Edit{}, nil
}

// Release gives a task back: pending, and nobody's.
func Release(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	return tasks.Edit{}, nil
}

// Reopen makes a completed task pending again, and nobody's.
func Reopen(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	return tasks.Edit{}, nil
}

// Delete removes a task's file; it always asks.
func Delete(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	return tasks.Edit{}, nil
}

// Link makes k wait for the task of the given id.
func Link(b *Board, k tasks.Key, on tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	return tasks.Edit{}, nil
}

// Unlink makes k no longer wait for the given id, be it of a task or of none.
func Unlink(b *Board, k tasks.Key, on tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	return tasks.Edit{}, nil
}

// Create makes a new task of a draft, in the dialect of the directory.
func Create(b *Board, d tasks.Draft, who string, at time.Time) (tasks.Edit, error) {
	return tasks.Edit{}, nil
}

// EditFields changes fields of a task. Each change says what it is based on (From), so that what somebody else
// wrote meanwhile is found.
func EditFields(b *Board, k tasks.Key, cs []tasks.Change, who string, at time.Time) (tasks.Edit, error) {
	return tasks.Edit{}, nil
}

// Remark is what a person should know about an edit that a rule allowed, "" for nothing: that the dialect keeps
// no owner, that they run another task already, that a running agent may overwrite what is created.
func Remark(b *Board, e tasks.Edit) string { return "" }

// LastOpen says that completing k completes the last open task of a list that its agents wipe when all is done.
func LastOpen(b *Board, k tasks.Key) bool { return false }
