// Package markdown lays out Markdown, which agents write in descriptions, as lines of styled safe text.
//
// It parses with goldmark and draws for a terminal: text is made safe, lines are measured in cells, styles are named by
// meaning. Nothing is hidden: HTML is shown as text, a link with its URL.
//
// Descriptions are untrusted. Markdown parsers take quadratic time for some texts that no person writes. Such texts,
// and very long ones, are shown unparsed.
package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Lines lays out src in lines of at most width cells. A width below 1 gives no lines. Only the glyphs of the sheet
// matter: the lines have the names of styles and stay valid when the theme changes.
func Lines(src string, width int, sheet *style.Sheet) []view.Line {
	if width < 1 || src == "" {
		return nil
	}
	src = strings.ReplaceAll(src, "\r\n", "\n")
	if !parsesInLinearTime(src) {
		return verbatim(src, width)
	}
	raw := []byte(src)
	p := newParser()
	d := &renderer{src: raw, width: width, parser: p, marks: newMarks(sheet.Glyphs, width)}
	d.blocks(p.Parse(text.NewReader(raw)), false)
	return d.out
}

// verbatim lays out a text line by line, unparsed.
func verbatim(src string, width int) []view.Line {
	d := &renderer{width: width}
	d.text(src, style.Plain)
	return d.out
}

const (
	maxSource = 128 << 10 // bytes; longer texts are not parsed
	maxNested = 64        // quotes and lists that begin on one line
	// maxLinkWork limits the sum, over all paragraphs, of brackets times bytes: the worst cost of finding the ends of
	// links.
	maxLinkWork = 4 << 20
)

// parsesInLinearTime reports whether parsing src takes time in proportion to its length.
func parsesInLinearTime(src string) bool {
	if len(src) > maxSource {
		return false
	}
	brackets, bytes, work := 0, 0, 0
	for line := range strings.Lines(src) {
		if strings.TrimSpace(line) == "" {
			work += brackets * bytes
			brackets, bytes = 0, 0
			continue
		}
		brackets += strings.Count(line, "[")
		bytes += len(line)
		if nested(line) > maxNested || work+brackets*bytes > maxLinkWork {
			return false
		}
	}
	return true
}

// nested counts the quotes and list items that begin on a line.
func nested(line string) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ' || c == '\t' || '0' <= c && c <= '9':
		case c == '>':
			n++
		case strings.IndexByte("-+*.)", c) >= 0 && i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t'):
			n++
		default:
			return n
		}
	}
	return n
}

// newParser returns a parser for CommonMark with strikethrough and check boxes. It takes about 20 microseconds to make.
// Goldmark's own extensions are not used: they compile patterns and make an HTML renderer when the program starts.
func newParser() parser.Parser {
	inline := append(parser.DefaultInlineParsers(),
		util.Prioritized(checkBoxes{}, 150), // before links, which begin with the same bracket
		util.Prioritized(strikes{}, 500))
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(inline...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))
}

// checkBoxes parses [ ] and [x] at the beginning of a list item.
type checkBoxes struct{}

func (checkBoxes) Trigger() []byte { return []byte{'['} }

func (checkBoxes) Parse(parent ast.Node, block text.Reader, _ parser.Context) ast.Node {
	item := parent.Parent()
	if parent.HasChildren() || item == nil || item.Kind() != ast.KindListItem || item.FirstChild() != parent {
		return nil
	}
	line, _ := block.PeekLine()
	if len(line) < 4 || line[2] != ']' || line[3] != ' ' && line[3] != '\t' && line[3] != '\n' {
		return nil
	}
	switch line[1] {
	case ' ', 'x', 'X':
		block.Advance(3)
		return extast.NewTaskCheckBox(line[1] != ' ')
	}
	return nil
}

// strikes parses ~~strikethrough~~.
type strikes struct{}

func (strikes) Trigger() []byte { return []byte{'~'} }

func (s strikes) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	d := parser.ScanDelimiter(line, before, 2, s)
	if d == nil || d.OriginalLength != 2 {
		return nil
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	pc.PushDelimiter(d)
	return d
}

func (strikes) IsDelimiter(b byte) bool { return b == '~' }

func (strikes) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}

func (strikes) OnMatch(int) ast.Node { return extast.NewStrikethrough() }
