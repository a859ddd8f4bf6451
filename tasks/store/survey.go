package store

import (
	"context"
	"path/filepath"

	"sideboard/tasks"
)

// Survey is everything that is known of the directory at one moment.
type Survey struct {
	Tasks     []*tasks.Task   // the newest good records
	Problems  []tasks.Problem // of the files whose newest state gave none
	Torn      bool            // some file looks half-written and may be complete in a moment
	Entries   []Entry         // of the directory, but for the files of Tasks without a problem
	OuterLock *Entry          // the lock next to the directory that other tools use, nil if there is none
}

// Entry is one entry of the directory. It was not opened, and no link was followed.
type Entry struct {
	Name string
	Info
	Used bool // it is a lock directory that is not empty
}

// Survey compares the whole directory with what is known and returns everything. The next Refresh returns the changes
// it finds.
func (s *Store) Survey(ctx context.Context) (Survey, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if _, err := s.sync(ctx, nil); err != nil {
		return Survey{}, err
	}
	return s.survey()
}

// SurveyKnown is Survey without a comparison: it reads no task file, so that it costs little more than listing the
// directory.
func (s *Store) SurveyKnown() (Survey, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	return s.survey()
}

// survey returns what is known. The caller holds reading.
func (s *Store) survey() (Survey, error) {
	v := Survey{Tasks: make([]*tasks.Task, 0, len(s.files))}
	s.mu.RLock()
	v.Torn = s.hasTornFiles()
	for _, f := range s.files {
		if f.task != nil {
			v.Tasks = append(v.Tasks, f.task)
		}
		if f.problem != nil {
			v.Problems = append(v.Problems, *f.problem)
		}
	}
	s.mu.RUnlock()
	dir := s.directory()
	var names []string
	err := dir.Each(func(name []byte, _ Kind) {
		if f := s.files[string(name)]; f == nil || f.task == nil || f.problem != nil {
			names = append(names, string(name))
		}
	})
	if err != nil {
		return Survey{}, err
	}
	for _, name := range names {
		info, err := dir.Stat(name)
		if err != nil {
			continue // gone since it was listed
		}
		used := info.Kind == Directory && filepath.Ext(name) == ".lock" && dir.IsUsed(name)
		v.Entries = append(v.Entries, Entry{Name: name, Info: info, Used: used})
	}
	if info, err := dir.OuterLock(); err == nil {
		v.OuterLock = &Entry{Name: filepath.Base(s.path) + outerLockEnding, Info: info}
	}
	return v, nil
}
