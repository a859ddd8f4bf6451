// Package help shows the keys that apply now, all others, and the manual.
package help

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/ui/host"
	"sideboard/ui/manual"
	"sideboard/ui/markdown"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Uses is what the help asks of other features.
type Uses struct {
	Applies     func(keymap.Action) bool  // it can do something for the selected task
	Lacks       func(keymap.Action) bool  // it can do nothing for any task of the list
	BoardScopes func() []keymap.ScopeName // the scopes of the board or of the view that is shown
	FooterKeys  func() []view.Key
}

// Model opens the help.
type Model struct {
	*host.Program
	Uses
}

// New returns the model of a program.
func New(p *host.Program) *Model { return &Model{Program: p} }

// helpMode is the help: the keys of the board and its views, or those of the mode it was opened over, filtered.
type helpMode struct {
	m             *Model
	behind        host.Mode  // the mode that the help was opened over, nil for the board
	lead          []view.Key // the keys of the footer when the help was opened
	host.Filtered            // its first visible row, and its filter
}

var _ host.TextMode = (*helpMode)(nil)

// Scopes returns the keys of the help.
func (mode *helpMode) Scopes() []keymap.ScopeName {
	if mode.Typing {
		return mode.Filtered.Scopes()
	}
	return append([]keymap.ScopeName{keymap.HelpScope}, mode.Filtered.Scopes()...)
}

// Show opens the help for what is on the screen.
func (m *Model) Show() {
	mode := &helpMode{m: m, Filtered: host.Filtered{Changed: func() {}}}
	if m.Browsing() {
		mode.lead = m.FooterKeys()
	} else {
		mode.behind = m.Mode()
	}
	m.SetMode(mode)
}

// Handle scrolls or filters the help, opens the manual, or closes the help.
func (mode *helpMode) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	switch {
	case a == keymap.ReadManual:
		m.SetMode(&contents{m: m, behind: mode})
	case a == keymap.Choose && mode.Typing:
		mode.Typing = false
	case mode.Filtered.Handle(a, view.HelpScroll(m.Width, m.Height, mode.view())+1, m.Height/2):
	case mode.behind != nil:
		m.SetMode(mode.behind)
	default:
		m.ToBoard()
	}
	return nil
}

// Overlay returns the keys.
func (mode *helpMode) Overlay() view.Overlay { return mode.view() }

// boardHelp are the scopes that the help shows on the board and in every view.
var boardHelp = []keymap.ScopeName{
	keymap.TaskScope, keymap.EditsScope, keymap.BoardScope, keymap.MarkScope, keymap.ViewsScope, keymap.NowScope,
	keymap.DepViewScope,
	keymap.ShowScope, keymap.ProgramScope, keymap.CommandScope, keymap.TextScope,
}

// scopes returns the scopes that the help shows, first those that apply now, and the number of those.
func (mode *helpMode) scopes() (all []keymap.Scope, now int) {
	m, in := mode.m, mode.m.BoardScopes()
	if mode.behind != nil {
		all = m.Keys.Scopes(mode.behind.Scopes()...)
		return all, len(all)
	}
	var others []keymap.Scope
	for _, s := range m.Keys.Scopes() {
		switch {
		case slices.Contains(in, s.Name):
			all = append(all, s)
		case m.Workspace != nil && slices.Contains(boardHelp, s.Name):
			others = append(others, s)
		}
	}
	return append(all, others...), len(all)
}

// helpRow is a row of the help: a key, or two that share a row.
type helpRow struct {
	view.Key
	own   safetext.Text // the name of the first key
	short string
	rank  int
	scope int // index of its scope
}

// rows returns the keys of the scopes, each row once. Of the keys of a text line only some are shown if it does not
// apply.
func (mode *helpMode) rows(all []keymap.Scope, now int, typed string) (rows []helpRow) {
	m, seen := mode.m, map[[2]safetext.Text]bool{}
	applies := m.Applies
	if mode.behind != nil {
		applies = host.AppliesIn(mode.behind)
	}
	for at, s := range all {
		for i := 0; i < len(s.Entries); i++ {
			e := &s.Entries[i]
			r := helpRow{own: m.KeyName(e), short: e.Short(), rank: e.Rank(typed), scope: at}
			r.Key = view.Key{Name: r.own, Does: safetext.Line(e.Long), Off: !e.Enabled() || at < now &&
				!applies(e.Action)}
			if e.Both != "" {
				i++
				next := &s.Entries[i]
				r.Name, r.Does = safetext.Line(r.own.String()+" "+m.KeyName(next).String()), safetext.Line(e.Both)
				if rank := next.Rank(typed); r.rank < 0 || rank >= 0 && rank < r.rank {
					r.rank = rank
				}
			}
			of := [2]safetext.Text{r.Name, r.Does}
			if at >= now && s.Name == keymap.TextScope && e.Action != keymap.DeleteWord &&
				e.Action != keymap.UndoTyping || m.Lacks(e.Action) || seen[of] {
				continue
			}
			seen[of] = true
			rows = append(rows, r)
		}
	}
	return rows
}

