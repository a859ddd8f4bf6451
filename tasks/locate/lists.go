package locate

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ConfigDir returns Claude Code's configuration directory: $CLAUDE_CONFIG_DIR, else .claude in the home directory, ""
// when neither is known.
func ConfigDir(e Env) string {
	if dir := e.getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return e.abs(dir)
	}
	if e.Home == "" {
		return ""
	}
	return filepath.Join(e.Home, ".claude")
}

// Sanitize spells a list's id as Claude Code names its directory: everything but ASCII letters, digits, _ and -
// becomes -, one for each UTF-16 code unit.
func Sanitize(id string) string {
	var b strings.Builder
	for _, r := range id {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
			b.WriteRune(r)
		case r > 0xffff:
			b.WriteString("--")
		default:
			b.WriteByte('-')
		}
	}
	return b.String()
}

// Lists returns Claude Code's lists: those of this project first, then the others, each newest first. That there is
// no configuration directory is not an error; one that cannot be read is a *BadDirError.
func Lists(e Env) ([]List, error) {
	all, err := claudeLists(e, newBudget())
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b List) int {
		if a.Here != b.Here {
			return map[bool]int{true: -1, false: 1}[a.Here]
		}
		return compareNewest(a, b)
	})
	return all, nil
}

func claudeLists(e Env, b *budget) ([]List, error) {
	cfg := ConfigDir(e)
	if cfg == "" {
		return nil, nil
	}
	base := filepath.Join(cfg, "tasks")
	if _, err := os.Stat(base); os.IsNotExist(err) {
		return nil, nil
	}
	ids, err := directories(base, b)
	if err != nil {
		return nil, unreadable(base, err)
	}
	all := lists(base, ids, b)
	addProjects(e, all)
	return all, nil
}

// subLists returns the lists inside a folder: its directories that hold tasks, or what agents leave beside tasks.
func subLists(dir string, b *budget) []List {
	ids, err := directories(dir, b)
	if err != nil {
		return nil
	}
	return lists(dir, ids, b)
}

func lists(base string, ids []string, b *budget) []List {
	var all []List
	for _, id := range ids {
		if b.lists <= 0 {
			break
		}
		b.lists--
		dir := filepath.Join(base, id)
		s, err := surveyDir(dir, b)
		if err != nil || s.tasks == 0 && !s.hasTraces {
			continue
		}
		all = append(all, s.list(dir, id))
	}
	return all
}

// describeList describes a directory as a list, even when nothing is in it.
func describeList(dir, id string, b *budget) List {
	s, _ := surveyDir(dir, b)
	return s.list(dir, id)
}

func (s survey) list(dir, id string) List {
	return List{
		ID: id, Dir: dir, Tasks: s.tasks, Open: s.open, More: s.more, Changed: s.changed,
		Running: s.running, Owners: s.owners, Wiped: s.tasks == 0 && s.hasMark,
	}
}

// directories returns the names of the directories inside dir, links to directories too, the newest first: where
// there are too many to look into, the old ones are left out.
func directories(dir string, b *budget) ([]string, error) {
	type entry struct {
		name    string
		changed int64
	}
	var found []entry
	_, err := readEntries(dir, b, func(d fs.DirEntry) bool {
		if strings.HasPrefix(d.Name(), ".") || !d.IsDir() && d.Type()&fs.ModeSymlink == 0 {
			return true
		}
		fi, err := os.Stat(filepath.Join(dir, d.Name()))
		if err == nil && fi.IsDir() {
			found = append(found, entry{d.Name(), fi.ModTime().UnixNano()})
		}
		return true
	})
	slices.SortFunc(found, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.changed, a.changed), cmp.Compare(a.name, b.name))
	})
	names := make([]string, len(found))
	for i, f := range found {
		names[i] = f.name
	}
	return names, err
}

// sortForChoice orders lists for choosing one: with tasks before without, then newest first.
func sortForChoice(all []List) {
	slices.SortStableFunc(all, func(a, b List) int {
		if (a.Tasks > 0) != (b.Tasks > 0) {
			return cmp.Compare(min(b.Tasks, 1), min(a.Tasks, 1))
		}
		return compareNewest(a, b)
	})
}

func compareNewest(a, b List) int {
	return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.ID, b.ID))
}
