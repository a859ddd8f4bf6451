package uitest

import (
	"errors"
	"testing"

	"sideboard/ui"
	"sideboard/ui/config"
)

func TestScenarioSavedFiltersAndOtherKeysAreThePersonsOwn(t *testing.T) {
	t.Parallel()
	wishes := config.Config{Views: []config.View{{Name: "free", Filter: "is:ready"}}, Keys: map[string]string{"claim": "Q c"}}
	h := Open(t, Options{Board: func(o *ui.Options) { o.Wishes = wishes }})
	h.Write(idC+".json", s12(idC, "Logo", "pending", "null", "[]")).Write(idB+".json", s12(idB, "Docs", "pending", "null", ids(idC))).Sees("Logo", "Docs")
	h.Press("alt+1").Sees("View: free", "filter is:ready").SeesNot("○ Docs").Press("alt+2").Sees("No such view is saved")
	h.Press("?").Sees("the column left, right").SeesRow("Q", "claim").Press("/").Type("free").SeesRow("alt+1", "view: free").Press("esc", "esc").Choose("Logo").Press("Q").Says(idC+".json", "status", `"in_progress"`)
}

func TestScenarioABrokenConfigurationIsToldAndTheDefaultsRun(t *testing.T) {
	t.Parallel()
	wrong := &config.Error{Path: "config.toml", Line: 3, Column: 7, Why: "there is no theme \"pink\""}
	h := Open(t, Options{Board: func(o *ui.Options) { o.Unread = errors.Join(wrong) }})
	h.Sees("not in force", "config.toml:3:7")
}
