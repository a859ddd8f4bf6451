package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/lock"
)

// card is what an agent keeps of a task file it has read.
type card struct {
	file, id, subject, status, owner string
	waits                            []string
	doc                              document
}

// folder is the task directory as one agent works in it.
type folder struct {
	dir  string
	form form
	// wrote is told what is about to be written, before it is.
	wrote func(file string, raw []byte)
}

// errSnatched says that the task was free when it was found and is not any more.
var errSnatched = errors.New("somebody else was faster")

// takes says whether the agents' pattern matches the name.
func (f folder) takes(name string) bool {
	return strings.HasPrefix(name, f.form.prefix) && strings.HasSuffix(name, ".json") && name[0] != '.'
}

// scan reads all tasks, in the order agents see them. Where the dialect's agents stop at a file they cannot read,
// so does scan.
func (f folder) scan() ([]card, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, err
	}
	var cards []card
	for _, e := range entries {
		if !f.takes(e.Name()) {
			continue
		}
		c, err := f.load(e.Name())
		if err != nil && f.form.tolerant {
			continue
		}
		if err != nil {
			return nil, err
		}
		cards = append(cards, c)
	}
	slices.SortStableFunc(cards, func(a, b card) int {
		if f.form.naming == ordinal {
			return tasks.Natural(a.id, b.id)
		}
		return strings.Compare(a.file, b.file)
	})
	return cards, nil
}

func (f folder) load(file string) (card, error) {
	raw, err := os.ReadFile(filepath.Join(f.dir, file))
	if err != nil {
		return card{}, err
	}
	d, err := decode(raw)
	if err != nil {
		return card{}, fmt.Errorf("%s: %w", file, err)
	}
	c := card{file: file, subject: d.text("subject"), status: d.text("status"), owner: d.text("owner"), doc: d}
	id, _ := d.get("id")
	c.id = fmt.Sprint(id)
	for _, v := range d.list(f.form.waits) {
		c.waits = append(c.waits, fmt.Sprint(v))
	}
	return c, nil
}

// ready gives the tasks an agent may claim by its dialect's rule.
func (f folder) ready(cards []card) []card {
	var free []card
	for _, c := range cards {
		if c.status == "pending" && c.owner == "" && !f.blocked(c, cards) {
			free = append(free, c)
		}
	}
	return free
}

func (f folder) blocked(c card, cards []card) bool {
	if f.form.blocked == tasks.ListNotEmpty {
		return len(c.waits) > 0
	}
	for _, id := range c.waits {
		at := slices.IndexFunc(cards, func(o card) bool { return o.id == id })
		if at < 0 && f.form.blocked == tasks.UnfinishedOrMissing || at >= 0 && cards[at].status != "completed" {
			return true
		}
	}
	return false
}

// locked does something to a file under the lock its dialect's agents take for that.
func (f folder) locked(target string, do func() error) error {
	var release func() error
	var err error
	switch f.form.lock {
	case tasks.NoLock:
		return do()
	case tasks.FlockLock:
		release, err = lock.Flock(context.Background(), filepath.Join(f.dir, ".lock"))
	case tasks.MkdirLock:
		release, err = lock.Mkdir(context.Background(), filepath.Join(f.dir, target))
	}
	if err != nil {
		return err
	}
	return errors.Join(do(), release())
}

// put writes bytes as the dialect's agents write a file: in place, or beside it and renamed.
func (f folder) put(file string, raw []byte) error {
	if f.wrote != nil {
		f.wrote(file, raw)
	}
	path := filepath.Join(f.dir, file)
	if f.form.lock != tasks.FlockLock {
		return os.WriteFile(path, raw, 0o644)
	}
	tmp := filepath.Join(f.dir, fmt.Sprintf(".%s.%d.1.tmp", file, os.Getpid()))
	if err := os.WriteFile(tmp, raw, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// save writes a document that was read, changed, as it looks after it went through the agent's own types.
func (f folder) save(file string, d document) error {
	if _, ok := d.get("updated_at"); ok {
		d = d.with("updated_at", seconds(time.Now()))
	}
	return f.put(file, encode(d, f.form.ascii))
}

// reread loads a file for changing it. Claude Code's schema drops what it does not know and sorts the rest.
func (f folder) reread(file string) (card, error) {
	c, err := f.load(file)
	if err != nil || f.form.kept != schemaKeys {
		return c, err
	}
	var d document
	for _, k := range keys("id subject description activeForm owner status blocks blockedBy metadata") {
		if v, ok := c.doc.get(k); ok {
			d = append(d, field{k, v})
		}
	}
	c.doc = d
	return c, nil
}

// change reads a file, changes it and writes it, under the lock.
func (f folder) change(file string, how func(card) (document, error)) error {
	return f.locked(file, func() error {
		c, err := f.reread(file)
		if err != nil {
			return err
		}
		d, err := how(c)
		if err != nil {
			return err
		}
		return f.save(file, d)
	})
}

func number(s string) json.Number { return json.Number(s) }

// seconds spells a time as Python prints time.time().
func seconds(t time.Time) json.Number {
	s := strconv.FormatFloat(float64(t.UnixMicro())/1e6, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return number(s)
}
