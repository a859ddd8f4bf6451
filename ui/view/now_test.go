package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"sideboard/ui/style"
)

func sampleNow() *Now {
	m := time.Minute
	task := func(st State, id, subject string, from, to time.Duration, since string) NowTask {
		t := NowTask{Card: Card{State: st, ID: txt(id), Subject: txt(subject)}, From: from * m, To: to * m, For: txt(since)}
		return t
	}
	lane := func(name string, working int, all ...NowTask) NowLane {
		return NowLane{Name: txt(name), Hue: style.OwnerHue(name), Working: working, Tasks: all}
	}
	stalled := task(Running, "#52", "Structured logs", 34, 0, "34m")
	stalled.Silent = 30 * m
	stalled.Doing = txt("Giving every request an id that is found in all of them")
	stalled.Card.Needy, stalled.Card.Alarm, stalled.Card.Warn, stalled.Card.Behind, stalled.Card.Help = true, true, txt("stalled"), 3, key("r", "release")
	v := &Now{
		Span: time.Hour, Selected: 0, Row: 1,
		Lanes: []NowLane{
			lane("agent-1", 2, task(Running, "#8995", "Link store", 12, 0, "12m"), task(Running, "#7", "Short codes without clashes, whoever asks for them", 25, 0, "25m"),
				task(Done, "#12", "Migrations that roll back 翻訳", 38, 14, "14m"), task(Done, "#3", "Database schema", 58, 40, "40m")),
			lane("agent-2", 1, stalled),
			lane("agent-3 with a long name", 0, task(Skipped, "#31", "Theme tokens", 9, 4, "2m"), NowTask{Card: Card{State: Done, ID: txt("#30"), Subject: txt("Tests")}, From: 30 * m, To: 30 * m},
				task(Done, "#29", "Read the configuration", 90, 50, "50m")),
			lane("you", 0),
			lane("team-lead", 0),
		},
		Agents: 5, Done: txt("4 done in the last hour"),
		Blocks: []NowBlock{
			{Title: txt("Needs you"), Selected: -1, Above: 1, Says: txt("one is above"), Cards: []Card{{State: Broken, Subject: txt("lead waits for your answer (2m)"), Needy: true, Alarm: true}}},
			{Title: txt("Next up"), Selected: -1, More: 2, Says: txt("agent-3 is free"), Cards: []Card{{State: Ready, ID: txt("#4088"), Subject: txt("POST /links"), Behind: 11},
				{State: Ready, ID: txt("#4089"), Subject: txt("Nightly backups of everything that anybody ever wrote into it"), Behind: 2},
				{State: Waiting, ID: txt("#5"), Subject: txt("Metrics endpoint"), Behind: 2, After: txt("#52")}}},
		},
	}
	v.Lanes[2].Free, v.Lanes[3].Free, v.Lanes[4].Free = txt("free for 2m"), txt("free"), txt("free")
	v.Lanes[0].Facts = []Span{span(style.Ready, "active, Claude Code says"),
		span(style.Dim, "coder"), span(style.Dim, "4m ago, to team-lead: the golden files differ on Windows, is that known?")}
	v.Lanes[2].Facts = []Span{span(style.Dim, "idle for 2m"), span(style.Dim, "to team-lead: is idle")}
	v.Lanes[4].Facts = []Span{span(style.Ready, "active, heard of 2h ago"), span(style.Dim, "leads")}
	for i := range 6 {
		v.Ticks = append(v.Ticks, Tick{Ago: time.Duration(55-10*i) * m, Clock: txt([]string{"13:50", "14:00", "14:10", "14:20", "14:30", "14:40"}[i])})
	}
	return v
}