// view returns the keys of the footer with longer words, then all other keys by scope: those of the screen first, then
// those of the other views. Keys that do nothing now come last.
func (mode *helpMode) view() *view.Help {
	m, typed := mode.m, strings.TrimSpace(mode.Line.Value())
	words := map[keymap.Action]string{keymap.ReadManual: "manual", keymap.Filter: "find", keymap.Back: "back"}
	if mode.Filtering() {
		words[keymap.Back] = "all keys"
	}
	if mode.Typing {
		words[keymap.Choose] = "keep these"
	}
	h := &view.Help{Scroll: mode.Selected, Keys: mode.Keys(&m.Screen, words, keymap.HelpScope)}
	if !mode.Typing {
		h.Keys = append([]view.Key{{Name: safetext.Const("j k"), Does: safetext.Const("scroll")}}, h.Keys...)
	}
	if k, ok := m.Selected(); ok && mode.behind == nil {
		c := m.Card(k)
		word := safetext.Line(phrase.StateWord(m.Board.State(k)))
		h.Subject, h.Note = c.Subject, c.ID.Append(safetext.Spaces(2), word)
	}
	found, all := 0, 0
	h.Groups, found, all = mode.groups(typed)
	h.Signs = mode.behind == nil
	if mode.Filtering() {
		h.All, _, _ = mode.groups("")
		row, x := mode.Line.View(max(10, min(m.Width, 60)-24))
		h.Typed = &view.Prompt{
			Label: safetext.Const("/"), Text: row, Cursor: x, Hint: safetext.Const("what you want to do, or a key"),
			Tally: safetext.Line(strconv.Itoa(found) + " of " + strconv.Itoa(all)),
		}
		h.Typing = mode.Typing
	}
	return h
}

// groups returns the groups of keys that match a text, the number of their rows, and that of all rows.
func (mode *helpMode) groups(typed string) (groups []view.HelpGroup, found, all int) {
	lead := view.HelpGroup{Title: safetext.Const("What you can do now")}
	if typed == "" {
		lead.Keys = slices.DeleteFunc(slices.Clone(mode.lead), func(k view.Key) bool {
			return k.Does.String() == "help"
		})
	}
	scopes, now := mode.scopes()
	rows := mode.rows(scopes, now, typed)
	bestRank := keymap.MaxRank // matches of letters in order count only if there are no others
	for i := range rows {
		if rank := rows[i].rank; rank >= 0 {
			bestRank = min(bestRank, max(rank, keymap.MaxRank-1))
		}
	}
	groups = make([]view.HelpGroup, len(scopes))
	off := view.HelpGroup{Title: safetext.Const("Not now"), Off: true}
	for i := range rows {
		r := &rows[i]
		if r.rank < 0 || r.rank > bestRank {
			continue
		}
		found++
		at := -1
		if r.scope < now {
			at = slices.IndexFunc(lead.Keys, func(k view.Key) bool { return k.Name == r.Name || k.Name == r.own })
		}
		switch {
		// the footer's key gets the longer words, and a second key of the same row goes into that row
		case at >= 0 && (lead.Keys[at].Does.String() == r.short || lead.Keys[at].Name == r.Name && r.Name != r.own):
			lead.Keys[at].Name, lead.Keys[at].Does = r.Name, r.Does
			lead.Keys = slices.DeleteFunc(lead.Keys, func(k view.Key) bool {
				return r.own.String()+" "+k.Name.String() == r.Name.String()
			})
		case at >= 0: // the footer says something else of the key now
		case r.Off:
			off.Keys = append(off.Keys, r.Key)
		default:
			groups[r.scope].Keys = append(groups[r.scope].Keys, r.Key)
		}
	}
	for i := range groups {
		groups[i].Title = safetext.Line(scopes[i].Title)
	}
	groups = slices.DeleteFunc(slices.Concat([]view.HelpGroup{lead}, groups, []view.HelpGroup{off}),
		func(g view.HelpGroup) bool {
			return len(g.Keys) == 0
		})
	return groups, found, len(rows)
}

// ReadManual opens a page of the manual at a heading.
func (m *Model) ReadManual(page, heading string) tea.Cmd {
	if p, ok := manual.Find(page); ok {
		m.read(p, heading, nil)
	}
	return nil
}

// read shows a page of the manual, at a heading if that is not "".
func (m *Model) read(page manual.Page, heading string, behind host.Mode) {
	m.SetMode(&host.Reading{Program: m.Program, Title: safetext.Line(page.Name), Start: heading, Behind: behind,
		LayOut: func(w int, sheet *style.Sheet) []view.Line {
			return markdown.Lines(page.Text, w, sheet)
		}})
}

// contents is the manual's table of contents.
type contents struct {
	m      *Model
	behind host.Mode // the help
	host.List
}

func (*contents) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ListScope} }

func (c *contents) Handle(a keymap.Action) tea.Cmd {
	m := c.m
	pages := manual.Pages()
	switch a {
	case keymap.Back:
		m.SetMode(c.behind)
	case keymap.Choose:
		m.read(pages[c.Selected], "", c)
	default:
		c.Move(a, len(pages), m.Height/2)
	}
	return nil
}

func (c *contents) Overlay() view.Overlay {
	m := c.m
	v := &view.Picker{Title: safetext.Const("Manual"), First: c.First, Selected: c.Selected}
	pages := manual.Pages()
	wide := 0
	for _, page := range pages {
		wide = max(wide, len(page.Name))
	}
	for _, page := range pages {
		v.Items = append(v.Items, view.Choice{Label: safetext.Line(page.Name +
			strings.Repeat(" ", wide-len(page.Name))), Note: safetext.Line(page.About)})
	}
	v.Keys = m.KeysSaying(map[keymap.Action]string{keymap.Choose: "read it", keymap.Back: "back"}, c.Scopes()...)
	return v
}
