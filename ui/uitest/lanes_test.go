package uitest

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks/testdir"
	"sideboard/ui"
)

// Several lists on one board: two designs with the same ids and file names.

// theirs returns the path of a file of Claude Code's list, relative to .tasks.
func theirs(name string) string { return filepath.Join("..", "..", ".claude", "tasks", session, name) }

// openLanes opens a .tasks and a list of Claude Code's of one project together, each with two tasks.
func openLanes(t *testing.T, o Options) *Driver {
	t.Helper()
	cwd, config := claudeProject(t)
	dir := filepath.Join(config, "tasks", session)
	mkdir(t, dir)
	transcript(t, config, cwd, session)
	own := filepath.Join(cwd, ".tasks")
	mkdir(t, own)
	put(t, filepath.Join(own, idA+".json"), s12(idA, "Schema", "pending", "null", "[]"))
	put(t, filepath.Join(own, idB+".json"), s12(idB, "Docs", "pending", "null", ids(idA)))
	put(t, filepath.Join(dir, "1.json"), cc("1", "Login", "pending", "", list(`"2"`), "[]"))
	put(t, filepath.Join(dir, "2.json"), cc("2", "Logout", "pending", "", "[]", list(`"1"`)))
	board := o.Board
	o.Board = func(w *ui.Options) {
		w.Finder.Together = true
		if board != nil {
			board(w)
		}
	}
	return OpenIn(t, cwd, o)
}

func TestScenarioTwoListsOfTwoDesignsAreLanesOfOneBoard(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{})
	h.Sees("2 lists", "4 tasks", "Schema", "Login").SeesRow(".tasks  2 ─").SeesRow("my-service  2 ─")
	h.Choose("Schema").Press("enter").Sees("enter  close").SeesRow("List", ".tasks").Press("esc").Choose("Login")
	h.Press("enter").Sees("enter  close").SeesRow("List", "my-service").Press("esc")
	h.Type("/").Type("log").SeesRow("my-service  2 ─").SeesNot("Schema", ".tasks  ").Press("esc")
	h.Sees("Schema").Press("2").Sees("WAVE 2", "Login", "Schema").SeesNot(".tasks  2").Press("1").SeesRow("my-service  2 ─").Press("q").Ended()
}

// A slow program draws the state between two keys: here the detail, which esc is about to close, and next to which the card is elsewhere. The
// program waits until that frame is on the screen, and again before a second click.
func TestAClickSelectsTheCardDrawnAfterTheKeysBeforeIt(t *testing.T) {
	t.Parallel()
	var h *Driver
	var clicks atomic.Int32
	detail := make(chan bool, 1) // the detail is on the screen
	h = openLanes(t, Options{OnMessage: func(msg tea.Msg) {
		switch msg := msg.(type) {
		case tea.KeyPressMsg:
			if msg.Code == tea.KeyEscape && clicks.Load() == 0 {
				<-detail
				time.Sleep(100 * time.Millisecond) // the driver sees it as well
			}
		case tea.MouseClickMsg:
			if clicks.Add(1) == 2 {
				time.Sleep(100 * time.Millisecond) // the driver sees what the first one chose
			}
		}
	}})
	h.Choose("Schema")
	clicks.Store(0)
	h.Press("enter", "esc")
	go func() { detail <- testdir.Soon(func() bool { return strings.Contains(h.Screen(), "enter  close") }) }()
	h.Choose("Login").Press("enter").Sees("enter  close").SeesRow("List", "my-service")
	if n := clicks.Load(); n != 1 {
		t.Errorf("%d clicks select a card that does not move, want 1", n)
	}
}

func TestScenarioAVerbWritesToTheListOfItsTask(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{})
	h.Choose("Schema").Press("c").Reads(idA+".json", s12(idA, "Schema", "in_progress", `"ann"`, "[]")).Sees("you claimed Schema in .tasks")
	h.Choose("Login").Press("c").Reads(theirs("1.json"), cc("1", "Login", "in_progress", "ann", list(`"2"`), "[]")).Sees("you claimed Login in my-service")
	h.Choose("Docs").Press("c").Sees("Not claimed: waits for Schema")
	h.Choose("Logout").Press("c").Sees("Claim Logout although it is blocked?", "It waits for Login.", "y/enter  claim").Press("n").SeesNot("although")
	h.Choose("Login").Press("d").Reads(theirs("1.json"), cc("1", "Login", "completed", "ann", list(`"2"`), "[]")).Sees("unblocked Logout")
	h.SeesRow("○", "Docs").Press("u").Reads(theirs("1.json"), cc("1", "Login", "in_progress", "ann", list(`"2"`), "[]")).Sees("Undone: completed Login in my-service")
	h.SeesRow("○", "Logout").Choose("Schema").Press("d").Reads(idA+".json", s12(idA, "Schema", "completed", `"ann"`, "[]")).SeesRow("●", "Docs")
	h.Press("u").Reads(idA+".json", s12(idA, "Schema", "in_progress", `"ann"`, "[]")).SeesRow("○", "Docs")
	h.Press("u").Sees("Undone: claimed Login in my-service").Press("u").Reads(idA+".json", s12(idA, "Schema", "pending", "null", "[]"))
	h.Says(theirs("1.json"), "status", `"pending"`).NoLitter()
}

