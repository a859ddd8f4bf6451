package doctor_test

import (
	"slices"
	"testing"
	"time"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// memory is files that lie nowhere.
type memory map[string][]byte

func (m memory) Raw(name string) ([]byte, error) { return m[name], nil }

func TestALongChainIsNoLoopAndItsEndMakesItOne(t *testing.T) {
	const n = 5000
	o, m := &folder{form: forms()[0], t: t, tasks: map[int]record{}}, memory{}
	c := doctor.Case{Codec: dialect.NewCodec("/p/.tasks"), Files: m, Now: time.Now()}
	for i := 1; i <= n; i++ {
		o.tasks[i] = o.task(i)
		if i > 1 {
			o.wait(i, i-1)
		}
		m[o.file(i)] = []byte(o.tasks[i].String())
		task, err := c.Codec.Decode(tasks.Key{Name: o.file(i)}, m[o.file(i)], tasks.Stamp{})
		testdir.Must(t, err)
		c.Codec.AddTask(task)
		c.Tasks = append(c.Tasks, task)
	}
	if fs := doctor.Examine(c); len(fs) != 0 {
		t.Error(listed(fs))
	}
	first := *c.Tasks[0]
	first.WaitsFor = []tasks.ID{c.Tasks[n-1].ID}
	c.Tasks[0] = &first
	if fs := doctor.Examine(c); len(fs) != 1 || fs[0].Kind != doctor.Loop || len(fs[0].Files) != n || len(fs[0].What) > 200 {
		t.Error("the loop was not found")
	}
}

func TestALoopThroughACopyIsFound(t *testing.T) {
	o := of(t, refagents.ClaudeCode)
	o.status(2, "completed")
	o.write("7.json", o.task(2).set("blockedBy", `["3"]`).set("blocks", `["3"]`).String())
	o.lay()
	_, fs := examine(t, o.dir)
	if !slices.ContainsFunc(fs, func(f doctor.Finding) bool { return f.Kind == doctor.Loop && files(f) == "3.json 7.json" }) {
		t.Error(listed(fs))
	}
}
