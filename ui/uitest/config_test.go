package uitest

import (
	"errors"
	"testing"

	"sideboard/ui"
	"sideboard/ui/config"
)

func TestScenarioRecentFiltersAndOtherKeys(t *testing.T) {
	t.Parallel()
	c := config.Config{Keys: map[string]string{"claim": "Q c"}, Wrong: []*config.Error{{Path: "config.toml", Line: 3, Column: 3, Why: "there is no theme \"pink\""}}}
	h := Open(t, Options{Board: func(o *ui.Options) { o.Config = c }}).Sees("Not in force: config.toml:3:3: there is no theme")
	h.Write(idC+".json", s12(idC, "Logo", "pending", "null", "[]")).Write(idB+".json", s12(idB, "Docs", "pending", "null", ids(idC))).Sees("Logo", "Docs")
	h.Press("/").Type("is:ready").Press("enter").SeesNot("○ Docs").Press("/", "ctrl+u").Type("docs").Press("enter").Sees("○ Docs").Press("esc")
	h.Press("/", "up").Sees("Docs").Press("up").Sees("is:ready").SeesNot("○ Docs").Press("down", "down").Sees("Logo", "Docs").Press("esc")
	h.Choose("Logo").Press("?").SeesRow("Q", "claim").Press("esc").Press("Q").Says(idC+".json", "status", `"in_progress"`)
}

func TestScenarioABrokenConfigurationIsReportedAndTheDefaultsApply(t *testing.T) {
	t.Parallel()
	wrong := &config.Error{Path: "config.toml", Line: 3, Column: 7, Why: "there is no theme \"pink\""}
	h := Open(t, Options{Board: func(o *ui.Options) { o.Unread = errors.Join(wrong) }})
	h.Sees("not in force", "config.toml:3:7")
}