func TestScenarioATaskIsMadeInTheListOfTheSelectedOne(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{})
	h.Choose("Logout").Press("n").Sees("New task in my-service", "Doing").Type("Session").Press("shift+tab").Type("Schema").Press("ctrl+s")
	h.Sees(`no task is called "Schema"`).Press("ctrl+u").Type("Login").Press("ctrl+s")
	h.Says(theirs("3.json"), "subject", `"Session"`).Says(theirs("3.json"), "blockedBy", `["1"]`).Says(theirs("1.json"), "blocks", `["2","3"]`).On("Session")
	h.Choose("Schema").Press("N").Sees("New task in .tasks").Type("Tests").Press("ctrl+s").On("Tests")
	name := h.fresh(`task_\d{10}_\d{4}\.json`, idA+".json", idB+".json")
	h.Reads(name, s12(strings.TrimSuffix(name, ".json"), "Tests", "pending", "null", ids(idA)))
	h.Press("u").Gone(name).Press("u").Gone(theirs("3.json")).Says(theirs("1.json"), "blocks", `["2"]`)
}

func TestScenarioNoLinkLeadsFromOneListToAnother(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{})
	h.Choose("Logout").Press("L").Type("Schema").Sees("it is in another list").Press("enter").Sees("Not linked: it is in another list").Press("esc", "esc")
	h.Still(theirs("2.json"), cc("2", "Logout", "pending", "", "[]", list(`"1"`)))
	h.Choose("Login").Press("e").Sees("Edit").Type(" page").Press("ctrl+s").Says(theirs("1.json"), "subject", `"Login page"`)
}

func TestScenarioEditsOfAgentsInBothListsAreShown(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{Board: func(o *ui.Options) { o.Still = true }}) // the highlight of unblocked tasks looks like the cursor
	h.Sees("4 tasks")
	bob, eve := h.Agent("s12", "bob"), h.Agent("claude-code", "eve").In(filepath.Join(h.Dir, filepath.Dir(theirs("x"))))
	bob.Claims(idA)
	h.Sees("bob claimed Schema in .tasks").SeesRow("◐", "Schema")
	eve.Claims("1")
	h.Sees("eve claimed Login in my-service").SeesRow("◐", "Login")
	bob.Completes(idA)
	eve.Completes("1")
	h.SeesRow("●", "Docs").SeesRow("●", "Logout")
	h.Choose("Docs").Press("c").Says(idB+".json", "owner", `"ann"`).SeesRow("◐", "Docs")
	h.Choose("Logout").Press("c").Says(theirs("2.json"), "owner", `"ann"`)
	bob.Writes("broken.json", "{")
	eve.Finds("2", "in_progress", false)
	h.Sees("1 needs you").Press("!").Sees(".tasks: broken.json").Press("esc")
}

func TestScenarioAListThatGoesAwayDoesNotEndTheOthers(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{})
	h.Sees("4 tasks").Choose("Schema")
	away := h.Dir + ".away"
	rename(t, h.Dir, away)
	h.Sees("The list .tasks is gone", "2 lists, 1 gone").SeesRow(".tasks  2 ─", "gone")
	h.Press("c").Sees("Not claimed: the directory of .tasks is not there")
	h.Choose("Login").Press("c").Says(theirs("1.json"), "owner", `"ann"`).Sees("you claimed Login")
	rename(t, away, h.Dir)
	h.Sees("The list .tasks is back").SeesNot("1 gone").Choose("Schema").Press("c").Says(idA+".json", "owner", `"ann"`)
}

func TestScenarioAReplacedDirectoryIsNotShownAsTasksCreatedAndDeleted(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 120, H: 24})
	h.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Sees("Schema")
	other := h.Dir + ".other"
	mkdir(t, other)
	for _, id := range []string{idB, idC} {
		put(t, filepath.Join(other, id+".json"), s12(id, "Job "+id[len(id)-1:], "pending", "null", "[]"))
	}
	rename(t, h.Dir, h.Dir+".away")
	rename(t, other, h.Dir)
	h.Sees("the directory was replaced by another: 2 tasks", "Job").SeesNot("Schema", "created")
	h.Write(idA+".json", s12(idA, "Docs", "pending", "null", "[]")).Sees("Docs was created")
}

func TestScenarioAllListsAreOpenedFromTheListOfLists(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{Board: func(w *ui.Options) { w.Finder.Together = false }})
	h.Sees("2 tasks", "Schema").Press("s").Sees("All together", "2 lists, one board", "(open now)").Press("home", "enter")
	h.Sees("2 lists", "4 tasks", "Login").Press("s").SeesRow("All together", "(open now)").Press("end", "enter")
	h.Sees("2 tasks", "Login").SeesNot("Schema", "2 lists")
	testdir.Must(t, os.RemoveAll(h.Dir))
	h.Press("s").Sees("Claude Code").SeesNot("All together")
}

