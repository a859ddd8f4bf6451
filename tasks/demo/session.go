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

// The team of the demo, and the records of sessions, lie where Claude Code keeps them, so that the board learns of an agent that
// ended as it does of a real one. An agent that runs has no record: it is no process.

// writeTeam writes the config of the team, which says who is on a task. It is called with the lock of what changes.
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

// writeEndedSession writes the record of the session of an agent that was killed. It names a process that has ended: this program,
// started with nothing to do.
func (d *Demo) writeEndedSession(a *agent) error {
	child := exec.Command(d.config.Exe, Command)
	if err := child.Run(); err != nil {
		return fmt.Errorf("start a process that ends: %w", err)
	}
	pid := child.Process.Pid
	raw, err := json.Marshal(map[string]any{
		"pid": pid, "sessionId": a.name, "status": "busy", "pidDomain": team.PIDDomain(),
		"procStart": "0", // nothing started then, so that whoever gets the number next is another process
	})
	if err != nil {
		return err
	}
	a.session = strconv.Itoa(pid) + ".json"
	return writeUnder(filepath.Join(d.ConfigDir(), "sessions"), a.session, raw)
}

// removeSession removes the record of an agent that is back.
func (d *Demo) removeSession(a *agent) {
	_ = os.Remove(filepath.Join(d.ConfigDir(), "sessions", a.session)) // it goes with the scratch directory else
}

func writeUnder(dir, name string, raw []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	tmp := filepath.Join(dir, "."+name+".tmp") // nobody is to read half of it
	if err := os.WriteFile(tmp, raw, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, filepath.Join(dir, name))
}
