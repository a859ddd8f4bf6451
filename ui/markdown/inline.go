package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"sideboard/ui/style"
)

// textStyle is how text inside a block is emphasised.
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
		case *extast.TaskCheckBox: // it is the item's mark
		default:
			d.inline(f, c, l)
		}
	}
}

// link shows the text of a link and, where that does not say it, where it leads.
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

// literal resolves backslashes and entities: the text that Markdown means.
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

// entity returns the text of the entity s begins with, and its length; what is none is the ampersand itself.
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
	return string(rune(min(n, 0x110000))), end + 1
}
