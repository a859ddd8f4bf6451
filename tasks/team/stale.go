package team

import (
	"io/fs"
	"os"
)

// A fileState is a file or a directory that a look rests on, as it was: nil for one that was not there.
type fileState struct {
	path string
	info fs.FileInfo
	stat func(string) (fs.FileInfo, error) // how it was looked at: a link to a directory is followed, one to a file is not
}

func (l *reader) note(path string, fi fs.FileInfo, stat func(string) (fs.FileInfo, error)) {
	l.roster.files = append(l.roster.files, fileState{path, fi, stat})
}

// Stale reports whether a file this roster was read from has changed since. It costs a stat for each file and reads
// none. The zero Roster is stale.
func (r *Roster) Stale() bool {
	for _, s := range r.files {
		now, err := s.stat(s.path)
		if err != nil {
			now = nil
		}
		if (now == nil) != (s.info == nil) || now != nil && !sameState(now, s.info) {
			return true
		}
	}
	return len(r.files) == 0
}

func sameState(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && a.Mode() == b.Mode()
}
