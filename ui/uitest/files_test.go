package uitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Write writes a task file the way most agents do: truncate, then write.
func (h *Driver) Write(name, content string) *Driver {
	h.T.Helper()
	if err := os.WriteFile(filepath.Join(h.Dir, name), []byte(content), 0o644); err != nil {
		h.T.Fatal(err)
	}
	return h
}

// Replace replaces a task file in one step, so that nobody reads it half-written.
func (h *Driver) Replace(name, content string) *Driver {
	h.T.Helper()
	temp := filepath.Join(h.Dir, "."+name+".tmp")
	if err := os.WriteFile(temp, []byte(content), 0o644); err != nil {
		h.T.Fatal(err)
	}
	if err := os.Rename(temp, filepath.Join(h.Dir, name)); err != nil {
		h.T.Fatal(err)
	}
	return h
}

// Remove removes a task file.
func (h *Driver) Remove(name string) *Driver {
	h.T.Helper()
	if err := os.Remove(filepath.Join(h.Dir, name)); err != nil {
		h.T.Fatal(err)
	}
	return h
}

// Bytes returns the bytes of a task file, nil if it does not exist.
func (h *Driver) Bytes(name string) []byte {
	b, err := os.ReadFile(filepath.Join(h.Dir, name))
	if err != nil {
		return nil
	}
	return b
}

// Says waits until a member of a task file has a value, given as JSON, or for "" until there is no such member.
func (h *Driver) Says(name, member, value string) *Driver {
	h.T.Helper()
	h.Await(fmt.Sprintf("%s to say %s: %s (it is %s)", name, member, value, h.Bytes(name)), func() bool {
		var all map[string]json.RawMessage
		if json.Unmarshal(h.Bytes(name), &all) != nil {
			return false
		}
		var got bytes.Buffer
		raw, ok := all[member]
		if !ok {
			return value == ""
		}
		return json.Compact(&got, raw) == nil && got.String() == value
	})
	return h
}

// Reads waits until a task file has exactly these bytes.
func (h *Driver) Reads(name, content string) *Driver {
	h.T.Helper()
	h.Await(fmt.Sprintf("%s to read\n%s\nit reads\n%s", name, content, h.Bytes(name)), func() bool {
		return string(h.Bytes(name)) == content
	})
	return h
}

// Gone waits until a task file does not exist.
func (h *Driver) Gone(name string) *Driver {
	h.T.Helper()
	h.Await(name+" to be gone", func() bool { return h.Bytes(name) == nil })
	return h
}

// Exists waits until a path exists.
func (h *Driver) Exists(path string) *Driver {
	h.T.Helper()
	h.Await(path+" to be there", func() bool { _, err := os.Lstat(path); return err == nil })
	return h
}

// Names returns the names in the task directory without locks and hidden files.
func (h *Driver) Names() []string {
	entries, err := os.ReadDir(h.Dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// NoLitter waits until the board has left no temporary file or lock in the directory.
func (h *Driver) NoLitter() *Driver {
	h.T.Helper()
	h.Await("no litter in the directory", func() bool {
		entries, err := os.ReadDir(h.Dir)
		if err != nil {
			return true
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".sideboard-") || strings.HasSuffix(e.Name(), ".json.lock") || e.Name() == ".lock.lock" {
				return false
			}
		}
		return true
	})
	return h
}

// Still fails unless a task file has exactly these bytes now.
func (h *Driver) Still(name, content string) *Driver {
	h.T.Helper()
	if got := string(h.Bytes(name)); got != content {
		h.T.Errorf("%s reads\n%s\nit should still read\n%s", name, got, content)
	}
	return h
}

// taskDir returns a task directory with one task.
func taskDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	mkdir(t, dir)
	put(t, filepath.Join(dir, "task_1.json"), s07("1", "Parse", "pending", "[]"))
	return dir
}

// many writes n tasks, shared among writers that run at the same time.
func (h *Driver) many(n, writers int, content func(i int) string) {
	h.T.Helper()
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := w; i < n; i += writers {
				if err := os.WriteFile(filepath.Join(h.Dir, file(i)), []byte(content(i)), 0o644); err != nil {
					h.T.Error(err)
				}
			}
		})
	}
	all.Wait()
}
