package links

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// maxFound is the largest number of tasks that are offered, each checked by the rules. A longer text finds the others.
const maxFound = 24

// update computes the lines, and selects the one that enter most likely means.
func (d *dialog) update() {
	d.fill()
	d.message, d.First = "", 0
	switch d.Selected = 0; {
	case d.line.Value() != "":
		d.Selected = slices.IndexFunc(d.rows, func(r row) bool { return !r.Off && d.isLikely(r) })
		if d.Selected < 0 {
			d.Selected = slices.IndexFunc(d.rows, d.isLikely) // enter then says why it cannot be linked
		}
		if d.Selected < 0 {
			d.Selected = len(d.rows) - 1 // a new task
		}
	case d.target == nil && len(d.of) == 1:
		d.Selected = -1
	}
}

// refresh computes the lines again if the board changed, and keeps the selection.
func (d *dialog) refresh() {
	if d.gen == d.m.Generation {
		return
	}
	was := d.selected()
	if d.fill(); was == nil {
		return
	}
	at := slices.IndexFunc(d.rows, func(r row) bool {
		return !r.Title && r.key == was.key && (r.link == nil) == (was.link == nil) &&
			(r.link == nil || *r.link == *was.link)
	})
	d.Selected = at
	if at < 0 {
		d.update()
	}
}

func (d *dialog) fill() {
	d.rows, d.below, d.gen = nil, nil, d.m.Generation
	if len(d.of) == 1 {
		d.addAllLinks()
	} else if d.listing() {
		r := row{run: func() tea.Cmd { d.m.LinkChain(); return nil }}
		r.Label = safetext.Const("Each for the one marked before it")
		d.rows = append(d.rows, r)
	}
	if !d.listing() || len(d.rows) <= 1 || len(d.marked) > 0 {
		d.addFound()
	}
}

// addAllLinks adds the links of the task: as lines, or while something else is chosen below them, with the tasks that
// wait for it through others.
func (d *dialog) addAllLinks() {
	b, k := d.m.Board, d.of[0]
	waits, unblocks := b.LinksOf(k)
	d.oneSided = slices.ContainsFunc(slices.Concat(waits, unblocks), func(e board.LinkEnd) bool { return e.OneSided })
	behind := slices.DeleteFunc(b.AppendBehind(nil, k, mostBehind), func(of tasks.Key) bool {
		return slices.ContainsFunc(unblocks, func(e board.LinkEnd) bool { return e.Key == of })
	})
	count := strconv.Itoa(len(unblocks))
	if n := len(behind); n > 0 {
		count += ", then " + strconv.Itoa(n) + " more"
	}
	d.addLinks("Waits for", strconv.Itoa(len(waits)), waits, true)
	d.addLinks("Unblocks", count, unblocks, false)
	for _, of := range behind {
		c := d.choiceOf(of)
		c.Told = true
		d.rows = append(d.rows, row{Choice: c})
	}
	if d.listing() {
		return
	}
	for _, r := range d.rows {
		d.below = append(d.below, r.Choice)
	}
	d.rows = nil
}

// mostBehind is the largest number of tasks that wait through others and are counted.
const mostBehind = 99

// addLinks adds the links of one direction.
func (d *dialog) addLinks(title, count string, ends []board.LinkEnd, waits bool) {
	m, k := d.m, d.of[0]
	if len(ends) == 0 {
		return
	}
	if len(d.rows) > 0 {
		d.rows = append(d.rows, row{Choice: view.Choice{Title: true}})
	}
	d.rows = append(d.rows, row{Choice: view.Choice{Label: safetext.Line(title), Note: safetext.Line(count),
		Title: true}})
	for _, e := range ends {
		l := &Link{k, e.ID, e.Key}
		if !waits {
			l = &Link{e.Key, idOf(m.Board, e.Key, k), e.Key}
		}
		r := row{link: l, Choice: view.Choice{State: view.Missing, Stated: true, Marked: d.marks[*l]}}
		switch {
		case e.Task != nil:
			r.Choice = d.choiceOf(e.Key)
			r.Marked = d.marks[*l]
			if e.OneSided {
				r.Note = safetext.Const("on one side only")
			}
		default:
			r.Label, r.Note, r.Right = safetext.Const("no file has this id"), d.suggestion(e.ID),
				safetext.Line(e.ID.Text)
		}
		d.rows = append(d.rows, r)
	}
}

// idOf returns the id with which a task refers to another, or the other's own id if it does not.
func idOf(b *board.Board, waits, on tasks.Key) tasks.ID {
	for _, l := range b.WaitsFor(waits) {
		if l.Key == on {
			return l.ID
		}
	}
	if t := b.Task(on); t != nil {
		return t.ID
	}
	return tasks.ID{}
}