func TestScenarioAConflictOfOneListIsDecidedThere(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{})
	h.Choose("Logout").Press("e").Sees("Edit #2").Type(" page").Press("ctrl+s").Says(theirs("2.json"), "subject", `"Logout page"`).SeesRow("Logout page")
	h.Write(theirs("2.json"), cc("2", "Logout and out", "pending", "", "[]", list(`"1"`)))
	h.SeesRow("Logout and out").Sees("overwrote your edit")
	h.Press("u").Sees("Undo edited Logout in my-service", "theirs").Press("m", "enter").Reads(theirs("2.json"), cc("2", "Logout", "pending", "", "[]", list(`"1"`)))
	h.Still(idB+".json", s12(idB, "Docs", "pending", "null", ids(idA)))
}

func TestScenarioARepairWorksInTheListOfItsFile(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{})
	h.Write(theirs("2.json"), cc("2", "Logout", "pending", "", "[]", list(`"1"`, `"2"`)))
	h.SeesRow("↺", "Logout").Press("!").Sees("my-service: 2.json", "waits for itself")
	h.Press("f").Sees("Take 2 out of its list?").Press("y").Reads(theirs("2.json"), cc("2", "Logout", "pending", "", "[]", list(`"1"`))).NoLitter()
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	testdir.Must(t, os.Rename(from, to))
}

// heads returns the names of the lanes, from the top.
func heads(h *Driver) string {
	var names []string
	for row := range strings.SplitSeq(h.Screen(), "\n") {
		if words := strings.Fields(row); len(words) == 3 && strings.HasPrefix(words[2], "──") && strings.Trim(words[1], "0123456789") == "" {
			names = append(names, words[0]+" "+words[1])
		}
	}
	return strings.Join(names, ", ")
}

func TestScenarioCardsAreGroupedByOwnerAndFollowTheirOwner(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Write(idF+".json", s12(idF, "Footer", "pending", `"bob"`, "[]")).Sees("6 tasks").Choose("Footer").Press("@").Sees("By owner").On("Footer")
	h.SeesRow("bob  1 ─", "you  1 ─", "bob  1 ─").SeesRow("nobody  2 ─").Press("g").On("Footer").Press("j").On("Logo").Press("l").On("Landing page").Press("k").On("Write the schema")
	x, y := h.Sees("it is pending and still").Card("Logo") // after the problem of the card above appeared, which takes a row
	h.Click(x, y).On("Logo").Press("m").Sees("Give Logo to").Type("bob").Press("enter").Sees("Give Logo to bob?").Press("y").Says(idC+".json", "owner", `"bob"`).SeesRow("bob  2 ─").On("Logo").SeesRow("nobody  1 ─")
	h.Write(idF+".json", s12(idF, "Footer", "in_progress", `"eve"`, "[]"))
	h.SeesRow("•", "◐", "Footer").SeesRow("bob  1 ─", "bob  1 ─").SeesRow("eve  1 ─")
	h.Press("/").Type("logo").SeesRow("bob  1 ─").SeesNot("nobody").Press("enter").On("Logo").Press("esc").SeesRow("nobody  1 ─")
	h.Press("@").Sees("No longer by owner").SeesNot("nobody  1").On("Logo")
	h.Press(":").Type("lanes").SeesRow("Group by owner", "@").Press("enter").SeesRow("nobody  1 ─")
}

func TestScenarioCardsAreGroupedByOwnerFromTheStartIfConfigured(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Board: func(o *ui.Options) { o.Config.ByOwner = true }})
	h.Write(idA+".json", s12(idA, "Schema", "pending", `"bob"`, "[]")).Write(idB+".json", s12(idB, "Docs", "pending", "null", "[]"))
	h.SeesRow("bob  1 ─").SeesRow("nobody  1 ─").Press("@").Sees("No longer by owner").SeesNot("nobody  1")
}

func TestScenarioASidePaneIsGroupedByOwner(t *testing.T) {
	t.Parallel()
	h := openPane(t, Options{W: 44, H: 50})
	h.Press("g").On("Parse").Press("@").SeesRow("Now  1 ─").SeesRow(" bob  1 ─").SeesRow(" nobody  3 ─").SeesRow("you  1 ─").On("Parse")
	if got, want := heads(h), "bob 1, nobody 3, nobody 20, you 1, bob 1"; !strings.Contains(got, want) {
		t.Errorf("the lanes are %q, want %q:\n%s", got, want, h.Screen())
	}
	h.Write("task_3.json", s07by("3", "Ready 1", "in_progress", "bob", "[]")).SeesRow("bob  2 ─").SeesRow("nobody  2 ─").SeesRow("•", "Ready 1").On("Parse").Press("j").On("Ready 1").Press("l").On("Ready 0").Press("h").On("Parse").Press("j").On("Ready 1")
	h.Write("task_50.json", s07("50", "Left alone", "pending", "[99]")).SeesRow("Needs you  1").SeesRow("⊘ Left alone")
	h.Resize(120, 40).SeesRow("nobody  23 ─", "bob  2 ─", "you  1 ─").On("Ready 1")
}
