package uitest

import "testing"

func TestScenarioAThemeIsChosenByItsName(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	before := h.screen.Render()
	h.Press(":").Type("contrast").SeesRow("Theme: contrast").Press("enter").Sees("The theme is contrast")
	if h.Press("esc").Sees("Logo"); h.screen.Render() == before {
		t.Error("nothing is coloured otherwise")
	}
}
