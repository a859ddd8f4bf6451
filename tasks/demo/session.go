package demo

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"sideboard/tasks/team"
)

// The team of the demo and the records of sessions are where Claude Code keeps them, so that the board notices an agent
// that was killed like a real one. A running agent has no record, because it is no process.

// writeTeam writes the config of the team, with the agents that work on a task. The caller holds the demo's lock.
func (d *Demo) writeTeam() error {
	type member struct {
		AgentID   string `json:"agentId"`
		Name      string `json:"name"`
		SessionID string `json:"sessionId"`
		IsActive  bool   `json:"isActive"`
	}
	var members []member
	for _, a := range d.agents {
		members = append(members, member{a.name + "@" + projectName, a.name, a.name, a.on.File != ""})
	}
	raw, err := json.MarshalIndent(map[string]any{"name": projectName, "members": members}, "", "  ")
	if err != nil {
		return err
	}
	return writeUnder(filepath.Join(d.ConfigDir(), "teams", projectName), "config.json", raw)
}

// writeEndedSession writes the record of the session of a killed agent. It has the pid of a process that has ended:
// this program, started with nothing to do.
func (d *Demo) writeEndedSession(a *agent) error {
	child := exec.Command(d.config.Exe, Command)
	if err := child.Run(); err != nil {
		return fmt.Errorf("start a process that ends: %w", err)
	}
	pid := child.Process.Pid
	raw, err := json.Marshal(map[string]any{
		"pid": pid, "sessionId": a.name, "status": "busy", "pidDomain": team.PIDDomain(),
		"procStart": "0", // no process started then: the next one with this pid is another
	})
	if err != nil {
		return err
	}
	a.session = strconv.Itoa(pid) + ".json"
	return writeUnder(filepath.Join(d.ConfigDir(), "sessions"), a.session, raw)
}

// removeSession removes the record of an agent that is started again.
func (d *Demo) removeSession(a *agent) {
	_ = os.Remove(filepath.Join(d.ConfigDir(), "sessions", a.session)) // what is left goes with the scratch directory
}

func writeUnder(dir, name string, raw []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	tmp := filepath.Join(dir, "."+name+".tmp") // so that no reader sees half of it
	if err := os.WriteFile(tmp, raw, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, filepath.Join(dir, name))
}
