package matrix

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// samples reads a collection of folders that agents wrote, which is not part of the project.
func samples(t *testing.T) map[string]map[string]string {
	root := os.Getenv("SIDEBOARD_SAMPLES")
	if root == "" {
		t.Skip("SIDEBOARD_SAMPLES names no collection of folders")
	}
	folders := map[string]map[string]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Dir(path) == root {
			return err
		}
		raw, err := os.ReadFile(path)
		dir, _ := filepath.Rel(root, filepath.Dir(path))
		if folders[dir] == nil {
			folders[dir] = map[string]string{}
		}
		folders[dir][e.Name()] = string(raw)
		return err
	})
	testdir.Must(t, err)
	return folders
}

func TestReadyIsWhatItsAgentsWouldStartInFoldersTheyWrote(t *testing.T) {
	as := map[string]string{"s11": refagents.SFull, "s07bidir": refagents.S07Blocks, "s17": refagents.S12, "s20": refagents.S18}
	judged := 0
	for dir, files := range samples(t) {
		top, name, _ := strings.Cut(dir, string(filepath.Separator))
		if top != "generated" {
			continue
		}
		if other, ok := as[name]; ok {
			name = other
		}
		d := sit(t, formOf(name), files)
		d.judged(dir)
		d.workOn()
		d.refresh()
		d.judged(dir + ", gone on")
		d.close()
		judged++
	}
	t.Logf("%d folders of known dialects", judged)
}
