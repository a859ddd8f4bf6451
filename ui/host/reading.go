package host

import (
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Reading shows a text over the board.
type Reading struct {
	*Program
	Title  safetext.Text
	Facts  func() []view.Fact // above the lines, nil for none
	LayOut func(width int, sheet *style.Sheet) []view.Line
	Start  string // the line with this text is the first visible one at the beginning; "" for the first
	Behind Mode   // is shown again when it closes, nil for the board

	In   []keymap.ScopeName       // of other keys
	Says map[keymap.Action]string // their words
	Do   func(keymap.Action) tea.Cmd

	scroll int
	lines  []view.Line // laid out for the following
	width  int
	sheet  *style.Sheet
	gen    int
}

// Scopes returns the keys of the text.
func (r *Reading) Scopes() []keymap.ScopeName {
	return append(r.In[:len(r.In):len(r.In)], keymap.ListScope)
}

// Handle scrolls or closes the text, or calls Do.
func (r *Reading) Handle(a keymap.Action) tea.Cmd {
	switch {
	case r.Says[a] != "":
		return r.Do(a)
	case a != keymap.Back && a != keymap.Choose:
		limit := view.DocumentScroll(r.Width, r.Height, r.view())
		r.scroll = Move(min(r.scroll, limit), limit+1, a, r.Height/2)
	case r.Behind != nil:
		r.SetMode(r.Behind)
	default:
		r.ToBoard()
	}
	return nil
}

// Overlay returns the text.
func (r *Reading) Overlay() view.Overlay {
	v := r.view()
	v.Scroll = min(r.scroll, view.DocumentScroll(r.Width, r.Height, v))
	return v
}

// isStart reports whether a line is the first visible one at the beginning.
func (r *Reading) isStart(l view.Line) bool {
	var words strings.Builder
	for _, s := range l {
		words.WriteString(s.Text.String())
	}
	return strings.TrimSpace(words.String()) == r.Start
}

func (r *Reading) view() *view.Document {
	if w := view.DocumentWidth(r.Width); r.lines == nil || r.width != w || r.sheet != r.Sheet || r.gen != r.Generation {
		r.width, r.sheet, r.gen = w, r.Sheet, r.Generation
		begins := r.lines == nil
		r.lines = r.LayOut(w, r.sheet)
		if begins && r.Start != "" {
			r.scroll = max(slices.IndexFunc(r.lines, r.isStart), 0)
		}
	}
	says := map[keymap.Action]string{keymap.Back: "close"}
	if r.Behind != nil {
		says[keymap.Back] = "back"
	}
	maps.Copy(says, r.Says)
	keys := []view.Key{{Name: safetext.Const("j k"), Does: safetext.Const("scroll")}}
	v := &view.Document{Title: r.Title, Lines: r.lines, Keys: append(keys, r.KeysSaying(says, r.Scopes()...)...)}
	if r.Facts != nil {
		v.Facts = r.Facts()
	}
	return v
}
