package demo

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// startPaused starts a demo that stands still, so that a test can look at what it provoked.
func startPaused(t *testing.T, dialect string) *Demo {
	t.Helper()
	c := start(t, Config{Dialect: dialect, Speed: 1e-6}) // so that nobody does anything before the demo is paused
	c.setTime(fast, true)
	for _, m := range c.agents {
		testdir.Must(t, c.send(m, order{Do: doPause, Speed: fast}))
	}
	return c
}

func read(t *testing.T, c *Demo, file string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(c.Dir(), file))
	testdir.Must(t, err)
	return string(raw)
}

// awaitCaption waits for a caption.
func awaitCaption(t *testing.T, c *Demo, part string) Caption {
	t.Helper()
	for {
		select {
		case caption := <-c.Captions():
			if strings.Contains(caption.Text, part) {
				return caption
			}
		case <-time.After(90 * time.Second):
			t.Fatalf("nobody said %q", part)
		}
	}
}

func TestAnAgentOverwritesAnEdit(t *testing.T) {
	for _, d := range []string{"s07", "s12", "s13", "v6", "claude-code"} {
		t.Run(d, func(t *testing.T) {
			c := startPaused(t, d)
			file := c.files["docs"]
			before := read(t, c, file)
			if err := c.Provoke(Overwrite, ""); err == nil {
				t.Errorf("%s: an edit was overwritten that nobody made", d)
			}
			if err := c.Provoke(Overwrite, file); err == nil {
				t.Errorf("%s: an edit of this file was overwritten that nobody made", d)
			}
			edited := strings.Replace(before, "API reference", "API reference, with examples", 1)
			for _, named := range []string{"", file} {
				testdir.Must(t, os.WriteFile(filepath.Join(c.Dir(), file), []byte(edited), 0o644))
				if err := c.Provoke(Overwrite, named); err != nil {
					t.Fatalf("%s: %v", d, err)
				}
				if read(t, c, file) != before {
					t.Errorf("%s: the edit is still there", d)
				}
				if caption := awaitCaption(t, c, "before the edit"); caption.File != file || caption.Who == "" {
					t.Errorf("%s: the caption is %+v", d, caption)
				}
			}
		})
	}
}

func TestOverwritingSaysWhyItCannot(t *testing.T) {
	c := startPaused(t, "s12")
	for file, want := range map[string]string{
		"../secret.json":            "no task file",
		"task_1795219407_0001.json": "gone",
		"":                          "edit a task first",
	} {
		if err := c.Provoke(Overwrite, file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
	if c.Provoke(99, "") == nil {
		t.Error("there is a provocation 99")
	}
}

func TestAHalfWrittenFileIsRepaired(t *testing.T) {
	for _, d := range testedDialects() {
		t.Run(d, func(t *testing.T) {
			c := startPaused(t, d)
			file := c.files["migrations"]
			whole := read(t, c, file)
			if err := c.Provoke(HalfWrite, file); err != nil {
				t.Fatalf("%s: %v", d, err)
			}
			if half := read(t, c, file); half == whole || !strings.HasPrefix(whole, half) || half == "" {
				t.Errorf("%s: the file is\n%s", d, half)
			}
			if err := c.Provoke(HalfWrite, file); err == nil {
				t.Errorf("%s: half of a half was written", d)
			}
			c.SetPaused(false)
			awaitCaption(t, c, "the rest")
			var raised *refagents.Raised
			if _, err := refagents.Read(d, c.Dir()); errors.As(err, &raised) && raised.File == file && raised.Exception != "JSONDecodeError" {
				t.Errorf("%s: %v", d, err)
			}
			now, err := c.reader.Load(file)
			if err == nil && now.Subject != "Migrations that roll back" {
				t.Errorf("%s: repaired as %q", d, now.Subject)
			}
		})
	}
}

func TestAHalfWrittenFileIsRepairedWhenItsAgentDies(t *testing.T) {
	c := startPaused(t, "s12")
	file := c.files["migrations"]
	testdir.Must(t, c.Provoke(HalfWrite, file))
	testdir.Must(t, c.Provoke(Die, file))
	c.SetPaused(false)
	awaitCaption(t, c, "the rest") // by whoever is alive: on a busy machine the one that was killed may be back by then
	if now, err := c.reader.Load(file); err == nil && now.Subject != "Migrations that roll back" {
		t.Errorf("repaired as %q", now.Subject)
	}
}

func TestAKilledAgentComesBackToItsTask(t *testing.T) {
	for _, d := range []string{"s07", "s12", "s13", "claude-code"} {
		t.Run(d, func(t *testing.T) {
			c := startPaused(t, d)
			file := c.files["migrations"]
			if err := c.Provoke(Die, file); err != nil {
				t.Fatalf("%s: %v", d, err)
			}
			until(t, "the agent is dead", func() bool { return !c.State().Agents[0].Alive })
			if now, _ := c.reader.Load(file); now.Status != "in_progress" {
				t.Errorf("%s: the task of the dead agent is %s", d, now.Status)
			}
			c.SetPaused(false)
			awaitCaption(t, c, "agent-1 is back")
			until(t, "the task is completed after all", func() bool {
				now, err := c.reader.Load(file)
				return err == nil && now.Status == "completed"
			})
		})
	}
}

func TestALoopIsClosedAndOpenedAgain(t *testing.T) {
	for _, d := range testedDialects() {
		t.Run(d, func(t *testing.T) {
			c := startPaused(t, d)
			file := c.files["stats"]
			if err := c.Provoke(CloseLoop, file); err != nil {
				t.Fatalf("%s: %v", d, err)
			}
			l, err := refagents.Read(d, c.Dir())
			if err != nil || len(l.Skipped) > 0 {
				t.Fatalf("%s: invisible %v, %v", d, l.Skipped, err)
			}
			if !waitsForItself(l, file) {
				t.Errorf("%s: nothing waits for itself", d)
			}
			c.SetPaused(false)
			awaitCaption(t, c, "opened the loop")
			if l, err := refagents.Read(d, c.Dir()); err == nil && waitsForItself(l, file) {
				t.Error("the loop is still closed")
			}
		})
	}
}

// waitsForItself reports whether the task of the file waits for itself, over whatever way.
func waitsForItself(l refagents.Listing, file string) bool {
	from := map[string][]string{}
	start := ""
	for _, task := range l.Tasks {
		for _, id := range task.WaitsFor {
			from[task.ID.Text] = append(from[task.ID.Text], id.Text)
		}
		if task.File == file {
			start = task.ID.Text
		}
	}
	seen := map[string]bool{}
	queue := from[start]
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		if id == start {
			return true
		}
		if !seen[id] {
			seen[id] = true
			queue = append(queue, from[id]...)
		}
	}
	return false
}
