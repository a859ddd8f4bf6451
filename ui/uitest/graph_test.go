package uitest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// openPlan opens the plan of these scenarios: Schema is done, Endpoints and Docs wait for Parser, Tests for both; Logo has no links.
const (
	planSchema    = "task_1778000000_0001"
	planParser    = "task_1778000001_0002"
	planEndpoints = "task_1778000002_0003"
	planDocs      = "task_1778000003_0004"
	planTests     = "task_1778000004_0005"
	planLogo      = "task_1778000005_0006"
)

func openPlan(t *testing.T, o Options) *Driver {
	t.Helper()
	h := Open(t, o)
	h.Write(planSchema+".json", s12(planSchema, "Schema", "completed", `"bob"`, "[]"))
	h.Write(planParser+".json", s12(planParser, "Parser", "pending", "null", ids(planSchema)))
	h.Write(planEndpoints+".json", s12(planEndpoints, "Endpoints", "pending", "null", ids(planParser)))
	h.Write(planDocs+".json", s12(planDocs, "Docs", "pending", "null", ids(planParser)))
	h.Write(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints, planDocs)))
	h.Write(planLogo+".json", s12(planLogo, "Logo", "pending", "null", "[]"))
	h.Sees("of 6 done")
	return h
}

// all returns the bytes of every file of the directory, by name.
func (h *Driver) all() map[string]string {
	files := map[string]string{}
	for _, name := range h.Names() {
		files[name] = string(h.Bytes(name))
	}
	return files
}

// Unwritten fails if any file has changed.
func (h *Driver) Unwritten(before map[string]string) *Driver {
	h.T.Helper()
	after := h.all()
	for name, text := range before {
		if after[name] != text {
			h.T.Errorf("%s was written:\n%s\nit was\n%s", name, after[name], text)
		}
	}
	if len(after) != len(before) {
		h.T.Errorf("there are %d files, there were %d", len(after), len(before))
	}
	return h
}

// line is a selected task that is drawn in a line.
var line = regexp.MustCompile(`▌[ ─-╿]*\S #\S+ (?:▾\d+ )?([^…]{4,})(…?)`)

// pictureHead is above the blocks of a picture.
var pictureHead = regexp.MustCompile(`(?m)^ {2,}(Step|Stuck|Done|Around) `)

// At waits until a task is selected in the picture or the tree: its block has a bar and a bold title, its name below a
// picture is bold, its line has a rule.
func (h *Driver) At(subject string) *Driver {
	h.T.Helper()
	h.Await(fmt.Sprintf("%q to be selected in the picture", subject), func() bool { return h.selects(subject) })
	return h
}

// selects reports whether a task is selected in the picture or the tree.
func (h *Driver) selects(subject string) bool {
	for _, sign := range glyphs {
		side := "▌ " + sign + " "
		if !pictureHead.MatchString(h.Screen()) {
			break
		}
		if x, y, ok := h.place(side + subject); ok && h.isBold(x+len([]rune(side)), y) {
			return true
		}
		if x, y, ok := h.place(subject); ok && strings.Contains(h.Row(y), "No open links") && h.isBold(x, y) {
			return true
		}
	}
	for row := range strings.SplitSeq(h.Screen(), "\n") {
		if strings.HasPrefix(row, "▌") && strings.Contains(row, "  "+subject) {
			return true
		}
		if m := line.FindStringSubmatch(row); m != nil && (strings.HasPrefix(m[1], subject) || m[2] != "" && strings.HasPrefix(subject, m[1])) {
			return true
		}
	}
	return false
}

// Box waits until a task has a box, and returns a cell in it.
func (h *Driver) Box(subject string) (x, y int) {
	h.T.Helper()
	h.Await(fmt.Sprintf("a box %q", subject), func() bool {
		for _, sign := range glyphs {
			if !pictureHead.MatchString(h.Screen()) {
				return false
			}
			for _, bar := range []string{"▎ ", "▌ ", "■ "} {
				side, ok := bar+sign+" ", false
				if x, y, ok = h.place(side + subject); ok {
					x += len([]rune(side)) + 1
					return true
				}
			}
		}
		return false
	})
	return x, y
}