// An agent that works on several tasks has a row for each, with its own id and subject; one that does not fit is counted.
func TestNowShowsEveryTaskInHandOrCountsIt(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {44, 50}, {60, 24}, {80, 24}, {120, 40}, {200, 60}} {
		v := sampleNow()
		frame := strings.Join(rowsOf(Arrange(size[0], size[1], LayoutOptions{View: NowView}), &Screen{Board: sampleBoard(), Now: v}, plainSheet()), "\n")
		for _, task := range v.Lanes[0].Tasks[:v.Lanes[0].Working] {
			subject, _, _ := strings.Cut(task.Card.Subject.String(), " ")
			if !strings.Contains(frame, "◐ "+subject) {
				t.Errorf("%v: no row of %s in\n%s", size, task.Card.Subject, frame)
			}
		}
	}
	v := sampleNow()
	for range 40 {
		v.Lanes[0].Tasks = append(v.Lanes[0].Tasks[:1], v.Lanes[0].Tasks...)
		v.Lanes[0].Working++
	}
	frame := strings.Join(rowsOf(Arrange(80, 24, LayoutOptions{View: NowView}), &Screen{Board: sampleBoard(), Now: v}, plainSheet()), "\n")
	if rows := strings.Count(frame, "◐ Link store") + strings.Count(frame, "◐ Short codes"); !strings.Contains(frame, fmt.Sprint(v.Lanes[0].Working+len(v.Lanes)-1-rows, " more ↓")) {
		t.Errorf("it is not said what has no room in\n%s", frame)
	}
}

// However many agents there are, the selected one is in sight with its name, and the others are counted.
func TestTheSelectedAgentIsInSight(t *testing.T) {
	sheet := style.New(true, colorprofile.TrueColor)
	for _, size := range [][2]int{{44, 24}, {80, 24}, {120, 40}} {
		for selected := range 40 {
			v := sampleNow()
			for i := len(v.Lanes); i < 40; i++ {
				v.Lanes = append(v.Lanes, NowLane{Name: txt(fmt.Sprint("worker-", i)), Working: 1, Tasks: []NowTask{{Card: Card{State: Running, ID: txt(fmt.Sprint("#1", i)), Subject: txt("Parse")}}}})
			}
			v.Selected, v.Row = selected, 0
			rows := rowsOf(Arrange(size[0], size[1], LayoutOptions{View: NowView}), &Screen{Board: sampleBoard(), Now: v}, sheet)
			at := slices.IndexFunc(rows, func(row string) bool { return strings.HasPrefix(row, "▌") })
			if at < 1 || !strings.Contains(rows[at]+rows[at-1], v.Lanes[selected].Name.Clip(6, txt("")).String()) {
				t.Errorf("%v: agent %d is not in sight:\n%s", size, selected, strings.Join(rows, "\n"))
			}
			if above := strings.Contains(strings.Join(rows, "\n"), "↑"); selected == 0 && above || selected == 39 && !above {
				t.Errorf("%v: agent %d: what is above is counted: %v", size, selected, above)
			}
		}
	}
}

// At least five events are in sight before titles wrap and rows are free: an event is one row, with signs in place of verbs.
func TestFiveEventsAreInSightBeforeTitlesWrap(t *testing.T) {
	for _, titles := range []int{3, 4, 5} { // of which each has two rows
		v := sampleNow()
		v.Lanes = nil
		for i := range titles {
			task := NowTask{Card: Card{State: Running, ID: txt("#1"), Subject: txt("Parse the files of all agents, also half-written ones")}, From: time.Hour, To: time.Hour, For: txt("1h")}
			v.Lanes = append(v.Lanes, NowLane{Name: txt(fmt.Sprint("worker-", i)), Working: 1, Tasks: []NowTask{task}})
		}
		f := &Feed{}
		for range 12 {
			f.Items = append(f.Items, FeedItem{At: txt("14:02"), Line: Line{span(style.Plain, "ann completed Migrations")},
				Brief: Brief{Sign: span(style.Ready, "✓"), Who: span(style.Plain, "ann"), What: span(style.Subject, "Migrations")}})
		}
		for h := 30; h <= 60; h++ {
			frame := strings.Join(rowsOf(Arrange(44, h, LayoutOptions{View: NowView}), &Screen{Board: sampleBoard(), Now: v, Feed: f}, plainSheet()), "\n")
			events, wraps := strings.Count(frame, "  14:02 ✓ ann Migrations"), strings.Contains(frame, "half-written ones")
			if wraps && events < leastEvents || strings.Contains(frame, "completed Migrations") {
				t.Errorf("44x%d, %d titles: %d events in\n%s", h, titles, events, frame)
			}
			if h == 60 && (!wraps || events < leastEvents) {
				t.Errorf("%d events, titles wrap: %v in\n%s", events, wraps, frame)
			}
		}
	}
}
