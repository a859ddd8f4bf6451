package panels

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/manual"
	"sideboard/ui/markdown"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// helping is the help: all keys, by scope, or those that a text may mean.
type helping struct {
	m      *Model
	lead   []view.Key // what the footer showed where the help was opened
	page   int
	typing bool
	line   field.Line
}

var _ host.TextMode = (*helping)(nil)

func (mode *helping) Scopes() []keymap.ScopeName {
	if mode.typing {
		return []keymap.ScopeName{keymap.HelpFindScope, keymap.TextScope}
	}
	return []keymap.ScopeName{keymap.HelpScope, keymap.ListScope}
}

// ShowHelp opens the help.
func (m *Model) ShowHelp() { m.SetMode(&helping{m: m, lead: m.FooterKeys()}) }

// Handle turns the pages of the help, finds a key in it, or closes it.
func (mode *helping) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	switch a {
	case keymap.Down, keymap.PageDown:
		mode.page++
	case keymap.Up, keymap.PageUp:
		mode.page--
	case keymap.First:
		mode.page = 0
	case keymap.Last:
		mode.page = 1 << 20
	case keymap.Filter:
		mode.typing = true
	case keymap.Submit:
		mode.typing = false
	case keymap.ReadManual:
		m.SetMode(&contents{m: m})
		return nil
	case keymap.Back, keymap.Choose:
		if a == keymap.Choose || !mode.typing && mode.line.Value() == "" {
			m.ToBoard()
			return nil
		}
		mode.typing, mode.line, mode.page = false, field.Line{}, 0
	default:
		if op, ok := host.Typing(a); ok {
			return mode.Type(op, "")
		}
	}
	mode.page = max(mode.page, 0)
	mode.page = min(mode.page, view.HelpPages(m.Width(), m.Height(), mode.view())-1)
	return nil
}

// Type takes text into the line; the keys follow every letter.
func (mode *helping) Type(op field.Op, text string) tea.Cmd {
	if mode.typing && mode.line.Handle(op, text) >= field.Edited {
		mode.page = 0
	}
	return nil
}

func (mode *helping) Overlay() view.Overlay { return mode.view() }