func TestScenarioTheViewsShareTheSelectedTask(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	h.Choose("Endpoints").Press("2").Sees("Step 1", "Step 2", "1 done", "No open links", "Logo").At("Endpoints")
	h.Press("l").At("Tests").Press("h").At("Endpoints").Press("2").Sees("  Task ").At("Endpoints").Press("g").At("Schema").Press("j").At("Parser")
	h.Press("1").Sees("Pending").On("Parser").Press("tab").Sees("  Task ").At("Parser")
	h.Press("tab").SeesRow("3 Now").Press("tab").Sees("Completed").On("Parser")
	h.Press("shift+tab").SeesRow("3 Now").Press("shift+tab").At("Parser").Press("enter").Sees("File  ", "Unblocks").Press("esc").SeesNot("File  ")
	h.Press("esc").Sees("In progress").On("Parser")
}

func TestScenarioArrowsWalkTheLinks(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	h.Choose("Parser").Press("2").At("Parser").Press("right")
	h.Await("one of the two that wait", func() bool {
		return h.selects("Docs") || h.selects("Endpoints")
	})
	h.Press("g").Press("down").Press("G").Press("l").At("Tests").Press("l").At("Tests").Press("h", "h").At("Parser")
	h.Press("z").Sees("Finished work shown").At("Parser").Press("h").At("Schema").Press("l").At("Parser").Press("z").SeesNot("Done")
	h.Press("2").Sees("also after").At("Parser").Press("l", "l").At("Tests").Press("k", "k", "k", "k", "k", "k").Press("G").At("Logo").Press("k").At("Docs").Press("k").At("Tests")
	h.Press("b").Press("b").At("Parser").Press("1").On("Parser").Press("L", "down", "down").SeesRow("▌", "Endpoints").Press("enter").On("Endpoints").Press("B").Sees("B is no key here")
}

func TestScenarioLoopsAndMissingTasksAreDrawnAndWalkedInEveryViewAndSize(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	ghost := "task_1778000009_0099"
	h.Write(idA+".json", s12(idA, "Alpha", "pending", "null", ids(idB)))
	h.Write(idB+".json", s12(idB, "Beta", "pending", "null", ids(idC)))
	h.Write(idC+".json", s12(idC, "Gamma", "pending", "null", ids(idA, idA)))
	h.Write(idD+".json", s12(idD, "Delta", "pending", "null", ids(idD, idA)))
	h.Write(idE+".json", s12(idE, "Epsilon", "pending", "null", ids(ghost, ghost)))
	h.Write(idF+".json", s12(idF, "Zeta", "in_progress", `"bob"`, ids(idE, idC)))
	h.Write("broken.json", "{").Sees("of 6 done", "needs you")
	h.Choose("Beta").Press("2").At("Beta").Sees("in a loop", "┄ "+ghost[:6], "stuck ↺ #0001")
	h.Press("2").Sees("also after").At("Beta")
	for _, size := range [][2]int{{40, 12}, {60, 16}, {80, 24}, {120, 40}, {250, 70}} {
		h.Resize(size[0], size[1]).Await("the new size", h.drawn)
		for _, v := range []string{"2", "2"} {
			h.Press(v)
			for _, k := range []string{"h", "h", "l", "j", "k", "G", "g", "l", "l", "l", "j", "j", "z", "L", "down", "esc", "X", "down", "esc", "b", "."} {
				h.Press(k)
			}
		}
	}
	h.Resize(120, 40).Press("?").Sees("Keys for").Press("esc").SeesNot("Keys for") // all keys were read
	// Whether that is the tree or the picture depends on what was laid out when each key came.
	h.Press("1").Choose("Epsilon").Press("2").At("Epsilon").Press("b").Sees("It waits for " + ghost + ", which no file has: X unlinks it").At("Epsilon")
	h.Press("enter").Sees("#0005", "Waits for 1").Press("1").Sees("Waits for 1").On("Epsilon")
}

func TestScenarioTheFormThatWasChosenIsShownWhenTheBoardIsOpenedAgain(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	h.Press("2").Sees("Step 2").Press("2").Sees("also after").SeesNot("Step 2").Press("1", "q").Ended()
	h = OpenIn(t, h.Cwd, Options{})
	h.Sees("of 6 done").Press("2").Sees("also after").SeesNot("Step 2").Press("2").Sees("Step 2").Press("2").Sees("also after").Press("1", "q").Ended()
	kept, _ := filepath.Glob(filepath.Join(filepath.Dir(h.Cwd), "state", "*", "graph.json"))
	for _, damage := range []string{"{", `{"Version":6,"Form":"map"}`} {
		put(t, kept[0], damage)
		h = OpenIn(t, h.Cwd, Options{})
		h.Sees("of 6 done").Press("2").Sees("Step 2").Press("1", "q").Ended()
	}
}
