package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"sideboard/ui/style"
)

// hostile are texts that break columns of programs that are not careful.
var hostile = []string{
	"翻訳翻訳翻訳翻訳翻訳翻訳翻訳翻訳翻訳翻訳", "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301", "👨\u200d👩\u200d👧\u200d👦🇩🇪👍🏽⚠\ufe0f",
	"\x1b[2J\x1b]0;title\x07\x9b31m\u009b1m", "\u202eright to left\u202c שלום مرحبا", "\xff\xfe\x00\r\n\t", "স্তে হিন্দি কি กำลังทำ", "", "   ",
	strings.Repeat("long ", 200), "\u0301", "\U000e0041\u200b\ufeff",
}

// bad returns one of them. They are made once: making one takes longer than drawing a frame.
var bad = func() func(int) Text {
	var made []Text
	for _, text := range hostile {
		made = append(made, txt(text))
	}
	return func(i int) Text { return made[i%len(made)] }
}()

// hostileScreen returns a screen with such texts wherever one can stand.
func hostileScreen(name string, s Screen) Screen {
	b := &s.Board
	b.Header.Project, b.Header.Note, b.Header.Since, b.Header.Fresh = bad(0), bad(3), bad(2), Stale
	for k := range b.Columns {
		c := b.Columns[k]
		at := c.At
		b.Columns[k].Lanes = slices.Clone(c.Lanes)
		for i := range c.Lanes {
			b.Columns[k].Lanes[i].Name, b.Columns[k].Lanes[i].Shown = bad(i+k), 100_000_000*i
		}
		b.Columns[k].Stack.Heads = slices.Clone(c.Stack.Heads)
		for i := range c.Stack.Heads {
			head := &b.Columns[k].Stack.Heads[i]
			head.Name, head.ID, head.All = bad(i+k), bad(i+4), 100_000_000*i
		}
		b.Columns[k].At = func(i int) Card {
			card := at(i)
			card.Key = fmt.Sprint(name, k, i)
			card.Subject, card.Owner, card.ID, card.After, card.Age, card.Note = bad(i+k), bad(i+1), bad(i+2), bad(i+3), bad(i+4), bad(i+6)
			card.WorktreeName = bad(i + 5)
			card.HasWorktree, card.OneSided, card.Pending, card.Fresh, card.Behind = i%2 == 0, i%3 == 0, i%2 == 1, uint8(i%3), i*i*9
			if !card.Warn.Empty() {
				card.Warn = bad(i)
			}
			return card
		}
	}
	b.News.Line = Line{{Text: bad(6), Style: style.Dim}, {Text: bad(2), Style: style.Subject}, {Text: bad(0), Style: style.Danger}}
	if b.Prompt != nil {
		b.Prompt.Text, b.Prompt.Cursor, b.Prompt.Tally = bad(6), 5, bad(0)
	}
	s.Overlay = hostileOverlay(s.Overlay, bad)
	if s.Detail != nil {
		d := *s.Detail
		d.Sections = append([]DetailSection{{bad(0), []Fact{{Label: bad(9), Value: bad(6)}, {Label: bad(3), Value: bad(1), Style: style.Danger}}}}, d.Sections...)
		d.Title, d.Owner, d.Age, d.ID, d.Path, d.Doing, d.Warn = bad(0), bad(1), bad(2), bad(9), bad(6), bad(3), bad(9)
		d.Facts = []Fact{{Label: bad(9), Value: bad(6)}, {Label: bad(0), Value: bad(0)}, {Label: bad(2), Lines: []FactLine{
			{Name: bad(9), Text: bad(6)}, {Depth: 1, Item: true, Text: bad(3)}, {Depth: 40, Name: bad(1)},
		}}}
		d.Body = append([]Line{{{Text: bad(0), Style: style.Plain}, {Text: bad(9), Style: style.Code}}}, d.Body...)
		d.Edit = &Edit{When: bad(0), Who: bad(2), Fields: []Change{{bad(0), bad(9), bad(8)}, {bad(6), bad(6), bad(6)}}}
		s.Detail = &d
	}
	return s
}

func TestEveryFrameHasExactlyTheSizeAsked(t *testing.T) {
	plain := style.New(true, colorprofile.TrueColor)
	sheets := []*style.Sheet{plain, plain.WithGraphemes(true), style.New(true, colorprofile.Ascii).WithGlyphs(true)}
	for name, sample := range samples() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pt := NewPainter()
			for _, evil := range []bool{false, true} {
				s, o := sample()
				if evil {
					s = hostileScreen(name, s)
				}
				for w := 0; w <= 200; w++ {
					if w > 130 && w%25 != 0 { // a few with a panel beside the board
						continue
					}
					for h := 0; h <= 45; h++ {
						if testing.Short() && (w*5+h*3)%7 != 0 {
							continue
						}
						if w > 22 && h > 7 && (w*7+h*3)%97 != 0 || (w > 22 || h > 7) && (w*5+h*3)%7 != 0 {
							continue
						}
						s.Board.Focus = ColumnKind((w + h) % Columns)
						s.Board.Stack = stackOf(&s.Board)
						s.Board.Stack.First = (w*3 + h) % (s.Board.Stack.Len() + 3)
						o.Bare, o.Air, o.Long = w%3 == 0, h%3, h%2 == 0
						l := Arrange(w, h, o)
						sheet := sheets[(w+h)%len(sheets)]
						frame := pt.Draw(l, &s, sheet)
						exact(t, fmt.Sprintf("%dx%d evil %v", w, h, evil), frame, w, h, sheet.Graphemes)
						if t.Failed() {
							return
						}
					}
				}
			}
		})
	}
}

