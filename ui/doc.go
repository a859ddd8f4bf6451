// Package ui is the board on the screen: the one Bubble Tea model. What opens beside the board or takes its place is in
// packages of its own, which ask the program through ui/host.
//
//	model.go    what it knows                         program.go    how it begins and ends
//	update.go   what can happen                       mode.go       what keys mean on the board
//	press.go    a key, or the mouse                   typeahead.go  keys that wait for others
//	act.go      a verb on a task                      queue.go      edits, one after the other
//	frame.go    all of it as one screen               footer.go     the keys that apply now
//	screen.go   the terminal it is drawn on           directory.go  what is open, several lists too
//	notice.go   what is to be read now                motion.go     when to wake up
//	start.go    no directory yet                      lend.go       the terminal for an editor or a shell
//	messages.go what comes back from effects          host.go       the program as its features see it
//
// The file is the only truth: an edit of ours moves no card. It is written, the directory tells of it, and the
// record that comes back moves the card, as an agent's does; a mark bridges the moment between.
package ui
