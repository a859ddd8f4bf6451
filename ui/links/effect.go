package links

import (
	"strconv"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
)

// effect says what enter would do with the chosen line, "" if that is no link that would be written.
func (d *dialog) effect() string {
	b, r := d.m.Board, d.selected()
	if r == nil || r.link != nil || r.Off || r.Title || len(d.of) != 1 {
		return ""
	}
	of, k := d.of[0], r.key
	with := []tasks.Key{k}
	switch {
	case len(d.marked) > 0:
		with = d.marked
	case k == (tasks.Key{}):
		with = nil
	}
	const noLoop = ". Nothing becomes a loop."
	switch l := d.target; {
	case l != nil && d.between && k != (tasks.Key{}):
		return "With this " + b.ShortID(l.Waits) + " waits for " + b.ShortID(k) + ", and that for " +
			l.name(b) + noLoop
	case l != nil && d.between:
		return "With this a new task is between " + l.name(b) + " and " + b.ShortID(l.Waits) + "."
	case l != nil && k != (tasks.Key{}):
		return "With this " + b.ShortID(l.Waits) + " waits for " + b.ShortID(k) + " and no longer for " +
			l.name(b) + noLoop
	case l != nil:
		return "With this " + b.ShortID(l.Waits) + " waits for a new task and no longer for " + l.name(b) + "."
	case d.reversed && with == nil:
		return "With this a new task waits for " + b.ShortID(of) + "."
	case d.reversed && len(with) > 1:
		return "With these links " + phrase.Tasks(len(with)) + " wait for it" + noLoop
	case d.reversed:
		return "With this link " + b.ShortID(with[0]) + waitsFor(openBlockers(b, with[0], of)) + noLoop
	case with == nil:
		return "With this " + b.ShortID(of) + waitsFor(openBlockers(b, of)+1) + "; the new one is ready at once."
	case len(with) > 1:
		return "With these links it" + waitsFor(openBlockers(b, of, with...)) + noLoop
	}
	return "With this link it" + waitsFor(openBlockers(b, of, with...)) + noLoop
}

// openBlockers returns the number of unfinished tasks for which a task would wait with more links.
func openBlockers(b *board.Board, k tasks.Key, more ...tasks.Key) (n int) {
	for _, l := range b.WaitsFor(k) {
		if l.Open {
			n++
		}
	}
	for _, on := range more {
		if s := b.State(on); s != board.Done && s != board.Skipped {
			n++
		}
	}
	return n
}

// waitsFor returns the number of tasks that a task waits for in words.
func waitsFor(n int) string {
	if n == 0 {
		return " still waits for nothing: that is completed"
	}
	return " waits for " + strconv.Itoa(n) + phrase.Plural(n, " task", " tasks")
}
