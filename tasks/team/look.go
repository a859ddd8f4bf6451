package team

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sideboard/tasks/locate"
)

// Caps on what one look reads, so that no disk, however full or hostile, holds it up.
const (
	maxConfig = 1 << 20 // bytes of a config
	maxInbox  = 4 << 20 // bytes of an inbox
	maxBoxes  = 500     // inboxes
	maxTeams  = 50
	maxEach   = 1_000 // members of one team
)

// Look reads what there is about the agents of a task directory. Configs are Claude Code's configuration directories: a
// directory that is a list of one of them has that team, any other what lies beside it. That there is nothing is
// the zero Roster and no error; what is there and cannot be read is in Trouble.
func Look(dir string, configs []string) Roster {
	l := &looker{}
	for _, cfg := range configs {
		if base := filepath.Join(cfg, "tasks"); filepath.Dir(filepath.Clean(dir)) == filepath.Clean(base) {
			l.claude(cfg, filepath.Base(dir))
			return l.done()
		}
	}
	project, list := filepath.Dir(dir), ""
	if filepath.Base(project) == ".tasks" {
		project, list = filepath.Dir(project), filepath.Base(dir)
	}
	l.lessons(filepath.Join(project, ".team"))
	l.teams(filepath.Join(project, ".teams"), list)
	l.mailboxes(filepath.Join(project, ".mailboxes"))
	return l.done()
}

// looker gathers a Roster.
type looker struct {
	r     Roster
	mail  []Message
	boxes int
	names map[string]bool // of the teams met
}

// read reads a small file whole. Nil is for one that is not there or was told as trouble.
func (l *looker) read(path string, limit int64) ([]byte, time.Time) {
	raw, fi, err := locate.ReadSmall(path, limit)
	l.see(path, fi, os.Lstat)
	if err != nil {
		l.trouble(path, err)
		return nil, time.Time{}
	}
	if fi.ModTime().After(l.r.Changed) {
		l.r.Changed = fi.ModTime()
	}
	return raw, fi.ModTime()
}

func (l *looker) trouble(path string, err error) {
	if !errors.Is(err, fs.ErrNotExist) {
		l.r.Trouble = append(l.r.Trouble, Trouble{path, err})
	}
}

// list gives the entries of a directory in order, at most n.
func (l *looker) list(dir string, n int) []fs.DirEntry {
	fi, err := os.Stat(dir)
	l.see(dir, fi, os.Stat)
	if err == nil && !fi.IsDir() {
		return nil // to open a pipe would be to wait for its other end
	}
	d, err := os.Open(dir)
	if err != nil {
		l.trouble(dir, err)
		return nil
	}
	defer d.Close()
	entries, err := d.ReadDir(n)
	if err != nil && len(entries) == 0 {
		return nil // an empty directory, or no directory
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries
}

func (l *looker) inbox(path, to string, decode func(raw []byte, to string) []Message) {
	if l.boxes++; l.boxes > maxBoxes {
		return
	}
	if raw, _ := l.read(path, maxInbox); raw != nil {
		l.mail = append(l.mail, decode(raw, to)...)
	}
}

// add takes a member in. Further ones of the same name are others of another team.
func (l *looker) add(m Member) {
	if m.Name != "" && len(l.r.Members) < maxEach*maxTeams {
		l.r.Members = append(l.r.Members, m)
	}
	if l.names == nil {
		l.names = map[string]bool{}
	}
	l.names[m.Team] = true
}

// done gives each member its newest message, and what that says about its state.
func (l *looker) done() Roster {
	for i := range l.r.Members {
		m := &l.r.Members[i]
		for _, msg := range l.mail {
			if msg.From != m.Name && (m.ID == "" || msg.From != m.ID) {
				continue
			}
			if m.Newest.Text == "" || msg.At.After(m.Newest.At) {
				m.Newest = msg
			}
		}
		switch {
		case m.Newest.Text == idle && m.State != Gone:
			m.State, m.Since = Idle, m.Newest.At
		case ends[m.Newest.Text] && m.Newest.At.After(m.Since):
			m.State, m.Since = Gone, m.Newest.At // it said so after it was listed
		case m.State == Active && m.Newest.At.After(m.Since):
			m.Since = m.Newest.At // it was heard of since
		}
	}
	if len(l.names) == 1 {
		for name := range l.names {
			l.r.Team = name
		}
	}
	return l.r
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
