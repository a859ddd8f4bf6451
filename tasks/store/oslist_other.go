//go:build !linux

package store

import "io"

// Each lists the directory.
func (d *osDir) Each(visit func(name []byte, kind Kind)) error {
	f, err := d.root.Open(".") // for its own position
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		entries, err := f.ReadDir(1024)
		for _, e := range entries {
			visit([]byte(e.Name()), kindOf(e.Type()))
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
