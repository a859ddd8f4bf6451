package doctor_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/testdir"
)

// memory is files that lie nowhere.
type memory map[string][]byte

func (m memory) Raw(name string) ([]byte, error) { return m[name], nil }

func TestALongChainIsNoLoopAndItsEndMakesItOne(t *testing.T) {
	for n, cut := range map[int]bool{11: false, 12: true, 5000: true} {
		t.Run(fmt.Sprint(n), func(t *testing.T) { closeChain(t, n, cut) })
	}
}

// closeChain makes a loop of a chain of n tasks, and checks whether its words leave some of them out.
func closeChain(t *testing.T, n int, cut bool) {
	t.Helper()
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
	if fs := doctor.Examine(c); len(fs) != 1 || fs[0].Kind != doctor.Loop || len(fs[0].Files) != n || len(fs[0].What) > 200 || strings.Contains(fs[0].What, "…") != cut {
		t.Error("the loop was not found")
	}
}
