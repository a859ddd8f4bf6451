package uitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	h.Sees("2 lists", "of 4 done", "Schema", "Login").SeesRow(".tasks 2").SeesRow("my-service 2")
	h.Choose("Schema").Press("enter").Sees("esc close").SeesRow("List", ".tasks").Press("esc").Choose("Login")
	h.Press("enter").Sees("esc close").SeesRow("List", "my-service").Press("esc")
	h.Type("/").Type("log").SeesRow("my-service 2").SeesNot("Schema", ".tasks ").Press("esc")
	h.Sees("Schema").Press("2").Sees("Step 2", "Login", "Schema").SeesNot(".tasks 2").Press("1").SeesRow("my-service 2").Press("q").Ended()
}

func TestScenarioAVerbWritesToTheListOfItsTask(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{})
	h.Choose("Schema").Press("c").Reads(idA+".json", s12(idA, "Schema", "in_progress", `"ann"`, "[]")).Sees("you claimed Schema in .tasks")
	h.Choose("Login").Press("c").Reads(theirs("1.json"), cc("1", "Login", "in_progress", "ann", list(`"2"`), "[]")).Sees("you claimed Login in my-service")
	h.Choose("Docs").Press("c").Sees("Not claimed: waits for Schema")
	h.Choose("Logout").Press("c").Sees("Claim Logout although it is blocked?", "It waits for Login.", "y/enter claim").Press("n").SeesNot("although")
	h.Choose("Login").Press("d").Reads(theirs("1.json"), cc("1", "Login", "completed", "ann", list(`"2"`), "[]")).Sees("Logout can start")
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

func TestScenarioEditsOfAgentsInBothListsAreShown(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{Board: func(o *ui.Options) { o.Still = true }}) // the highlight of unblocked tasks looks like the cursor
	h.Sees("of 4 done")
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
	h.Sees("of 4 done").Choose("Schema")
	away := h.Dir + ".away"
	rename(t, h.Dir, away)
	h.Sees("The list .tasks is gone", "2 lists, 1 gone").SeesRow(".tasks 2", "gone")
	h.Press("c").Sees("Not claimed: the directory of .tasks is not there")
	h.Choose("Login").Press("c").Says(theirs("1.json"), "owner", `"ann"`).Sees("you claimed Login")
	rename(t, away, h.Dir)
	h.Sees("The list .tasks is back").SeesNot("1 gone").Choose("Schema").Press("c").Says(idA+".json", "owner", `"ann"`)
}

func TestScenarioAllListsAreOpenedFromTheListOfLists(t *testing.T) {
	t.Parallel()
	h := openLanes(t, Options{Board: func(w *ui.Options) { w.Finder.Together = false }})
	h.Sees("of 2 done", "Schema").Press("s").Sees("All together", "2 lists, one board", "(open now)").Press("home", "enter")
	h.Sees("2 lists", "of 4 done", "Login").Press("s").SeesRow("All together", "(open now)").Press("end", "enter")
	h.Sees("of 2 done", "Login").SeesNot("Schema", "2 lists")
	testdir.Must(t, os.RemoveAll(h.Dir))
	h.Press("s").Sees("Claude Code").SeesNot("All together")
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	testdir.Must(t, os.Rename(from, to))
}
