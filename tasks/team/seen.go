package team

import (
	"io/fs"
	"os"
)

// seen is a file or a directory that a look rests on, as it was: nil for one that was not there.
type seen struct {
	path string
	fi   fs.FileInfo
	stat func(string) (fs.FileInfo, error) // how it was looked at: a link to a directory is followed, one to a file is not
}

func (l *looker) see(path string, fi fs.FileInfo, stat func(string) (fs.FileInfo, error)) {
	l.r.seen = append(l.r.seen, seen{path, fi, stat})
}

// Stale says that something this roster rests on has changed since: look again. It costs a stat for each file and reads
// none. The zero Roster is stale.
func (r *Roster) Stale() bool {
	for _, s := range r.seen {
		now, err := s.stat(s.path)
		if err != nil {
			now = nil
		}
		if (now == nil) != (s.fi == nil) || now != nil && !alike(now, s.fi) {
			return true
		}
	}
	return len(r.seen) == 0
}

func alike(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && a.Mode() == b.Mode()
}
