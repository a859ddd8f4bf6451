package view

import (
	"fmt"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"sideboard/ui/style"
)

func sampleNow() *Now {
	m := time.Minute
	lane := func(name, note, since, on, alarm string, writes int, blocks ...NowBlock) NowLane {
		l := NowLane{Name: txt(name), Hue: style.OwnerHue(name), Note: txt(note), For: txt(since), On: txt(on), Alarm: txt(alarm), Blocks: blocks}
		for i := range writes {
			l.Writes = append(l.Writes, time.Duration(i*i)*m/3)
		}
		return l
	}
	v := &Now{
		Span: time.Hour, Selected: 1,
		Lanes: []NowLane{
			lane("agent-1", "2 done", "12m", "#8995", "", 13, NowBlock{From: 58 * m, To: 40 * m, Subject: txt("Database schema"), Done: true},
				NowBlock{From: 38 * m, To: 14 * m, Subject: txt("Migrations that roll back 翻訳"), Done: true}, NowBlock{From: 12 * m, Subject: txt("Link store"), Running: true}),
			lane("agent-2", "2 done", "34m", "#5265", "! stalled for 34m", 0, NowBlock{From: 34 * m, Subject: txt("Structured logs"), Running: true, AtLeast: true}),
			lane("agent-3 with a long name", "1 done", "idle 2m", "", "", 6, NowBlock{From: 90 * m, To: 50 * m, Subject: txt("Read the configuration"), Done: true},
				NowBlock{From: 30 * m, To: 30 * m, Subject: txt("Tests"), Done: true, AtLeast: true}, NowBlock{From: 9 * m, To: 4 * m, Subject: txt("Theme tokens")}),
			lane("you", "0 done", "", "", "", 0),
		},
		Trends: []Trend{{txt("done"), style.Done, []int{0, 1, 0, 0, 2, 1, 0, 4}, txt("4 in the last hour")}, {txt("claimed"), style.Running, []int{1, 1, 3}, txt("3 in progress")},
			{txt("new"), style.Ready, nil, txt("3 ready, 7 blocked")}, {txt("chain"), style.Plain, nil, txt("5 to go: #8995 ▸ #2266 ▸ #1875 ▸ #1975")}},
		Next:  []Line{{span(style.Ready, "● "), span(style.Dim, "#4088  "), span(style.Subject, "POST /links")}, {span(style.Ready, "● "), span(style.Subject, "Nightly backups")}},
		Needs: []Line{{span(style.Danger, "! "), span(style.Subject, "Structured logs  "), span(style.Danger, "stalled for 34m")}},
	}
	for i := range 6 {
		v.Ticks = append(v.Ticks, Tick{Ago: time.Duration(55-10*i) * m, Clock: txt([]string{"13:50", "14:00", "14:10", "14:20", "14:30", "14:40"}[i])})
	}
	return v
}

// Whatever times and however little room there is, it is drawn as one screen.
func TestNowFillsTheScreenAtEverySize(t *testing.T) {
	sheet := style.New(true, colorprofile.TrueColor)
	for _, shift := range []time.Duration{0, time.Hour, -time.Hour, 1000 * time.Hour} {
		for _, spanned := range []time.Duration{0, time.Second, time.Hour, 1 << 62} {
			for w := 20; w <= 200; w += 9 {
				for _, h := range []int{5, 8, 12, 20, 28, 50} {
					v := sampleNow()
					v.Span, v.Shift = spanned, shift
					s := Screen{Board: sampleBoard(), Now: v}
					exact(t, fmt.Sprint(w, "x", h, " ", spanned, " ", shift), NewPainter().Draw(Arrange(w, h, LayoutOptions{View: NowView}), &s, sheet), w, h, false)
				}
			}
		}
	}
}
