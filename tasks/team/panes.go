package team

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A pane of a tmux server, and the pid of the process it was opened for.
type pane struct {
	name string
	pid  int
}

// FindPanes finds the panes of members in the tmux server that this program runs in; server is its name, "" for none. A
// member with a known process has the pane that this runs in, whatever the config says. If the server has no such pane,
// the member has none, and is gone if the leader runs in the same server: else the pane may be another server's.
func (r *Roster) FindPanes(ctx context.Context, server string) {
	if server == "" || !slices.ContainsFunc(r.Members,
		func(m Member) bool { return m.Pane != "" || m.process.pid > 0 }) {
		return
	}
	panes, isLeadHere := listPanes(ctx, server), false
	for i := range r.Members {
		m := &r.Members[i]
		if p, ok := m.process.paneOf(panes); ok {
			m.Pane, isLeadHere = p.name, isLeadHere || m.Lead
		}
	}
	for i := range r.Members {
		m := &r.Members[i]
		at := slices.IndexFunc(panes, func(p pane) bool { return p.name == m.Pane })
		switch {
		case m.Pane == "":
		case at >= 0:
			start, _ := startOf(panes[at].pid)
			r.processes = append(r.processes, watchedProcess{process: process{pid: panes[at].pid, start: start}})
		default:
			m.Pane = ""
			if isLeadHere && !m.State.Over() {
				m.State, m.PaneGone, m.Since, m.StatedBy = Gone, true, time.Time{}, ""
			}
		}
	}
}

// listPanes returns the panes of a tmux server whose processes run.
func listPanes(ctx context.Context, server string) (all []pane) {
	cmd := exec.CommandContext(ctx, "tmux", "list-panes", "-a", "-F", "#{pane_dead} #{pane_id} #{pane_pid}")
	cmd.Env = append(os.Environ(), "TMUX="+server)
	out, _ := cmd.Output()
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) != 3 || f[0] != "0" || !isPane(f[1]) {
			continue
		}
		if pid, err := strconv.Atoi(f[2]); err == nil {
			all = append(all, pane{f[1], pid})
		}
	}
	return all
}

// maxParents is the largest number of ancestors of a process that are compared with panes.
const maxParents = 20

// paneOf returns the pane that a process runs in, false if there is none.
func (p process) paneOf(panes []pane) (pane, bool) {
	if runtime.GOOS == "linux" && (p.domain != "" && p.domain != PIDDomain() || p.look() != present) {
		return pane{}, false
	}
	for pid, n := p.pid, 0; pid > 1 && n < maxParents; pid, n = parentOf(pid), n+1 {
		for _, in := range panes {
			if in.pid == pid {
				return in, true
			}
		}
	}
	return pane{}, false
}

// parentOf returns the pid of the parent of a process, 0 if that is not known.
func parentOf(pid int) int {
	parent := ""
	if runtime.GOOS == "linux" {
		if fields, _ := statOf(pid); len(fields) > 1 {
			parent = fields[1]
		}
	} else {
		out, _ := exec.Command("ps", "-o", "ppid=", "-p", strconv.Itoa(pid)).Output()
		parent = strings.TrimSpace(string(out))
	}
	n, _ := strconv.Atoi(parent)
	return n
}
