// Package ui is the board on the screen: the one Bubble Tea model, and everything it does to the world.
//
//	model.go     what it knows             update.go   what can happen
//	mode.go      what is on top            press.go    what a key means now
//	act.go       verbs on a task           queue.go    edits and keys in the order they were pressed
//	cursor.go    which task is selected    mouse.go    the same by hand
//	cards.go     a task as a card          detail.go   a task in full
//	news.go      telling what changed      notice.go   telling what did not work
//	form.go      creating and editing      save.go     what a form writes
//	merge.go     others' changes in it     editor.go   the same in $EDITOR
//	undo.go      taking back               overwrite.go  an edit that somebody overwrote
//	conflict.go  choosing between theirs and ours, conflict_edit.go or putting it by hand
//	problems.go  what is wrong, repairs    plan.go     a session's plan
//	members.go   who works on tasks        help.go, manual.go
//	worktree.go  worktrees of tasks        worktree_menu.go  making, binding, removing them
//	start.go     no directory yet          choose.go   another one in place of it
//	lanes.go     several lists at once     motion.go   what fades, and when to wake up
//	views.go     the dependencies in place of the board, picture.go what they show
//	graph.go     in waves                  focus.go    around one task
//	timeline.go  line by line              graph_mouse.go  the same by hand
//	link.go      a link being made         unlink.go   removed, led elsewhere, a task put into it
//	whatif.go    what if work were done    spark.go    the moment work becomes ready
//	frame.go     all of it as one screen   effects.go  all that it does to the world
//	terminal.go  the terminal, and lend.go lending it to an editor
//
// The file is the only truth: an edit of ours moves no card. It is written, the directory tells of it, and the
// record that comes back moves the card, as an agent's does; a mark bridges the moment between.
package ui
