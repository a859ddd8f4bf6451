package history

import (
	"io"
	"path/filepath"

	"sideboard/tasks/journal"
)

// maxGraph is how many bytes are kept of how a graph was drawn.
const maxGraph = 1 << 20

// graphPath returns the file in which it is kept, beside the journal in dir, how the graph of a directory was drawn. Several
// directories that are open together have one graph, which is none of theirs.
func graphPath(dir string, together bool) string {
	if together {
		return filepath.Join(dir, journal.GraphsName)
	}
	return filepath.Join(dir, journal.GraphName)
}

// ReadGraph returns what WriteGraph kept beside the journal in dir. Where something is wrong with it, there is nothing.
func ReadGraph(dir string, together bool) []byte {
	disk, path := journal.System, graphPath(dir, together)
	if fi, err := disk.Stat(path); err != nil || !fi.Mode().IsRegular() || fi.Size() > maxGraph {
		return nil
	}
	f, err := disk.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxGraph+1))
	if err != nil || len(raw) > maxGraph {
		return nil
	}
	return raw
}

// WriteGraph keeps how a graph was drawn, where there is little enough of it. It is no loss where that cannot be.
func WriteGraph(dir string, together bool, raw []byte) {
	disk, path := journal.System, graphPath(dir, together)
	if len(raw) > maxGraph || disk.MakeDir(dir) != nil {
		return
	}
	begun := journal.Beginning(path)
	f, err := disk.Make(begun)
	if err != nil {
		return
	}
	_, err = f.Write(raw)
	if err == nil {
		err = f.Sync()
	}
	if f.Close() != nil || err != nil || disk.Rename(begun, path) != nil {
		_ = disk.Remove(begun)
	}
}
