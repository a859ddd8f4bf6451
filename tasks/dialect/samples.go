package dialect

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"

	"sideboard/tasks"
)

// Directory is what is next to the task files and above them.
type Directory struct {
	Names []string                  // all names in the directory
	Files iter.Seq2[string, []byte] // its JSON files, the newest last; of very many the newest alone
	Above iter.Seq2[string, []byte] // the files above it; those that are not JSON may be nil
}

// inference is one examination of the files of a directory.
type inference struct {
	dir    Directory
	json   int // the number of JSON files
	tools  int // of these, the ones that a known tool writes
	withID int // the ones with an id

	published   int // the ones that a published design writes
	isPublished func(f *file, name string) bool

	all    []sample  // the objects
	group  []sample  // those of the form of most
	others []content // the JSON files that are no tasks
	making making
}

// content is a file that is no task.
type content struct {
	name string
	raw  []byte
}

// sample is a file from which a form is inferred.
type sample struct {
	name string
	f    *file
	is   signature
}

// read reads the samples and finds the form of most.
func (in *inference) read() {
	counts := map[signature]int{}
	for name, raw := range in.dir.Files {
		in.json++
		s := sample{name: name, f: new(file)}
		parsed := s.f.parse(raw) == nil
		if parsed {
			s.is = s.f.signature()
		}
		if !s.is.isTask() {
			in.others = append(in.others, content{name, raw})
		}
		if !parsed {
			continue
		}
		if s.is.id != "" {
			in.withID++
		}
		if s.f.toolOf() != nil || s.f.isMaestroTask() {
			in.tools++
			continue
		}
		if in.isPublished(s.f, name) {
			in.published++
		}
		counts[s.is]++
		in.all = append(in.all, s)
	}
	var most signature
	if len(counts) > 0 {
		most = slices.MinFunc(slices.Collect(maps.Keys(counts)), func(a, b signature) int {
			switch {
			case a.isTask() && !b.isTask():
				return -1
			case b.isTask() && !a.isTask():
				return 1
			}
			return cmp.Or(counts[b]-counts[a], cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
		})
	}
	for _, s := range in.all {
		if s.is == most {
			in.group = append(in.group, s)
		}
	}
}

// idText returns the id of a sample.
func (s sample) idText() string {
	if s.is.id == "" {
		return stemOf(s.name)
	}
	m, _ := s.f.Get(s.is.id)
	return s.f.wordOf(m)
}

// wordedFiles returns the number of files of the group whose status is understood.
func (in *inference) wordedFiles() (n int) {
	for _, s := range in.group {
		if tasks.StatusMeant(s.f.textNamed(s.is.status)) != tasks.Foreign {
			n++
		}
	}
	return n
}
