package uitest

import (
	"strings"
	"testing"
)

func TestScenarioTheActionsThatApplyComeFirstAndTheOthersSayWhy(t *testing.T) {
	t.Parallel()
	h := openFilter(t).Choose("Logo")
	h.Press("ctrl+p").Sees("Find an action or a task").Type("claim").SeesRow("Claim it", "c").Press("enter").SeesNot("Do or go to")
	h.Says(idC+".json", "status", `"in_progress"`).Choose("Name")
	h.Press(":").Type("claim").SeesRow("Claim it", "it is completed").Press("enter").Sees("It is completed", "Find an action or a task")
	h.Press("ctrl+u").Type("reop").SeesRow("Reopen it", "o").Press("enter").Says(idE+".json", "status", `"pending"`)
}

func TestScenarioThePaletteGoesToATaskThatTheFilterHides(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Press("/").Type("logo").Press("enter").SeesNot("Landing page")
	h.Press(":").Type("#0004").SeesRow("Landing page", "bob", "#0004").Press("enter").On("Landing page")
	h.Press(":").Type("sche").SeesRow("Write the schema").SeesRow("Schema docs").Press("down", "enter").SeesNot("Find an action or a task")
	h.Press(":").Type("qqq").Sees("Nothing matches").Press("enter").Sees("Nothing matches").Press("esc").Sees("Landing page")
}

func TestScenarioAnActionOfThePaletteDoesWhatItsKeyDoes(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Press(":").Type("graph").Press("enter").SeesNot("Find an action or a task").Press("esc")
	h.Press(":").Type("new").Press("enter").Sees("New task").Press("esc")
	h.Press(":").Type("help").Press("enter").Sees("go left or right")
}

func TestScenarioAThemeIsChosenByItsName(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	before := h.screen.Render()
	h.Press(":").Type("contrast").SeesRow("Theme: contrast").Press("enter").Sees("The theme is contrast")
	if h.Press("esc").Sees("Logo"); h.screen.Render() == before {
		t.Error("nothing is coloured otherwise")
	}
}

func TestScenarioTheVerbsOfTheTaskComeFirstAndTheHelpFindsAKey(t *testing.T) {
	t.Parallel()
	h := openFilter(t).Choose("Logo")
	h.Press(":").Sees("Find an action or a task", "Claim it", "Give it to")
	at, s := 0, h.Screen()
	for _, next := range []string{"#0003 Logo", "Claim it", "Give it to", "Create and find", "Create a task", "Go to", "Dependencies: two forms"} {
		to := strings.Index(s[at:], next)
		if to < 0 {
			t.Errorf("%q is not below the row before it:\n%s", next, s)
		}
		at += max(to, 0)
	}
	h.Press("esc")
	h.Press("?").Sees("go left or right").Press("/").Type("somebody").Sees("1 of ").SeesRow("m", "give it to somebody").SeesNot("claim it for yourself")
	h.Press("enter").Sees("give it to somebody").Press("esc").Sees("claim it for yourself", "go left or right").Press("/").Type("qqq").Sees("No key does that")
	h.Press("esc").Sees("go left or right").Press("esc").SeesNot("go left or right").Press("m").Sees("Give Logo to")
}
