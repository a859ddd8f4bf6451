package markdown

import (
	"strings"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

type kind uint8

const (
	word kind = iota
	space
	newline
)

// token is a piece of text that is not broken, or what parts two of them.
type token struct {
	kind  kind
	text  safetext.Text
	raw   string // what text was made of, for a word that is too long for a line
	style style.Style
	loose bool // a word before which a line may be broken although no space is there
}

// flow is text that is to be wrapped.
type flow struct{ tokens []token }

// plain returns the text from a token on, as it was written.
func (f *flow) plain(from int) string {
	var b strings.Builder
	for _, t := range f.tokens[from:] {
		if t.kind == space {
			b.WriteByte(' ')
		}
		b.WriteString(t.raw)
	}
	return b.String()
}

// add splits a text into words.
func (f *flow) add(s string, st style.Style) {
	for s != "" {
		if n := len(s) - len(strings.TrimLeft(s, " \t\n")); n > 0 {
			w := 1
			if st == style.Code {
				w = n
			}
			f.tokens = append(f.tokens, token{kind: space, text: safetext.Spaces(w), style: st})
			s = s[n:]
			continue
		}
		n := strings.IndexAny(s, " \t\n")
		if n < 0 {
			n = len(s)
		}
		f.word(s[:n], st)
		s = s[n:]
	}
}

// word adds a word. Wide characters are words of their own, because their scripts write no spaces.
func (f *flow) word(s string, st style.Style) {
	start, loose := 0, false
	put := func(end int) {
		if end > start {
			raw := s[start:end]
			f.tokens = append(f.tokens, token{text: safetext.Line(raw), raw: raw, style: st, loose: loose})
		}
		start, loose = end, false
	}
	for i := 0; i < len(s); {
		if s[i] < 0x80 && (i+1 == len(s) || s[i+1] < 0x80) {
			i++
			continue
		}
		shown, n := safetext.First(s[i:])
		if shown.Width() == 2 {
			put(i)
			loose = !closing(s[i : i+n])
			put(i + n)
			loose = i+n < len(s) && !closing(s[i+n:])
		}
		i += n
	}
	put(len(s))
}

// closing reports whether s begins with a character that no line begins with.
func closing(s string) bool {
	for _, r := range s {
		return strings.ContainsRune("、。，．！？：；）」』】〕〉》…ー々,.!?:;)]}%", r)
	}
	return false
}

// wrap breaks the text into lines of at most width cells. Text that is only spaces gives none.
func (f *flow) wrap(width int) []view.Line {
	var l liner
	tokens := f.tokens
	for i := 0; i < len(tokens); {
		switch t := tokens[i]; t.kind {
		case newline:
			l.flush()
			i++
		case space:
			if l.width > 0 {
				l.gap = t
				l.gapped = true
			}
			i++
		default:
			end, w := i+1, t.text.Width()
			for end < len(tokens) && tokens[end].kind == word && !tokens[end].loose {
				w += tokens[end].text.Width()
				end++
			}
			l.place(tokens[i:end], w, width)
			i = end
		}
	}
	if l.width > 0 {
		l.flush()
	}
	return l.lines
}

// liner puts words on lines.
type liner struct {
	lines  []view.Line
	line   view.Line
	parts  []safetext.Text // of the last span of line
	style  style.Style
	width  int
	gap    token
	gapped bool // gap goes before the next word
}

// place puts words that belong together on this line or the next, or, when they are wider than any line, as far as
// they go on each.
func (l *liner) place(words []token, w, width int) {
	gap := 0
	if l.gapped {
		gap = l.gap.text.Width()
	}
	if l.width+gap+w > width && l.width > 0 && (w <= width || width-l.width-gap < minRoom) {
		l.flush()
	} else if l.gapped {
		l.put(l.gap.text, l.gap.style)
	}
	l.gapped = false
	for _, t := range words {
		if l.width+t.text.Width() <= width {
			l.put(t.text, t.style)
			continue
		}
		for raw := t.raw; raw != ""; {
			shown, n := safetext.First(raw)
			raw = raw[n:]
			if l.width > 0 && l.width+shown.Width() > width {
				l.flush()
			}
			l.put(shown.Cut(width), t.style)
		}
	}
}

func (l *liner) put(t safetext.Text, st style.Style) {
	if len(l.parts) > 0 && st != l.style {
		l.span()
	}
	l.parts = append(l.parts, t)
	l.style = st
	l.width += t.Width()
}

func (l *liner) span() {
	if len(l.parts) > 0 {
		l.line = append(l.line, view.Span{Text: safetext.Join(safetext.Text{}, l.parts...), Style: l.style})
		l.parts = l.parts[:0]
	}
}

func (l *liner) flush() {
	l.span()
	l.lines = append(l.lines, l.line)
	l.line, l.width, l.gapped = nil, 0, false
}
