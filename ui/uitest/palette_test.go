package uitest

import "testing"

func TestScenarioThePaletteGoesToATaskThatTheFilterHides(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Press("/").Type("logo").Press("enter").SeesNot("Landing page")
	h.Press(":").Type("#0004").SeesRow("Landing page", "bob", "#0004").Press("enter").On("Landing page")
	h.Press(":").Type("sche").SeesRow("Write the schema").SeesRow("Schema docs").Press("down", "enter").SeesNot("Find an action or a task")
	h.Press(":").Type("qqq").Sees("Nothing matches").Press("enter").Sees("Nothing matches").Press("esc").Sees("Landing page")
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
