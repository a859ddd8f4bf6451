package doctor_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"sideboard/tasks/doctor"
	"sideboard/tasks/refagents"
)

func TestAKeyThatEveryFileHasIsNoFault(t *testing.T) {
	o := of(t, refagents.S12)
	for n := range o.tasks {
		o.tasks[n] = o.tasks[n].set("priority", `"high"`)
	}
	o.lay()
	s, fs := examine(t, o.dir)
	if len(fs) != 0 {
		t.Errorf("although every file has it: %s", told(fs))
	}
	seen := new(doctor.Seen)
	again := func() []doctor.Finding {
		v, err := s.Survey(t.Context())
		must(t, err)
		return doctor.Examine(doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Problems: v.Problems, Files: raws{s}, Now: time.Now(), Seen: seen})
	}
	if fs = again(); len(fs) != 0 {
		t.Errorf("looked at once more: %s", told(fs))
	}
	o.write(o.file(4), o.tasks[4].drop("priority").String())
	if fs = again(); len(fs) != 4 || fs[0].Kind != doctor.FailsAll {
		t.Errorf("as soon as one file lacks it, it is one too many in the others: %s", told(fs))
	}
}

// halfWritten is a folder in which one file is being written.
type halfWritten struct {
	raws
	name string
}

func (h halfWritten) Raw(name string) ([]byte, error) {
	if name == h.name {
		return []byte(`{"id": `), nil
	}
	return h.raws.Raw(name)
}

func TestAKeyThatEveryFileHasIsNoFaultWhileOneCannotBeRead(t *testing.T) {
	o := of(t, refagents.S12)
	for n := range o.tasks {
		o.tasks[n] = o.tasks[n].set("priority", `"high"`)
	}
	o.lay()
	s, _ := examine(t, o.dir)
	v, err := s.Survey(t.Context())
	must(t, err)
	for n := range o.tasks {
		seen := new(doctor.Seen)
		c := doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Now: time.Now(), Seen: seen}
		for _, c.Files = range []doctor.Files{halfWritten{raws{s}, o.file(n)}, raws{s}} {
			if fs := doctor.Examine(c); len(fs) != 0 {
				t.Errorf("while %d is written, and when it is: %s", n, told(fs))
			}
		}
	}
	o.write(o.file(4), "{")
	o.age(o.file(4))
	_, err = s.Refresh(t.Context(), nil)
	must(t, err)
	if fs := look(t, s); len(fs) != 1 || fs[0].Kind != doctor.BrokenFile {
		t.Errorf("a broken file says nothing about the others: %s", told(fs))
	}
}

func TestAKeyOfASingleFileIsAFault(t *testing.T) {
	o := of(t, refagents.S12)
	o.tasks = map[int]record{4: o.tasks[4].set("priority", `"high"`)}
	o.lay()
	if _, fs := examine(t, o.dir); len(fs) != 1 || fs[0].Repair == nil {
		t.Errorf("one file tells nothing about the folder: %s", told(fs))
	}
}

// common returns the names of the members that every task file has, and in how many.
func (o *folder) common() map[string]int {
	counts := map[string]int{}
	for n := range o.tasks {
		raw, err := os.ReadFile(o.path(o.file(n)))
		must(o.t, err)
		var members map[string]json.RawMessage
		must(o.t, json.Unmarshal(raw, &members))
		for name := range members {
			counts[name]++
		}
	}
	for name, n := range counts {
		if n < len(o.tasks) {
			delete(counts, name)
		}
	}
	return counts
}

// An owner is left out: designs that say nobody by leaving the member away repair a wrong one by taking it away.
func TestNoRepairRemovesAMemberThatEveryFileHas(t *testing.T) {
	values := []string{"null", "[]", `""`, "{}", `"x"`, "7"}
	names := []string{"priority", "metadata", "worktree", "tags", "blocks", "activeForm", "updatedAt"}
	for _, f := range forms() {
		for seed := range uint64(8) {
			rnd := rand.New(rand.NewPCG(seed, 11))
			o := newFolder(t, f)
			for range 3 {
				name, everywhere := names[rnd.IntN(len(names))], rnd.IntN(2) == 0
				for _, n := range slices.Sorted(maps.Keys(o.tasks)) { // the same draws in every run
					if everywhere || rnd.IntN(2) == 0 {
						o.tasks[n] = o.tasks[n].set(name, values[rnd.IntN(len(values))])
					}
				}
			}
			o.lay()
			t.Run(fmt.Sprintf("%s, %d", f.name, seed), func(t *testing.T) {
				o.t = t
				before := o.common()
				s, fs := examine(t, o.dir)
				first := told(fs)
				for range 3 {
					for _, f := range fs {
						if f.Repair != nil {
							_ = carryOut(t.Context(), s, *f.Repair) // one that is refused changes nothing
						}
					}
					fs = look(t, s)
				}
				after := o.common()
				for name := range before {
					if after[name] == 0 {
						t.Errorf("%s was in every file and was taken away: %v", name, first)
					}
				}
			})
		}
	}
}
