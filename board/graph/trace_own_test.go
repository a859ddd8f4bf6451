package graph_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// drawn is a picture written by hand, and what its lines say.
type drawn struct {
	name    string
	picture string
	reach   string // "a:b,c b:"
	bridges int
	shared  bool
	wrong   string // what is said of it, "" for nothing
}

var byHand = []drawn{
	{name: "a fork and an in-port each", reach: "a:b,c b: c:", picture: `
╭────╮      ╭────╮
│ a  ├──┬──▸┤ b  │
╰────╯  │   ╰────╯
        │   ┏━━━━┓
        ╰──▸┨ c  ┃
            ┗━━━━┛`},
	{name: "heavy, double and dashed frames", reach: "a:d b:d c:d d:", picture: `
┏━━━━┓
┃ a  ┣━━━┓  ╔════╗
┗━━━━┛   ┗━▸╢ d  ║
╭┄┄┄┄╮   ╭─▸╢    ║
┆ b  ├───╯╭▸╢    ║
╰┄┄┄┄╯    │ ╚════╝
┌────┐    │
│ c  ├────╯
└────┘`},
	{name: "bridges, two side by side", reach: "a:d b:e c:f d: e: f:", bridges: 2, picture: `
╭───╮          ╭───╮
│ a ├────╮╭───▸┤ e │
╰───╯    ││    ╰───╯
╭───╮    ││    ╭───╮
│ b ├────│╯ ╭─▸┤ f │
╰───╯    │  │  ╰───╯
╭───╮    │  │  ╭───╮
│ c ├────│──╯  │   │
╰───╯    ╰────▸┤ d │
               ╰───╯`},
	{name: "a vertical line runs under a horizontal one", reach: "a:c b:d c: d:", bridges: 1, picture: `
╭───╮         ╭───╮
│ a ├──╮      │ d │
╰───╯  │  ╭──▸┤   │
╭───╮  │  │   ╰───╯
│ b ├─────╯   ╭───╮
╰───╯  ╰─────▸┤ c │
              ╰───╯`},
	{name: "plain characters", reach: "a:c b:c,d c: d:", picture: `
.----.          .----.
| a  +------.   | c  |
'----'      '-->+    |
.====.     .===>+    |
# b  +=====+    '----'
'===='     #    .~~~~.
           #    : d  :
           '===>+    :
                '~~~~'`},
	{name: "plain characters that cross", reach: "a:d b:c c: d:", bridges: 1, picture: `
.----.         .----.
| a  +--.  .-->+ c  |
'----'  |  |   '----'
.----.  |  |
| b  +--|--'
'----'  |      .----.
        '----->+ d  |
               '----'`},
	{name: "plain corners side by side", reach: "a:e b:d c:f d: e: f:", picture: `
.---.       .---.
| a +--..-->+ d |
'---'  ||   '---'
.---.  ||   .---.
| b +--|'.->+ f |
'---'  | |  '---'
.---.  | |
| c +--|-'
'---'  |    .---.
       '--->+ e |
            '---'`, bridges: 2},
	{name: "a return line", reach: "a:b b:a", picture: `
   ╭───────────────────╮
   │ ╭───╮     ╭───╮   │
   │ │ a ├────▸┤ b ├───╯
   ╰▸┤   │     ╰───╯
     ╰───╯`},
	{name: "a return line that points left", reach: "a:b b:a", picture: `
     ╭───╮     ╭───╮
     │ a ├────▸┤ b ├───╮
     │   ├◂─╮  ╰───╯   │
     ╰───╯  ╰──────────╯`},
	{name: "a box in a box's shape without a name is no box", reach: "a:", picture: `
╭───╮
│ a │
╰───╯`},
	{name: "a join lies", reach: "a:c,d b:c,d c: d:", shared: true, wrong: "uses the ink of another", picture: `
╭───╮      ╭───╮
│ a ├─╮ ╭─▸┤ c │
╰───╯ ├─┤  ╰───╯
╭───╮ │ │  ╭───╮
│ b ├─╯ ╰─▸┤ d │
╰───╯      ╰───╯`},
	{name: "a crossing drawn as a junction lies", reach: "a:c,d b:c,d c: d:", shared: true, wrong: "uses the ink of another", picture: `
╭───╮        ╭───╮
│ a ├──╮ ╭──▸┤ d │
╰───╯  │ │   ╰───╯
╭───╮  │ │
│ b ├──┼─╯
╰───╯  │     ╭───╮
       ╰────▸┤ c │
             ╰───╯`},
	{name: "a line through a box", reach: "a: b: c:", wrong: "without a head runs into b", picture: `
╭───╮  ╭───╮  ╭───╮
│ a ├──┤ b │─▸┤ c │
╰───╯  ╰───╯  ╰───╯`},
	{name: "a loose end", reach: "a: b:", wrong: "ends in nothing", picture: `
╭───╮      ╭───╮
│ a ├──    │ b │
╰───╯      ╰───╯`},
	{name: "a head at nothing", reach: "a: b:", wrong: "points at nothing", picture: `
╭───╮        ╭───╮
│ a ├──▸     │ b │
╰───╯        ╰───╯`},
	{name: "a line from nowhere", reach: "a: b:", wrong: "belongs to nothing", picture: `
╭───╮       ╭───╮
│ a │  ──▸──┤ b │
╰───╯       ╰───╯`},
}