// suggestion names the task that a missing id may have meant.
func (d *dialog) suggestion(id tasks.ID) safetext.Text {
	if near := d.m.Board.SimilarIDs(d.of[0].List, id, 1); len(near) > 0 && near[0] != d.of[0] {
		return safetext.Line("did you mean " + d.m.Board.ShortID(near[0]) + "?")
	}
	return safetext.Text{}
}

// choiceOf returns a task as a line.
func (d *dialog) choiceOf(k tasks.Key) view.Choice {
	c := view.Choice{Label: safetext.Line(k.Name), Right: safetext.Line(d.m.Board.ShortID(k)),
		State: phrase.State(d.m.Board.State(k)), Stated: true}
	if t := d.m.Board.Task(k); t != nil {
		c.Label = safetext.Subject(t.Subject)
		if owner, hue := d.m.Owner(t.Owner); !owner.Empty() {
			c.End = view.Line{{Text: owner, Style: hue}}
		}
		stalled := func(n board.Need) bool { return n.Key == k && n.Kind == board.TaskStalled }
		if slices.ContainsFunc(d.m.Needs(), stalled) {
			if len(c.End) > 0 {
				c.End = append(c.End, phrase.Plain(" "))
			}
			c.End = append(c.End, view.Span{Text: safetext.Const("stalled"), Style: style.DangerStrong})
		}
	}
	return c
}

