package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// textStyle is the emphasis of text inside a block.
type textStyle struct {
	base               style.Style
	strong, em, strike bool
	link               bool
}

func (l textStyle) style() style.Style {
	switch {
	case l.link:
		return style.LinkText
	case l.strike:
		return style.Strike
	case l.base == style.Heading || l.base == style.Strong:
		return l.base
	case l.strong && l.em:
		return style.StrongEmphasis
	case l.strong:
		return style.Strong
	case l.em:
		return style.Emphasis
	}
	return l.base
}

// flow draws the text of a block, wrapped. A nil block has none.
func (d *renderer) flow(n ast.Node, base style.Style) {
	f := flow{tokens: d.lead}
	d.lead = nil
	if n != nil {
		d.inline(&f, n, textStyle{base: base})
	}
	for _, line := range f.wrap(d.room()) {
		d.emit(line)
	}
}

// inline adds the text inside n to f.
func (d *renderer) inline(f *flow, n ast.Node, l textStyle) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			raw := string(c.Segment.Value(d.src))
			if !c.IsRaw() {
				raw = literal(raw)
			}
			f.add(raw, l.style())
			if c.HardLineBreak() {
				f.tokens = append(f.tokens, token{kind: newline})
			} else if c.SoftLineBreak() {
				f.add(" ", l.style())
			}
		case *ast.String:
			f.add(string(c.Value), l.style())
		case *ast.CodeSpan:
			for t := c.FirstChild(); t != nil; t = t.NextSibling() {
				if t, ok := t.(*ast.Text); ok {
					f.add(string(t.Segment.Value(d.src)), style.Code)
				}
			}
		case *ast.Emphasis:
			in := l
			in.em = in.em || c.Level == 1
			in.strong = in.strong || c.Level == 2
			d.inline(f, c, in)
		case *extast.Strikethrough:
			in := l
			in.strike = true
			d.inline(f, c, in)
		case *ast.Link:
			d.link(f, c, string(c.Destination), l)
		case *ast.Image:
			d.link(f, c, string(c.Destination), l)
		case *ast.AutoLink:
			f.add(string(c.Label(d.src)), style.LinkText)
		case *ast.RawHTML:
			for i := range c.Segments.Len() {
				s := c.Segments.At(i)
				f.add(string(s.Value(d.src)), l.style())
			}
		case *extast.TaskCheckBox: // drawn as the item's mark
		default:
			d.inline(f, c, l)
		}
	}
}

// link adds the text of a link, and its URL unless the text is the URL.
func (d *renderer) link(f *flow, n ast.Node, to string, l textStyle) {
	start := len(f.tokens)
	l.link = true
	d.inline(f, n, l)
	to = literal(to)
	shown := f.plain(start)
	if to == "" || to == shown || to == "mailto:"+shown {
		return
	}
	if shown != "" {
		f.add(" ", style.LinkURL)
	}
	f.add("("+to+")", style.LinkURL)
}

// literal resolves backslash escapes and entities.
func literal(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]):
			i++
			b.WriteByte(s[i])
		case s[i] == '&':
			text, n := entity(s[i:])
			b.WriteString(text)
			i += n - 1
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// entity returns the text and the length of the entity at the start of s, or of the ampersand if it is none.
func entity(s string) (string, int) {
	end := strings.IndexByte(s[:min(len(s), 40)], ';')
	if end < 2 {
		return "&", 1
	}
	name := s[1:end]
	if e, ok := util.LookUpHTML5EntityByName(name); ok {
		return string(e.Characters), end + 1
	}
	if name[0] != '#' || len(name) < 2 {
		return "&", 1
	}
	digits, base, most := name[1:], 10, 7
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, base, most = digits[1:], 16, 6
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || len(digits) > most {
		return "&", 1
	}
	if n == 0 {
		n = '\ufffd'
	}
	// a number above the last character becomes U+FFFD as well
	return string(rune(min(n, 0x110000))), end + 1
}

type kind uint8

const (
	word kind = iota
	space
	newline
)

// token is a word, or the space or line break between two words.
type token struct {
	kind  kind
	text  safetext.Text
	raw   string // the text before it was made safe, for a word that is too long for a line
	style style.Style
	loose bool // a line may be broken before this word although there is no space
}

// flow is text to wrap.
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

// word adds a word. A wide character is a word of its own, because its script has no spaces.
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

// closing reports whether s begins with a character that must not begin a line.
func closing(s string) bool {
	for _, r := range s {
		return strings.ContainsRune("、。，．！？：；）」』】〕〉》…ー々,.!?:;)]}%", r)
	}
	return false
}

// wrap breaks the text into lines of at most width cells. For spaces alone there are none.
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
	parts  []safetext.Text // of the next span of line
	style  style.Style     // of parts
	width  int             // of line and parts, in cells
	gap    token
	gapped bool // gap goes before the next word
}

// place puts words that must not be parted on this line or the next. If they are wider than a line it fills lines with
// them.
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

// put adds a text to the line.
func (l *liner) put(t safetext.Text, st style.Style) {
	if len(l.parts) > 0 && st != l.style {
		l.span()
	}
	l.parts = append(l.parts, t)
	l.style = st
	l.width += t.Width()
}

// span ends the span that parts are of.
func (l *liner) span() {
	if len(l.parts) > 0 {
		l.line = append(l.line, view.Span{Text: safetext.Join(safetext.Text{}, l.parts...), Style: l.style})
		l.parts = l.parts[:0]
	}
}

// flush ends the line, also an empty one. A gap at its end is dropped.
func (l *liner) flush() {
	l.span()
	l.lines = append(l.lines, l.line)
	l.line, l.width, l.gapped = nil, 0, false
}
