package demo

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"sideboard/tasks"
)

// projectName is what the header shows.
const projectName = "my-service"

// scratch makes a scratch directory: its root, and in it the task directory where the dialect has it.
func scratch(f form) (root, dir string, err error) {
	root, err = os.MkdirTemp("", scratchPrefix)
	if err != nil {
		return "", "", fmt.Errorf("make a scratch directory: %w", err)
	}
	dir = filepath.Join(root, projectName, ".tasks")
	if f.kept == schemaKeys {
		dir = filepath.Join(root, projectName, ".claude", "tasks", projectName)
	}
	return root, dir, nil
}

// stageSet is the project as it was written: which file each key became.
type stageSet struct {
	files map[string]string // base names by key
	raw   map[string][]byte // bytes by base name
}

// writeProject fills an empty task directory. What is completed was completed by an agent, so where the dialect
// clears, nobody waits for it any more.
func writeProject(f folder, agents int, story bool, seed uint64, now time.Time) (stageSet, error) {
	set := stageSet{files: map[string]string{}, raw: map[string][]byte{}}
	items := project()
	ids, done, behind := map[string]string{}, map[string]bool{}, map[string][]string{}
	chance := rand.New(rand.NewPCG(seed, 24))
	began := now.Add(-100 * time.Minute)
	for i, it := range items {
		ids[it.key] = firstID(f.form, i, began, chance)
		done[it.key] = it.stage == completed
	}
	for _, it := range items {
		for _, key := range it.waits {
			behind[key] = append(behind[key], ids[it.key])
		}
	}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return set, fmt.Errorf("make the demo's directory: %w", err)
	}
	for _, it := range items {
		if it.stage == running && it.agent > agents {
			it.stage, it.agent = pending, 0
		}
		if story && it.key == "logs" {
			it.age = 3 // it stalls later, where everybody can see it
		}
		var waits []string
		for _, key := range it.waits {
			if !f.form.clears || !done[key] {
				waits = append(waits, ids[key])
			}
		}
		d := f.form.make(ids[it.key], it, waits, behind[it.key], began)
		written := now.Add(-time.Duration(it.age) * time.Minute)
		file, raw := f.file(ids[it.key]), encode(dress(f.form, d, it, agents, written), f.form.ascii)
		path := filepath.Join(f.dir, file)
		if err := os.WriteFile(path, raw, 0o644); err != nil {
			return set, fmt.Errorf("write the demo's project: %w", err)
		}
		if err := os.Chtimes(path, written, written); err != nil {
			return set, fmt.Errorf("write the demo's project: %w", err)
		}
		set.files[it.key], set.raw[file] = file, raw
	}
	return set, furnish(f, len(items))
}

// dress adds what earlier claims left in a file.
func dress(f form, d document, it item, agents int, written time.Time) document {
	if it.stage == pending {
		return d
	}
	if !f.unowned {
		d = d.with("owner", fmt.Sprintf("agent-%d", (it.agent-1)%agents+1))
	}
	if _, ok := d.get("worktree"); ok && it.stage == running && f.lock == tasks.NoLock {
		d = d.with("worktree", it.key)
	}
	if _, ok := d.get("updated_at"); ok {
		d = d.with("updated_at", seconds(written))
	}
	return d
}

// furnish adds what the dialect's directories hold besides tasks.
func furnish(f folder, highest int) error {
	if f.form.lock != tasks.NoLock {
		if err := os.WriteFile(filepath.Join(f.dir, ".lock"), nil, 0o644); err != nil {
			return fmt.Errorf("write the demo's project: %w", err)
		}
	}
	if f.form.mark {
		if err := os.WriteFile(filepath.Join(f.dir, ".highwatermark"), []byte(strconv.Itoa(highest)), 0o644); err != nil {
			return fmt.Errorf("write the demo's project: %w", err)
		}
	}
	return nil
}

func firstID(f form, i int, began time.Time, chance *rand.Rand) string {
	switch f.naming {
	case clocked:
		return fmt.Sprintf("task_%d_%04d", began.Unix()+int64(7*i), chance.IntN(10000))
	case hex8:
		return fmt.Sprintf("task_%08x", chance.Uint32())
	}
	return strconv.Itoa(i + 1)
}
