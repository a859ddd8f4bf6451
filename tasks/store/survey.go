package store

import (
	"context"
	"os"
	"path/filepath"

	"sideboard/tasks"
)

// Survey is all that is known of the directory at one moment, whoever else was told of it already.
type Survey struct {
	Tasks     []*tasks.Task   // the newest good records
	Problems  []tasks.Problem // the files whose newest state gave none
	Unsettled bool            // some file looks half-written and may be whole in a moment
	Entries   []Entry         // everything that lies in the directory beside the files of Tasks that have no problem
	Beside    *Entry          // the lock beside the directory that other tools use, nil where there is none
}

// Entry is one entry of the directory, as its listing tells it; nothing is opened or followed.
type Entry struct {
	Name string
	Info
	Used bool // it is a lock directory and has something in it
}

// Survey compares the whole directory with what is known and answers all of it. Changes it finds are handed over by
// Refresh as if it had found them.
func (s *Store) Survey(ctx context.Context) (Survey, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if _, err := s.sync(ctx, nil); err != nil {
		return Survey{}, err
	}
	return s.survey()
}

// SurveyKnown is Survey of what is known already: no file of a task is looked at, so that it costs little more than
// listing the directory. What has changed unnoticed is missing until Refresh finds it.
func (s *Store) SurveyKnown() (Survey, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	return s.survey()
}

// survey gathers what is known. The caller holds reading.
func (s *Store) survey() (Survey, error) {
	v := Survey{Tasks: make([]*tasks.Task, 0, len(s.files))}
	s.mu.RLock()
	v.Unsettled = s.unsettled()
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
		used := info.Kind == Directory && filepath.Ext(name) == ".lock" && isUsed(dir, name)
		v.Entries = append(v.Entries, Entry{Name: name, Info: info, Used: used})
	}
	if fi, err := os.Lstat(s.path + ".lock"); err == nil {
		v.Beside = &Entry{Name: filepath.Base(s.path) + ".lock", Info: infoOf(fi)}
	}
	return v, nil
}

// isUsed reports whether a directory has an entry. One that cannot be looked into counts as empty: who wants it gone
// will be told by the system.
func isUsed(dir Dir, name string) bool {
	d, ok := dir.(*osDir)
	if !ok {
		return false
	}
	leave, err := d.enter()
	if err != nil {
		return false
	}
	defer leave()
	sub, err := d.root.OpenRoot(name)
	if err != nil {
		return false
	}
	defer sub.Close()
	self, err := sub.Open(".")
	if err != nil {
		return false
	}
	defer self.Close()
	_, err = self.Readdirnames(1)
	return err == nil
}
