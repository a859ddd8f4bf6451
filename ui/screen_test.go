package ui

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/config"
	"sideboard/ui/workspace"
)

var update = flag.Bool("update", false, "write testdata/screens anew")

// sample is a small plan. A task waits for those named behind it.
func sample() (ts []*tasks.Task) {
	for i, of := range []string{"parse completed bob", "check completed ann", "emit in_progress bob check", "link in_progress ann parse", "print pending . emit", "test pending . emit link", "ship pending . test", "logo pending .", "lost pending . nowhere", "loop pending . loop"} {
		words := strings.Fields(of)
		t := &tasks.Task{Key: tasks.Key{Name: words[0] + ".json"}, ID: tasks.ID{Text: words[0]}, Subject: "Task " + words[0], Traits: dialect.S12, Version: 1}
		t.Stamp = tasks.Stamp{Mtime: noon.Add(-time.Duration(i+2) * time.Minute).UnixNano(), Size: 300}
		t.Status = map[string]tasks.Status{"completed": tasks.Completed, "in_progress": tasks.InProgress, "pending": tasks.Pending}[words[1]]
		t.Owner = strings.Trim(words[2], ".")
		for _, on := range words[3:] {
			t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: on})
		}
		ts = append(ts, t)
	}
	return ts
}

// screenTest is a program without effects, whose screen is written down after each step.
type screenTest struct {
	*measured
	t     *testing.T
	last  []string
	said  string
	waits bool // edits are not written
	whole bool // all rows are written down, not only the header and the foot
	out   strings.Builder
}

// do carries out a step: a key, "type" for text, the mouse, the time, or what an agent writes.
func (s *screenTest) do(step string) {
	s.t.Helper()
	verb, of, _ := strings.Cut(step, " ")
	send := func(msg tea.Msg) { s.Update(msg) }
	switch verb {
	case "wait":
		d, err := time.ParseDuration(of)
		testdir.Must(s.t, err)
		s.at = s.at.Add(d)
		send(tickMsg{seq: s.wake.seq})
	case "size":
		var size tea.WindowSizeMsg
		_, err := fmt.Sscanf(of, "%dx%d", &size.Width, &size.Height)
		testdir.Must(s.t, err)
		send(size)
	case "focus":
		send(tea.FocusMsg{})
	case "blur":
		send(tea.BlurMsg{})
	case "paste":
		send(tea.PasteMsg{Content: of})
	case "type":
		for _, r := range of {
			send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	case "click", "right":
		at := s.find(of)
		at.Button = map[string]tea.MouseButton{"click": tea.MouseLeft, "right": tea.MouseRight}[verb]
		send(tea.MouseClickMsg(at))
		send(tea.MouseReleaseMsg(at))
	case "wheelup", "wheeldown":
		at := s.find(of)
		at.Button = map[string]tea.MouseButton{"wheelup": tea.MouseWheelUp, "wheeldown": tea.MouseWheelDown}[verb]
		send(tea.MouseWheelMsg(at))
	case "drag":
		from, to, _ := strings.Cut(of, " to ")
		send(tea.MouseClickMsg(s.find(from)))
		send(tea.MouseMotionMsg(s.find(to)))
		s.note("dragged")
		send(tea.MouseReleaseMsg(s.find(to)))
	case "claims", "completes", "deletes":
		k := tasks.Key{Name: of + ".json"}
		switch verb {
		case "claims":
			s.claims(k)
		case "completes":
			s.completes(k)
		default:
			send(deltaMsg{delta: tasks.Delta{Gone: []tasks.Key{k}, At: s.at}})
		}
	case "finishes": // all tasks
		for _, t := range s.ts {
			s.completes(t.Key)
		}
	case "wipes": // all tasks, as Claude Code does
		var d tasks.Delta
		for _, t := range s.ts {
			d.Gone = append(d.Gone, t.Key)
		}
		d.At, d.HighWaterMark = s.at, 10
		send(deltaMsg{delta: d})
	case "lists": // that are found while no directory is open
		var all []locate.List
		for _, name := range strings.Fields(of) {
			all = append(all, locate.List{Dir: "/home/ann/.claude/tasks/" + name, ID: name, Open: 2, Tasks: 3, Changed: noon.Add(-time.Hour)})
		}
		s.takeLists(nil, all)
	case "opens": // the directory again
		d, err := workspace.Open(locate.Place{Dir: ".tasks", Project: "other", List: of}, workspace.Options{})
		testdir.Must(s.t, err)
		send(openedMsg{workspace: d})
	case "fails":
		send(openedMsg{err: errors.New("it is locked")})
	case "health":
		h := map[string]tasks.Health{"lost": tasks.Lost, "polling": tasks.Polling, "live": tasks.Live}[of]
		send(deltaMsg{delta: tasks.Delta{Health: h, Why: "no events here", At: s.at}})
	default:
		k := tea.KeyPressMsg{Code: []rune(step)[0], Text: step}
		if code := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": ' ', "up": tea.KeyUp, "down": tea.KeyDown, "f4": tea.KeyF4, "f5": tea.KeyF5, "f12": tea.KeyF12}[step]; code != 0 {
			k = tea.KeyPressMsg{Code: code}
		}
		if name, ok := strings.CutPrefix(step, "ctrl+"); ok {
			k = tea.KeyPressMsg{Code: rune(name[0]), Mod: tea.ModCtrl}
		}
		send(k)
	}
	for s.queue.current != nil && !s.waits {
		s.Update(dequeuedMsg{}) // as if it had been written
	}
	s.note(step)
}

