package markdown

import (
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newParser makes a parser for CommonMark with struck-out text and check boxes. It is made for each description
// and costs some 20 microseconds. Goldmark's own extensions are not used: they compile patterns and make an HTML
// renderer at every start of the program, whether or not a description is ever drawn.
func newParser() parser.Parser {
	inline := append(parser.DefaultInlineParsers(),
		util.Prioritized(checkBoxes{}, 150), // before links, which begin with the same bracket
		util.Prioritized(strikes{}, 500))
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(inline...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))
}

// checkBoxes reads the [ ] and [x] that a list item begins with.
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

// strikes reads ~~struck out~~ text.
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
