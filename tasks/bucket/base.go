package bucket

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"sideboard/tasks/log"
)

// synced is the state in which a file was the same in both places.
type synced struct {
	Revision uint64    `json:"revision"`
	Sum      string    `json:"sum"` // of its bytes, "" if there was no file
	At       time.Time `json:"at"`
}

// base is the last state in which each file was the same in both places.
type base struct {
	Created  time.Time         `json:"created"` // of the bucket
	Files    map[string]synced `json:"files"`
	Earlier  map[string]bool   `json:"earlier,omitempty"` // the files that an earlier bucket of the name had
	Dev, Ino uint64            // of the directory
	Raised   uint64            `json:"raised,omitempty"` // what serve wrote to .highwatermark here
}

// readBase reads what was the same at the end of the last run, and reports whether there was one.
func (m *mirror) readBase() (again bool, err error) {
	raw, err := log.ReadSmall(m.states(), m.file())
	if err == nil && len(raw) > 0 {
		again, err = true, json.Unmarshal(raw, &m.base)
	}
	if err != nil {
		return false, fmt.Errorf("read %s: %w", filepath.Join(m.states(), m.file()), err)
	}
	return again, nil
}

// states returns the directory of the files about what was the same.
func (m *mirror) states() string { return statesIn(m.o.State) }

func statesIn(state string) string { return filepath.Join(state, "buckets") }

// file returns the name of the file with what was the same.
func (m *mirror) file() string { return fileName(m.b.Address, m.path, ".json") }

// fileName returns the name of a file about a directory and a bucket.
func fileName(a Address, dir, ending string) string {
	return a.FileName() + "_" + log.Sum([]byte(dir))[:16] + ending
}

// save writes the base to its file, if it has changed.
func (m *mirror) save() error {
	if !m.dirty {
		return nil
	}
	m.base.Dev, m.base.Ino = m.dir.ID()
	raw, err := json.Marshal(m.base)
	if err == nil {
		err = log.WriteSmall(m.states(), m.file(), raw)
	}
	m.dirty = err != nil
	return err
}

// set notes that a file has some bytes in both places, nil for none.
func (m *mirror) set(name string, revision uint64, raw []byte) {
	was, now := m.base.Files[name], synced{Revision: revision, Sum: sumOf(raw)}
	if _, known := m.base.Files[name]; !known || was.Revision != now.Revision || was.Sum != now.Sum {
		now.At = time.Now()
		m.base.Files[name], m.dirty = now, true
	}
}

// sumOf returns the Sum of a synced with these bytes, "" for nil.
func sumOf(raw []byte) string {
	if raw == nil {
		return ""
	}
	return log.Sum(raw)[:32]
}