// find returns the cell in which a text of the screen begins, with the left button of the mouse.
func (s *screenTest) find(text string) tea.Mouse {
	s.t.Helper()
	for y, row := range strings.Split(s.screenText(), "\n") {
		if before, _, ok := strings.Cut(row, text); ok {
			return tea.Mouse{X: len([]rune(before)), Y: y, Button: tea.MouseLeft}
		}
	}
	s.t.Fatalf("no %q on the screen:\n%s", text, s.screenText())
	return tea.Mouse{}
}

// note writes down what a step changed: rows of the screen, what the terminal is told, and the selected task.
func (s *screenTest) note(step string) {
	v := s.View()
	k, _ := s.selected()
	said := fmt.Sprintf("%T, on %s, %q, %v, mouse %d", s.Mode(), strings.TrimSuffix(k.Name, ".json"), v.WindowTitle, v.ProgressBar, v.MouseMode)
	said += fmt.Sprintf(", body %v, detail %v, wakes in %v", s.Layout.Body, s.Layout.Detail, s.wake.at.Sub(s.at).Round(10*time.Millisecond))
	for i, is := range []bool{v.Cursor != nil, s.queue.current != nil, len(s.typed.held) > 0, s.quitting.asked} {
		if is {
			said += [...]string{", a cursor", ", writes", ", keys wait", ", quits"}[i]
		}
	}
	fmt.Fprintf(&s.out, "> %s\n", step)
	if said != s.said {
		fmt.Fprintf(&s.out, "  : %s\n", said)
	}
	rows := strings.Split(strings.ReplaceAll(ansi.Strip(v.Content), s.o.As, "ann"), "\n")
	for y, row := range rows {
		if edge := y < 2 || y >= len(rows)-3; !edge && !s.whole {
			continue // what is drawn there is tested where it is made
		}
		if row = strings.TrimRight(row, " "); y >= len(s.last) || strings.TrimRight(s.last[y], " ") != row {
			fmt.Fprintf(&s.out, "%3d %s\n", y, row)
		}
	}
	s.last, s.said = rows, said
}

