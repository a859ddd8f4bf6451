// Package ui is the board on the screen: the one Bubble Tea model, split by reason.
//
//	model.go    what it knows            update.go   what can happen
//	mode.go     what is on top           press.go    what a key means now
//	act.go      verbs on a task          effects.go  everything it does to the world, and no more
//	cursor.go   which task is selected   mouse.go    the same by hand
//	news.go     telling what changed     notice.go   telling what did not work
//	cards.go    a task as a card         detail.go   a task in full
//	form.go     creating and editing     save.go     what a form writes
//	merge.go    others' changes in it    editor.go   the same in $EDITOR
//	undo.go     taking back              conflict.go choosing between theirs and ours
//	wording.go  or putting it by hand    order.go    edits in the order they were pressed
//	overwrite.go  an edit that was lost  troubles.go what is wrong, and repairs
//	papers.go   a session's plan         lists.go    help
//	start.go    no directory yet         choose.go   another one in place of it
//	motion.go   what fades, and when to wake up
//	tree.go     worktrees of tasks       treemenu.go making, binding, removing them
//	mates.go    who works on tasks
//	projection.go the dependencies in place of the board, picture.go what they show
//	graph.go    in waves                 focus.go    around one task
//	log.go      line by line             pointing.go the same by hand
//	link.go     a link being made        aim.go      what it may end at
//	unlink.go   removed, led elsewhere, a task put into it
//	linkview.go what would come of it    whatif.go   what would come of work that were done
//	spark.go    the moment work becomes ready
//	lanes.go    several lists at once
//	frame.go    all of it as one screen
//
// The file is the only truth: an edit of ours moves no card. It is written, the directory tells of it, and the
// record that comes back moves the card, as an agent's does; a mark bridges the moment between.
package ui
