package log

import (
	"io"
	"path/filepath"
)

// The files beside a journal in which it is kept how the graph of the directory was drawn, alone and together with others. They are removed
// with what is old.
const (
	GraphName  = "graph.json"
	GraphsName = "graphs.json"
)

// maxGraph is how many bytes are kept of how a graph was drawn.
const maxGraph = 1 << 20

// graphPath returns where it is kept. Several directories that are open together have one graph, which is none of theirs.
func graphPath(dir string, together bool) string {
	if together {
		return filepath.Join(dir, GraphsName)
	}
	return filepath.Join(dir, GraphName)
}

// ReadGraph returns what WriteGraph kept beside the journal in dir. Where something is wrong with it, there is nothing.
func ReadGraph(dir string, together bool) []byte {
	path := graphPath(dir, together)
	if fi, err := System.Stat(path); err != nil || !fi.Mode().IsRegular() || fi.Size() > maxGraph {
		return nil
	}
	f, err := System.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	raw, _ := io.ReadAll(io.LimitReader(f, maxGraph))
	return raw
}

// WriteGraph keeps how a graph was drawn, where there is little enough of it. It is no loss where that cannot be.
func WriteGraph(dir string, together bool, raw []byte) {
	p := newPlace(dir, Options{})
	if len(raw) > maxGraph || p.disk.MakeDir(dir) != nil {
		return
	}
	f, err := p.begin(graphPath(dir, together), func(f File) error {
		_, err := f.Write(raw)
		return err
	})
	if err == nil {
		_ = f.Close()
	}
}