// view is first what the footer showed, with more words, what acts on the task before the board's, then what else acts on it, and all other
// keys, by scope: those of the screen the help was opened on before those of others. Those of them that do nothing now stand together behind
// the others.
func (mode *helping) view() *view.Help {
	m, typed := mode.m, strings.TrimSpace(mode.line.Value())
	words := map[keymap.Action]string{keymap.ReadManual: "manual", keymap.Filter: "find", keymap.Submit: "keep these", keymap.Back: "back"}
	if mode.typing || typed != "" {
		words[keymap.Back] = "all keys"
	}
	scopes := mode.Scopes()
	if mode.typing {
		scopes = scopes[:1]
	}
	h := &view.Help{Page: mode.page, Keys: m.KeysSaying(words, scopes...)}
	h.Turn, h.Back = safetext.Line(m.KeyOf(keymap.PageDown)), safetext.Line(m.KeyOf(keymap.PageUp))
	now := m.BoardScopes()
	least := keymap.MaxRank // letters in their order count only where nothing else does
	for _, s := range m.Keymap().Scopes() {
		for i := range s.Entries {
			if rank := s.Entries[i].Rank(typed); rank >= 0 {
				least = min(least, max(rank, keymap.MaxRank-1))
			}
		}
	}
	lead := view.HelpGroup{Title: safetext.Const("What you can do now"), Lead: true}
	if k, ok := m.Selected(); ok {
		h.Subject = m.Card(k).Subject
	}
	if typed == "" {
		lead.Keys = m.joined(slices.DeleteFunc(slices.Clone(mode.lead), func(k view.Key) bool { return k.Does.String() == "help" }))
	}
	place := make(map[view.Key]int, len(lead.Keys)) // in the order of the scopes
	all, found := len(lead.Keys), len(lead.Keys)
	var later []view.HelpGroup
	off := view.HelpGroup{Title: safetext.Const("Not now"), Off: true}
	for nth, s := range m.Keymap().Scopes() {
		if (s.Name == keymap.DemoScope || s.Name == keymap.ProvokeScope) && !m.InDemo() {
			continue
		}
		g := view.HelpGroup{Title: safetext.Line(s.Title), Later: !slices.Contains(now, s.Name)}
		for i := 0; i < len(s.Entries); i++ {
			e := &s.Entries[i]
			if m.Lacks(e.Action) {
				continue
			}
			key := view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Long), Off: !e.Enabled() || !g.Later && !m.Applies(e.Action)}
			rank := e.Rank(typed)
			own := key
			if e.Both != "" {
				i++
				next := &s.Entries[i]
				key.Name = safetext.Line(key.Name.String() + " " + m.KeyName(next).String())
				key.Does = safetext.Line(e.Both)
				if r := next.Rank(typed); rank < 0 || r >= 0 && r < rank {
					rank = r
				}
			}
			at := slices.IndexFunc(lead.Keys, func(k view.Key) bool { return !g.Later && (k.Name == key.Name || k.Name == own.Name) })
			switch {
			case at < 0:
			case lead.Keys[at].Name == key.Name && e.Both != "", lead.Keys[at].Does.String() == e.Short():
				lead.Keys[at].Name, lead.Keys[at].Does = key.Name, key.Does
			}
			switch {
			case at < 0:
			case s.Name == keymap.DemoScope: // these stand together
				key = lead.Keys[at]
				lead.Keys, at = slices.Delete(lead.Keys, at, at+1), -1
			default:
				place[lead.Keys[at]] = nth
			}
			switch all++; {
			case at >= 0, rank < 0 || rank > least:
				continue
			case key.Off && !g.Later:
				off.Keys = append(off.Keys, key)
			default:
				g.Keys = append(g.Keys, key)
			}
			found++
		}
		switch {
		case len(g.Keys) == 0:
		case g.Later:
			later = append(later, g)
		case s.Name == keymap.CommandScope: // they are few, and nobody else's
			h.Groups = slices.Insert(h.Groups, 0, g)
		default:
			g.Lead = s.Name == keymap.TaskScope && typed == ""
			h.Groups = append(h.Groups, g)
		}
	}
	if slices.SortStableFunc(lead.Keys, func(x, y view.Key) int { return cmp.Compare(place[x], place[y]) }); len(lead.Keys) > 0 {
		h.Groups = slices.Insert(h.Groups, 0, lead)
	}
	if len(off.Keys) > 0 {
		h.Groups = append(h.Groups, off)
	}
	h.Groups = append(h.Groups, later...)
	if mode.typing || typed != "" {
		row, x := mode.line.View(max(10, min(m.Width(), 60)-24))
		h.Typed = &view.Prompt{
			Label: safetext.Const("/"), Text: row, Cursor: x, Hint: safetext.Const("what you want to do, or a key"),
			Tally: safetext.Line(strconv.Itoa(found) + " of " + strconv.Itoa(all)),
		}
		h.Typing = mode.typing
	}
	return h
}

// contents is the manual's table of contents.
type contents struct {
	m *Model
	host.List
}

func (*contents) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ListScope} }

func (c *contents) Handle(a keymap.Action) tea.Cmd {
	m := c.m
	pages := manual.Pages()
	switch a {
	case keymap.Back:
		m.ShowHelp()
	case keymap.Choose:
		page := pages[c.Selected]
		m.SetMode(&host.Reading{Host: m, Title: safetext.Line(page.Name), Behind: c, LayOut: func(w int, sheet *style.Sheet) []view.Line {
			return markdown.Lines(page.Text, w, sheet)
		}})
	default:
		c.Move(a, len(pages), m.Height()/2)
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
		v.Items = append(v.Items, view.Choice{Label: safetext.Line(page.Name + strings.Repeat(" ", wide-len(page.Name))), Note: safetext.Line(page.About)})
	}
	v.Keys = m.KeysSaying(map[keymap.Action]string{keymap.Choose: "read it", keymap.Back: "back"}, c.Scopes()...)
	return v
}

// joined returns keys without the second of those that the help tells of in one row.
func (m *Model) joined(keys []view.Key) []view.Key {
	has := func(e *keymap.Entry) func(view.Key) bool {
		name := m.KeyName(e)
		return func(k view.Key) bool { return k.Name == name && k.Does.String() == e.Short() }
	}
	for _, s := range m.Keymap().Scopes() {
		for i := range s.Entries {
			if e := &s.Entries[i]; e.Both != "" && slices.ContainsFunc(keys, has(e)) {
				keys = slices.DeleteFunc(keys, has(&s.Entries[i+1]))
			}
		}
	}
	return keys
}
