package demo

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
)

// claim takes a task that was found ready. Where the dialect looks again, it fails with errSnatched if the task is
// not free any more; where it does not, the last one to write has it. Claude Code's claim sets the owner only,
// its begin sets the status.
func (f folder) claim(found card, who string) error {
	return f.change(found.file, func(now card) (document, error) {
		if f.form.rechecks && (now.status != "pending" || now.owner != "") {
			return nil, errSnatched
		}
		if !f.form.rechecks {
			// Nothing is looked at again, but a person's claim is not walked over: whoever drives such an agent
			// reads the task before it starts.
			if now.status != "pending" && !strings.HasPrefix(now.owner, "agent-") {
				return nil, errSnatched
			}
		}
		d := now.doc
		if !f.form.unowned {
			d = d.with("owner", who)
		}
		if f.form.kept != schemaKeys {
			d = d.with("status", "in_progress")
		}
		return d, nil
	})
}

// begin follows a claim that did not set the status.
func (f folder) begin(file, who string) error {
	return f.change(file, func(now card) (document, error) {
		if now.status != "pending" || now.owner != who {
			return nil, errSnatched
		}
		return now.doc.with("status", "in_progress"), nil
	})
}

// mine says whether the task is still this agent's to work on.
func (f folder) mine(c card, who string) bool {
	return c.status == "in_progress" && (f.form.unowned || c.owner == who)
}

// complete finishes a task. Where the dialect clears, the id leaves the others' lists first, as s07 and v6 do it.
func (f folder) complete(file, who string) error {
	done, err := f.load(file)
	if err != nil {
		return err
	}
	if !f.mine(done, who) {
		return errSnatched
	}
	if f.form.clears {
		cards, err := f.scan()
		if err != nil {
			return err
		}
		for _, c := range cards {
			if c.file == file || !slices.Contains(c.waits, done.id) {
				continue
			}
			if err := f.unlink(c.file, done.id, false); err != nil {
				return err
			}
		}
	}
	return f.change(file, func(now card) (document, error) {
		if !f.mine(now, who) {
			return nil, errSnatched
		}
		return now.doc.with("status", "completed"), nil
	})
}

// link makes a task wait for another, on both sides where both are kept.
func (f folder) link(waiter, blocker card) error {
	add := func(file, key, id string) error {
		return f.change(file, func(now card) (document, error) {
			v := f.form.idValue(id)
			if slices.Contains(now.doc.list(key), v) {
				return now.doc, nil
			}
			return now.doc.with(key, append(slices.Clone(now.doc.list(key)), v)), nil
		})
	}
	if err := add(waiter.file, f.form.waits, blocker.id); err != nil || !f.form.mirrors() {
		return err
	}
	return add(blocker.file, "blocks", waiter.id)
}

// unlink takes an id out of a task's list, and with both also the task out of the other's blocks.
func (f folder) unlink(file, id string, both bool) error {
	drop := func(file, key, id string) error {
		return f.change(file, func(now card) (document, error) {
			left := slices.DeleteFunc(slices.Clone(now.doc.list(key)), func(v any) bool { return v == f.form.idValue(id) })
			return now.doc.with(key, left), nil
		})
	}
	if err := drop(file, f.form.waits, id); err != nil || !both || !f.form.mirrors() {
		return err
	}
	me, err := f.load(file)
	if err != nil {
		return err
	}
	return drop(f.file(id), "blocks", me.id)
}

// file gives the name of the file of an id.
func (f folder) file(id string) string {
	if f.form.naming == ordinal {
		return f.form.prefix + id + ".json"
	}
	return id + ".json"
}

// create writes a new task. The dialects that count take the number after the highest each time: their own
// agents remember it, and several at once overwrite each other's new tasks, which is no demo of anything else.
func (f folder) create(it item, waits []card) (card, error) {
	made := card{subject: it.subject, status: "pending"}
	var ids []string
	for _, w := range waits {
		ids = append(ids, w.id)
	}
	err := f.locked(".lock", func() error {
		for try := range uint64(50) {
			id, err := f.newID(it, try)
			if err != nil {
				return err
			}
			made.id, made.file = id, f.file(id)
			raw := encode(f.form.make(id, it, ids, nil, time.Now()), f.form.ascii)
			if f.wrote != nil {
				f.wrote(made.file, raw)
			}
			err = writeNew(filepath.Join(f.dir, made.file), raw)
			if os.IsExist(err) {
				continue
			}
			if err == nil && f.form.mark {
				err = os.WriteFile(filepath.Join(f.dir, ".highwatermark"), []byte(id), 0o644)
			}
			return err
		}
		return fmt.Errorf("no free id for %q", it.subject)
	})
	if err != nil || !f.form.mirrors() {
		return made, err
	}
	for _, w := range waits {
		if err := f.link(made, w); err != nil {
			return made, err
		}
	}
	return made, nil
}

func writeNew(path string, raw []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// newID gives the id of the next task. Ids with chance in them have it from the subject, so that a seed's demo
// has the same short ids each time.
func (f folder) newID(it item, try uint64) (string, error) {
	chance := rand.New(rand.NewPCG(plan{}.roll("id", "", it.subject, 1<<32), try))
	switch f.form.naming {
	case clocked:
		return fmt.Sprintf("task_%d_%04d", time.Now().Unix(), chance.IntN(10000)), nil
	case hex8:
		return fmt.Sprintf("task_%08x", chance.Uint32()), nil
	}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return "", err
	}
	highest := 0
	if f.form.mark || f.form.lock == tasks.MkdirLock {
		raw, _ := os.ReadFile(filepath.Join(f.dir, ".highwatermark")) // none yet: nothing was deleted
		highest, _ = strconv.Atoi(strings.TrimSpace(string(raw)))
	}
	for _, e := range entries {
		n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(e.Name(), f.form.prefix), ".json"))
		if err == nil && n > highest {
			highest = n
		}
	}
	return strconv.Itoa(highest + 1), nil
}