func rowsOf(picture string) []string {
	return strings.Split(strings.TrimPrefix(picture, "\n"), "\n")
}

func said(reached map[string][]string) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(reached)) {
		words = append(words, name+":"+strings.Join(reached[name], ","))
	}
	return strings.Join(words, " ")
}

func TestTheTracerReadsDrawingsAsAPersonDoes(t *testing.T) {
	for _, p := range byHand {
		t.Run(p.name, func(t *testing.T) {
			f := look(rowsOf(p.picture), nil).trace()
			if got := said(f.reached); got != p.reach {
				t.Errorf("it reads %s, and the picture says %s", got, p.reach)
			}
			if f.bridges != p.bridges || (f.shared > 0) != p.shared {
				t.Errorf("%d bridges, %d shared cells", f.bridges, f.shared)
			}
			all := strings.Join(f.wrong, "\n")
			if p.wrong == "" && all != "" || !strings.Contains(all, p.wrong) {
				t.Errorf("it finds wrong: %q, not %q", all, p.wrong)
			}
		})
	}
}

func TestTheTracerKnowsTheCellsOfWideTitles(t *testing.T) {
	d := look(rowsOf(`
╭─────────╮      ╭────────╮
│ 翻訳 x  ├─────▸┤ 日本   │
╰─────────╯      ╰────────╯`), func(c rune) bool { return c > 0x3000 })
	if got := said(d.trace().reached); got != "日本: 翻訳:日本" {
		t.Error(got)
	}
}

func TestTheTracerSeesWhatBecomesOfADrawingWhenOneCellIsWrong(t *testing.T) {
	// Every cell of ink outside the boxes matters: whichever is wiped, some task is read wrongly or ink lies loose.
	for _, p := range byHand {
		if p.wrong != "" {
			continue
		}
		rows := rowsOf(p.picture)
		whole := look(rows, nil)
		for y, row := range whole.cells {
			for x, c := range row {
				if _, in := whole.of[[2]int{x, y}]; in || c == ' ' {
					continue
				}
				broken := slices.Clone(rows)
				line := []rune(broken[y])
				line[x] = ' '
				broken[y] = string(line)
				f := look(broken, nil).trace()
				if len(f.wrong) == 0 {
					t.Errorf("%s: without the %c at %d,%d nothing is found wrong", p.name, c, x, y)
				}
			}
		}
	}
}