// exact holds a frame to its size, to its way of counting, and to the bytes that may be sent.
func exact(t *testing.T, where string, f Frame, w, h int, clusters bool) {
	t.Helper()
	if h == 0 {
		if f.Content != "" {
			t.Fatalf("%s: something is drawn on nothing: %q", where, f.Content)
		}
		return
	}
	rows := strings.Split(f.Content, "\n")
	if len(rows) != h {
		t.Fatalf("%s: %d rows", where, len(rows))
	}
	for y, row := range rows {
		got := ansi.StringWidthWc(row)
		if clusters {
			got = ansi.StringWidth(row)
		}
		if got != w {
			t.Fatalf("%s: row %d has %d cells: %q", where, y, got, row)
		}
		onlyOurs(t, where, row)
	}
	if f.Cursor && (f.X < 0 || f.X >= w || f.Y < 0 || f.Y >= h) {
		t.Fatalf("%s: the cursor is at %d,%d", where, f.X, f.Y)
	}
}

// onlyOurs allows SGR sequences and visible text, and nothing else.
func onlyOurs(t *testing.T, where, row string) {
	t.Helper()
	for len(row) > 0 {
		if row[0] == 0x1b {
			n := 1
			if n < len(row) && row[n] == '[' {
				for n++; n < len(row) && (row[n] >= '0' && row[n] <= '9' || row[n] == ';'); n++ {
				}
			}
			if n >= len(row) || row[n] != 'm' {
				t.Fatalf("%s: an escape sequence that is not SGR: %q", where, row)
			}
			row = row[n+1:]
			continue
		}
		n := strings.IndexByte(row, 0x1b)
		if n < 0 {
			n = len(row)
		}
		if s := row[:n]; txt(s).String() != s {
			t.Fatalf("%s: unsafe text %q", where, s)
		}
		row = row[n:]
	}
}

// hostileDepView returns the tasks of a dependency view texts that break columns, and all marks there are.
func hostileDepView(s Screen) Screen {
	dv := *s.DepView
	node := dv.Node
	dv.Node = func(i int32) Node {
		n, k := node(i), int(i)
		n.Subject, n.ID, n.Owner = bad(k), bad(k+1), bad(k+2)
		n.Fresh, n.Pending, n.OneSided, n.Alarm = uint8(k%4), k%2 == 0, k%3 == 0, k%5 == 0
		n.Became, n.Behind = Became(k%4), k*k*7
		return n
	}
	s.Board.Header.Tabs = slices.Clone(s.Board.Header.Tabs)
	for i := range s.Board.Header.Tabs {
		s.Board.Header.Tabs[i].Name = bad(i)
	}
	s.DepView = &dv
	return s
}

func TestEveryDepViewHasExactlyTheSizeAsked(t *testing.T) {
	colour := style.New(true, colorprofile.TrueColor)
	sheets := []*style.Sheet{colour, colour.WithGraphemes(true), style.New(true, colorprofile.Ascii).WithGlyphs(true)}
	for name, sample := range sampleDepViews() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pt := NewPainter()
			for w := range 251 {
				for h := range 71 {
					common := w == 40 && h == 12 || w == 80 && h == 24 || w == 160 && h == 45 || w == 250 && h == 70
					if step := (w*7 + h*3) % 397; !common && step != 0 && (w > 24 || h > 12 || step%17 != 0) {
						continue
					}
					plain, l := sample(w, h)
					for _, evil := range []bool{false, true} {
						s := plain
						if evil {
							s = hostileDepView(s)
						}
						sheet := sheets[(w+h)%len(sheets)]
						exact(t, fmt.Sprintf("%dx%d evil %v", w, h, evil), pt.Draw(l, &s, sheet), w, h, sheet.Graphemes)
						if t.Failed() {
							return
						}
					}
				}
			}
		})
	}
}

// A picture has the detail beside it, an overlay over it and an empty screen in its place as the board has.
func TestADepViewSharesTheScreenAsTheBoardDoes(t *testing.T) {
	sheet := style.New(true, colorprofile.TrueColor)
	p := readPlan(plan)
	for _, kind := range []ViewKind{GraphView, TreeView} {
		for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}, {200, 50}} {
			for _, with := range []string{"detail", "help", "caption", "empty", "gone", "nothing"} {
				o := LayoutOptions{Detail: with == "detail", Caption: map[string]int{"caption": 2}[with]}
				s, l := p.screen(kind, "15", size[0], size[1], o, nil)
				switch with {
				case "detail":
					s.Detail = sampleDetail()
				case "help":
					s.Overlay = sampleHelp()
				case "caption":
					s.Caption = &Caption{Text: txt("Agents claim what is ready"), Step: 3, Of: 12}
				case "empty":
					s.Empty = &Empty{Kind: NoTasks, Selected: -1}
				case "gone":
					s.Empty, s.Board.Dimmed = &Empty{Kind: DirectoryGone, Selected: -1}, true
				case "nothing":
					s.DepView = &DepView{Selected: -1}
				}
				exact(t, fmt.Sprint(kind, size, with), NewPainter().Draw(l, &s, sheet), size[0], size[1], false)
			}
		}
	}
}
