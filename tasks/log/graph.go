package log

import (
	"io"
	"path/filepath"
)

// GraphName is the file next to a journal with the form in which the dependencies were shown last. Pruning removes it when it is old.
const GraphName = "graph.json"

const maxGraph = 1 << 10

// ReadGraph returns what WriteGraph wrote, nil if there is nothing.
func ReadGraph(dir string) []byte {
	path := filepath.Join(dir, GraphName)
	if fi, err := System.Stat(path); err != nil || !fi.Mode().IsRegular() {
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

// WriteGraph writes raw as the graph file of dir. An error is ignored: the next board opens in the form that fits.
func WriteGraph(dir string, raw []byte) {
	p := newPlace(dir, Options{})
	if p.disk.MakeDir(dir) != nil {
		return
	}
	f, err := p.create(filepath.Join(dir, GraphName), func(f File) error {
		_, err := f.Write(raw)
		return err
	})
	if err == nil {
		_ = f.Close()
	}
}
