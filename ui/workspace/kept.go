package workspace

import (
	"io"
	"path/filepath"

	"sideboard/tasks/journal"
)

// maxKept is how many bytes are kept of how the graph was drawn.
const maxKept = 1 << 20

// KeptGraph returns what KeepGraph kept when the same directory was open before, nil for nothing.
func (w *Workspace) KeptGraph() []byte { return w.kept }

// KeepGraph keeps how the graph is drawn for whoever opens the directory again, from when it is closed on.
func (w *Workspace) KeepGraph(raw []byte) { w.keep = raw }

// keptPath is the file that it is kept in, beside the journal; "" where nothing can be kept. Several directories that are
// open together have one graph, which is none of theirs.
func (w *Workspace) keptPath() string {
	dir := w.dirs[0].store.StateDir()
	switch {
	case dir == "" || w.dirs[0].store.Writable() != nil:
		return ""
	case len(w.dirs) > 1:
		return filepath.Join(dir, journal.GraphsName)
	}
	return filepath.Join(dir, journal.GraphName)
}

// readKept reads what was kept. Whatever is wrong with it, the graph is then laid out anew.
func (w *Workspace) readKept(disk journal.Disk) {
	path := w.keptPath()
	if path == "" {
		return
	}
	if fi, err := disk.Stat(path); err != nil || !fi.Mode().IsRegular() || fi.Size() > maxKept {
		return
	}
	f, err := disk.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if raw, err := io.ReadAll(io.LimitReader(f, maxKept+1)); err == nil && len(raw) <= maxKept {
		w.kept = raw
	}
}

// writeKept writes what is to be kept. It is no loss where that cannot be.
func (w *Workspace) writeKept(disk journal.Disk) {
	path := w.keptPath()
	if path == "" || len(w.keep) == 0 || len(w.keep) > maxKept || string(w.keep) == string(w.kept) {
		return
	}
	if disk.MakeDir(filepath.Dir(path)) != nil {
		return
	}
	begun := journal.Beginning(path)
	f, err := disk.Make(begun)
	if err != nil {
		return
	}
	_, err = f.Write(w.keep)
	if err == nil {
		err = f.Sync()
	}
	if f.Close() != nil || err != nil || disk.Rename(begun, path) != nil {
		_ = disk.Remove(begun)
	}
}