// TestScreens writes down what each step of some sessions changes on the screen, and compares it with testdata/screens.
func TestScreens(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		empty   bool // no directory is open
		whole   bool
		steps   string
	}{
		{"board", Options{}, false, false, `?;esc;j;l;h;enter;enter;/;type log;enter;esc;n;esc;:;type claim;esc;e;L;esc;X;esc;m;esc;space;space;*;*;d;esc;esc;M;esc;!;esc;.;.;Q;x;H;H;v;u;U;s;esc;i;esc;t;w;A;esc;y;f12;f4;f4;D;esc;o;c;r;g;G;b;B;<;>;a;S;esc;W;I;O;p;P;ctrl+l;ctrl+z`},
		{"dependencies", Options{}, false, false, `2;l;j;h;z;z;enter;enter;L;esc;2;j;G;z;z;tab;tab;tab;1;esc;2;c;d;?;esc;/;type ship;enter;esc;1`},
		{"now", Options{}, false, false, `3;j;j;+;-;left;enter;enter;c;.;1;3;?;esc;d`},
		{"agents", Options{}, false, false, `claims logo;wait 1s;wait 5s;wait 30s;completes logo;completes emit;2;completes link;wait 1s;wait 10s;1;deletes lost;deletes loop;wait 2m;blur;completes print;wait 5m;focus;j;claims test;completes test;claims ship;completes ship;wait 1m`},
		{"silence", Options{Stalled: 10 * time.Minute}, false, false, `wait 5m;wait 5m;wait 10m;.;c;wait 1h`},
		{"mouse", Options{}, false, false, `size 110x32;click Task emit;click Task emit;esc;click ●;click 2 need you;esc;click Dependencies;click Task test;wheeldown Task test;click Now;click Board;wheeldown Task;!;esc;?;wheeldown Act on;right Act on;click Act on;esc;right Task logo;click / filter;click esc cancel;click ? help;wheeldown Act on;esc;click Completed`},
		{"sizes", Options{}, false, false, `size 44x30;j;enter;esc;l;size 200x50;j;3;2;1;X;esc;size 60x10;2;3;c;1;c;e;size 44x14;c;size 20x5;size 90x24`},
		{"nothing to show", Options{}, false, true, `/;type zzz;enter;wait 2m;esc;b;type claim`},
		{"all is done", Options{}, false, true, `finishes;j;wait 1m;2;1;wipes;j;D;A;esc;claims logo;wait 1s`},
		{"another directory", Options{}, false, false, `*;?;fails;esc;2;opens red;j;c;1;health lost;fails;c`},
		{"lists that are found", Options{}, true, true, `lists red blue;j;j;k;lists blue green red;n;enter;ctrl+l;F;esc;fails;q`},
		{"more of the mouse", Options{}, false, false, `size 110x32;drag Task logo to In progress;drag Task logo to Task ship;esc;esc;drag Task emit to Completed;n;2;click ◐ 2;3;click ○ 5;click ✓ 2;1;size 44x30;click Ready;click Done`},
		{"wide foot", Options{}, false, false, `size 260x20;j;j;l;j;l;enter;j;esc;space;2;esc;1;G;c;3;j;j`},
		{"nobody is there", Options{}, false, false, `size 90x12;G;wait 29s;wait 1s;wait 1m;j;claims logo;wait 1m;focus;k;wait 10s;enter;wait 1m;health lost;wait 1m;health lost;health polling;health polling`},
		{"keys that wait", Options{}, false, false, `c;j;wait 1s;wait 3s;space;q;q`},
		{"read only", Options{ReadOnly: true}, false, false, `c;n;D;u;space;d;e;L;:;esc;?`},
		{"bare and without a mouse", Options{Bare: true, ASCII: true, NoMouse: true, Still: true}, false, false, `j;completes emit;wait 1s;H;2;1;c`},
		{"own commands", Options{Config: config.Config{Commands: []config.Command{{Name: "deploy it", Key: "f9", Run: []string{"true"}}}, ByOwner: true}}, false, false, `?;esc;:;type deploy;esc`},
		{"a directory that is lost", Options{}, false, true, `health lost;c;j;health live;j;health polling;j`},
		{"no directory", Options{}, true, true, `j;/;n;?;esc;f12;q`},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, err := filepath.Abs("testdata/screens/" + strings.ReplaceAll(c.name, " ", "_") + ".txt")
			testdir.Must(t, err)
			t.Chdir(t.TempDir())
			testdir.Must(t, os.Mkdir(".tasks", 0o755))
			s := &screenTest{t: t, whole: c.whole, waits: c.name == "keys that wait", measured: &measured{ts: sample(), at: noon}}
			c.options.Now, c.options.As = func() time.Time { return s.at }, "ann"
			s.Model = New(c.options)
			t.Cleanup(s.Close)
			s.Update(tea.WindowSizeMsg{Width: 90, Height: 24})
			if c.empty {
				s.Update(openedMsg{err: &locate.NotFoundError{}})
			} else {
				d, err := workspace.Open(locate.Place{Dir: ".tasks", Project: "my-service"}, workspace.Options{})
				testdir.Must(t, err)
				s.Update(openedMsg{workspace: d})
				s.Update(deltaMsg{delta: tasks.Delta{Put: s.ts, Whole: true, At: noon}})
			}
			s.note("start")
			for step := range strings.SplitSeq(c.steps, ";") {
				s.do(step)
			}
			got := s.out.String()
			if *update {
				testdir.Must(t, os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			testdir.Must(t, err)
			for i, line := range strings.Split(got, "\n") {
				if all := strings.Split(string(want), "\n"); i >= len(all) || all[i] != line {
					t.Fatalf("%s:%d differs (if that is meant: go test ./ui -run TestScreens -update):\n%s\nwant\n%s", file, i+1, line, strings.Join(all[min(i, len(all)-1):min(i+1, len(all))], ""))
				}
			}
		})
	}
}