// addFound adds the tasks that match the text, with the answer of the rules for each, and a new task.
func (d *dialog) addFound() {
	typed := strings.TrimSpace(d.line.Value())
	keys := d.search(typed)
	if len(d.rows) > 0 && len(keys) > 0 {
		d.rows = append(d.rows, row{Choice: view.Choice{Title: true}})
	}
	for _, k := range keys {
		r := row{key: k, Choice: d.choiceOf(k), run: func() tea.Cmd { return d.linkAll([]tasks.Key{k}) }}
		r.Marked = slices.Contains(d.marked, k)
		if edits, _, err := d.edits(k); len(edits) == 0 {
			r.Off, r.Why, r.Note = true, safetext.Short(reasonOf(err)), safetext.Text{}
			if no, _ := errors.AsType[board.Refusal](err); no.Loop {
				r.Note = safetext.Const("would close a loop")
			}
		} else if err != nil {
			r.Note = safetext.Line(fmt.Sprintf("%d of %d", len(edits), len(d.of)))
		}
		d.rows = append(d.rows, r)
	}
	if typed == "" { // tasks that can be linked come first
		from := len(d.rows) - len(keys)
		slices.SortStableFunc(d.rows[from:], func(x, y row) int { return b2i(x.Off) - b2i(y.Off) })
		return
	}
	r := row{run: d.create}
	r.Label = safetext.Short("new task “" + typed + "”")
	if d.m.ASCII {
		r.Label = safetext.Short("new task \"" + typed + "\"")
	}
	d.rows = append(d.rows, r)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// search returns the tasks that match a text, and the marked ones behind them.
func (d *dialog) search(typed string) (keys []tasks.Key) {
	b, of := d.m.Board, d.of[0]
	found := b.Search(typed, of)
	if typed == "" && d.target != nil && d.target.other == (tasks.Key{}) {
		found = append(b.SimilarIDs(of.List, d.target.On, 3), found...)
	}
	if typed == "" && d.listing() && len(d.of) == 1 && len(d.rows) > 0 {
		found = nil
	}
	for _, k := range slices.Concat(found[:min(len(found), maxFound)], d.marked) {
		ends := d.target != nil && (k == d.target.Waits || k == d.target.end(b))
		if !ends && !slices.Contains(keys, k) && !slices.Contains(d.of, k) {
			keys = append(keys, k)
		}
	}
	return keys
}

// reasonOf returns the reason of a refusal.
func reasonOf(err error) string {
	if no, ok := errors.AsType[board.Refusal](err); ok {
		return no.Why
	}
	return phrase.Sentence(err.Error())
}

// isLikely reports whether a line is a task with the text in its subject or id. A task that was found because it has
// the letters one after the other is less likely meant than a new task.
func (d *dialog) isLikely(r row) bool {
	t := d.m.Board.Task(r.key)
	if t == nil {
		return false
	}
	typed := strings.TrimPrefix(strings.ToLower(strings.TrimSpace(d.line.Value())), "#")
	return strings.Contains(strings.ToLower(t.Subject), typed) || strings.Contains(strings.ToLower(t.ID.Text), typed)
}

// Overlay returns the text line and the list.
func (d *dialog) Overlay() view.Overlay {
	d.refresh()
	m := d.m
	row, x := d.line.View(max(10, min(m.Width, view.TypedWidth)-24))
	v := &view.Picker{Title: d.title(), Note: d.note(), First: d.First, Selected: d.Selected, Keys: d.keys(),
		Idle: d.linkKeys(), Rows: view.TypedRows, About: 2,
		Typed: &view.Prompt{Label: d.label(), Text: row, Cursor: x, Hint: safetext.Const("a task, or a new one"),
			Error: safetext.Short(d.message)}}
	if d.link() != nil {
		v.Typed.Cursor, v.Typed.Hint = -1, safetext.Line(m.KeyOf(keymap.Link)+" adds a link")
	}
	if n := len(d.marked); n > 0 {
		v.Typed.Tally = safetext.Line(fmt.Sprint(n, " marked"))
	}
	for i := range d.rows {
		v.Items = append(v.Items, d.rows[i].Choice)
	}
	v.Below = d.below
	if words := d.effect(); words != "" {
		v.More = []view.Line{{{Text: safetext.Line(words), Style: style.Soft}}}
	}
	return v
}

func (d *dialog) title() safetext.Text {
	if n := len(d.of); n > 1 {
		return safetext.Line("Link " + phrase.Tasks(n))
	}
	words := "Links of "
	if d.removing {
		words = "Remove a link of "
	}
	of := d.m.Board.Task(d.of[0])
	if of == nil {
		return safetext.Line(words + d.m.Board.ShortID(d.of[0]))
	}
	return safetext.Line(words).Append(safetext.Spaces(1), safetext.Subject(of.Subject))
}

// note returns the id of the task, at the right end of the title.
func (d *dialog) note() safetext.Text {
	if len(d.of) > 1 || d.m.Board.Task(d.of[0]) == nil {
		return safetext.Text{}
	}
	return safetext.Line(d.m.Board.ShortID(d.of[0]))
}

// label says what happens with the chosen task.
func (d *dialog) label() safetext.Text {
	b := d.m.Board
	s := ""
	if len(d.of) == 1 {
		s = "s"
	}
	switch l := d.target; {
	case l != nil && d.between:
		return safetext.Line("between " + b.ShortID(l.end(b)) + " and " + b.ShortID(l.Waits))
	case l != nil:
		return safetext.Line(b.ShortID(l.Waits) + " waits, instead of " + l.name(b) + ", for")
	case d.reversed:
		return safetext.Line("unblock" + s)
	}
	return safetext.Line("wait" + s + " for")
}

// end returns the task that a link waits for.
func (l *Link) end(b *board.Board) tasks.Key {
	for _, e := range b.WaitsFor(l.Waits) {
		if e.ID == l.On {
			return e.Key
		}
	}
	return tasks.Key{}
}

func (l *Link) name(b *board.Board) string {
	if k := l.end(b); k != (tasks.Key{}) {
		return b.ShortID(k)
	}
	return l.On.Text
}

// linkKeys returns what the keys do with a link: the most keys that the dialog has.
func (d *dialog) linkKeys() []view.Key {
	words := map[keymap.Action]string{
		keymap.Back: "close", keymap.Choose: "go to it", keymap.Relink: "move", keymap.Insert: "between",
		keymap.Reverse: "reverse",
	}
	if d.removing {
		words[keymap.Choose] = "unlink"
	} else {
		words[keymap.Unlink] = "unlink"
	}
	if d.oneSided {
		words[keymap.RepairLinks] = "repair"
	}
	return d.m.KeysSaying(words, keymap.LinksScope)
}

// keys returns the keys for what is selected.
func (d *dialog) keys() []view.Key {
	if d.link() != nil {
		return d.linkKeys()
	}
	words := map[keymap.Action]string{keymap.Back: "close"}
	if !d.listing() {
		words[keymap.Back] = "back"
	}
	switch r := d.selected(); {
	case len(d.marked) == 0 && (r == nil || r.Off):
	case d.target == nil:
		words[keymap.Choose], words[keymap.MarkDown] = "link", "mark"
		if n := len(d.marked); n > 0 {
			words[keymap.Choose] = "link " + phrase.Tasks(n)
		} else if d.line.Value() != "" && r.key == (tasks.Key{}) {
			words[keymap.Choose] = "create and link"
		}
	case d.between:
		words[keymap.Choose] = "put between"
	default:
		words[keymap.Choose] = "move"
	}
	switch {
	case d.target != nil:
	case d.reversed:
		words[keymap.Reverse] = "waits for"
	default:
		words[keymap.Reverse] = "unblocks"
	}
	keys := d.m.KeysSaying(words, keymap.LinkScope)
	links := slices.ContainsFunc(d.rows, func(r row) bool { return r.link != nil })
	if links && len(d.marked) == 0 {
		down := d.m.KeysSaying(map[keymap.Action]string{keymap.Down: "unlink or move"}, keymap.FindScope)
		keys = slices.Insert(keys, len(keys)-1, down...)
	}
	return keys
}
