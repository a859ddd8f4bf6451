package demo

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"sideboard/tasks/refagents"
)

// projectName is what the header shows.
const projectName = "my-service"

// makeScratch makes a scratch directory: its root, and in it the path of the task directory where the dialect has it.
func makeScratch(dialect string) (root, dir string, err error) {
	root, err = os.MkdirTemp("", scratchPrefix)
	if err != nil {
		return "", "", fmt.Errorf("make a scratch directory: %w", err)
	}
	dir = filepath.Join(root, projectName, ".tasks")
	if dialect == refagents.ClaudeCode {
		dir = filepath.Join(root, projectName, ".claude", "tasks", projectName)
	}
	return root, dir, nil
}

// writeProject fills an empty task directory as the agents of the dialect would have: they created the tasks, and claimed and
// completed some. It returns the base name of each key's file, and what was written to each last.
func writeProject(config Config, dir string) (files map[string]string, last map[string][]byte, err error) {
	files, last = map[string]string{}, map[string][]byte{}
	agent, err := refagents.New(config.Dialect, dir, "")
	if err != nil {
		return nil, nil, err
	}
	now := config.Now()
	began := now.Add(-100 * time.Minute)
	agent.OnWrite = func(file string, raw []byte) { last[file] = raw }
	agent.Random = rand.New(rand.NewPCG(config.Seed, 24))
	if err := agent.MakeDir(); err != nil {
		return nil, nil, err
	}
	created := map[string]refagents.Task{}
	for i, it := range projectItems() {
		agent.Now = func() time.Time { return began.Add(time.Duration(7*i) * time.Second) }
		var waits []refagents.Task
		for _, key := range it.waits {
			waits = append(waits, created[key])
		}
		if created[it.key], err = agent.Create(it.draft(waits)); err != nil {
			return nil, nil, err
		}
		files[it.key] = created[it.key].File
	}
	for _, it := range projectItems() {
		agent.Now = func() time.Time { return lastWritten(it, config, now) }
		if it.stage == completed || it.stage == running && it.agent <= config.Agents {
			agent.Name = fmt.Sprintf("agent-%d", (it.agent-1)%config.Agents+1)
			if err := bringToStage(agent, it, created[it.key]); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, it := range projectItems() {
		at := lastWritten(it, config, now)
		if err := os.Chtimes(filepath.Join(dir, files[it.key]), at, at); err != nil {
			return nil, nil, err
		}
	}
	return files, last, nil
}

// bringToStage takes a task as far as it is at the start.
func bringToStage(agent *refagents.Agent, it item, t refagents.Task) error {
	if err := agent.Claim(t.File); err != nil {
		return err
	}
	if agent.Dialect == refagents.ClaudeCode {
		if err := agent.Begin(t.File); err != nil {
			return err
		}
	}
	if it.stage == completed {
		return agent.Complete(t.File)
	}
	if agent.Dialect == refagents.S12wt || agent.Dialect == refagents.S18 {
		return agent.BindWorktree(t.File, it.key)
	}
	return nil
}

// lastWritten returns when the file of an item was written last, before the demo starts.
func lastWritten(it item, config Config, now time.Time) time.Time {
	if config.Story && it.key == "logs" {
		it.age = 3 // it stalls later, where everybody can see it
	}
	return now.Add(-time.Duration(it.age) * time.Minute)
}
