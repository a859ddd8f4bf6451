// Package graph is the dependency picture of a task directory in numbers and cells: who waits for whom, in which
// waves the work can be done, what closes a loop, where a task stands on the screen and by which cells its links run.
//
// It knows no task, no file, no colour and no terminal, and imports nothing of ours. A task is a Node with a number,
// a link an Edge from what is waited for to what waits. Three projections are made of one Graph: waves (Layout), the
// neighbourhood of one task (Focus, which is a Layout too) and a line per task (Timeline). A Layout is drawn on a Canvas, which
// answers cells with arms; Rune gives the character for a cell.
//
// Everything here is a pure function of its arguments: any order of the same nodes and edges gives the same answer,
// because nodes are ordered by their names.
package graph
