package uitest

import (
	"path/filepath"
	"slices"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// In every design a task is split, and a new one is put between two others. Its own agents read the blockers of each task, and one u undoes
// each of the two.
func TestScenarioATaskIsSplitAndANewOneIsPutBetweenInEveryDesign(t *testing.T) {
	t.Parallel()
	for _, design := range designs() {
		t.Run(design, func(t *testing.T) {
			t.Parallel()
			project := filepath.Join(t.TempDir(), "my-service")
			mkdir(t, filepath.Join(project, ".git"))
			d, err := newDesignDir(design, project, "Schema", "Docs")
			testdir.Must(t, err)
			h := OpenIn(t, project, Options{Arg: d.path})
			h.Dir = d.path
			waits := func(subject string, on ...string) {
				t.Helper()
				var want []tasks.ID
				for _, name := range on {
					of, err := d.task(name)
					testdir.Must(t, err)
					want = append(want, of.ID)
				}
				if ids, _ := d.waitsOn(t, subject); len(ids) != len(want) || slices.ContainsFunc(want, func(id tasks.ID) bool { return !slices.Contains(ids, id) }) {
					t.Errorf("%s waits for %v, not for %v", subject, ids, want)
				}
			}
			h.Sees("of 2 done").Choose("Docs").Press("L").Type("Schema").SeesRow("▌", "Schema").Press("enter").Sees("1 blocked")
			h.Choose("Docs").Press("X", "i").Type("Review it").Press("enter").Sees("of 3 done", "Created and linked Review it").NoLitter()
			waits("Review it", "Schema")
			waits("Docs", "Review it")
			h.Press("u").Sees("Undone", "of 2 done").NoLitter()
			waits("Docs", "Schema")
			h.Choose("Schema").Press("|").Sees("Split", "stays as it is").Paste("- Tables\n  - [ ] Rows\n- Views\n").Sees("split into 3 tasks").Press("ctrl+s")
			h.Sees("of 5 done", "into 3 tasks").NoLitter()
			waits("Schema")
			waits("Tables", "Schema")
			waits("Rows", "Tables")
			waits("Views", "Schema")
			waits("Docs", "Rows", "Views")
			h.Press("u").Sees("Undone", "of 2 done").NoLitter()
			waits("Docs", "Schema")
		})
	}
}
