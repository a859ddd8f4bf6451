package team

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// process is a process as its session's file describes it.
type process struct {
	pid     int
	start   string    // when it started, as in /proc/<pid>/stat; another process with the same pid has another
	domain  string    // the machine and the namespace of pid, "" if the file does not say
	written time.Time // when the file was written
}

// presence is what is known of a process by its pid.
type presence uint8

const (
	present presence = iota // it runs, or that cannot be known
	unseen                  // no such process runs here, but the pid may be of another machine or container
	ended                   // it is known to have ended
)

// look looks for a process by its pid. If its file does not say which machine and namespace that is of, a pid that is
// free or another process's proves nothing, unless the process was seen here before, or the file is older than the
// start of this machine. It works on Linux only.
func (p process) look() presence {
	if runtime.GOOS != "linux" || p.domain != "" && p.domain != PIDDomain() {
		return present
	}
	seen := sighting{p.pid, p.start}
	switch start, err := startOf(p.pid); {
	case err == nil && start != "" && start == p.start:
		sightings.Store(seen, true)
		return present
	case err == nil && start == "", err != nil && !errors.Is(err, fs.ErrNotExist):
		return present
	case p.domain != "" || p.written.Before(machineStart()):
		return ended
	}
	if _, was := sightings.Load(seen); was {
		return ended
	}
	return unseen
}

// sightings are the processes that were seen to run here: one that is not there any more has ended. A start is counted
// in hundredths of a second from that of the machine, so one of another machine does not agree by chance.
var sightings sync.Map // of sighting

// sighting is a process that was seen to run.
type sighting struct {
	pid   int
	start string
}

// statOf returns the fields of /proc/<pid>/stat from the state on.
func statOf(pid int) ([]string, error) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	// The field before is the name of the program in parentheses, which may be any text.
	return strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])), err
}

// startOf returns when a process started, as in /proc.
func startOf(pid int) (string, error) {
	const startTime = 19 // field 22 of proc_pid_stat(5); the first here is field 3
	fields, err := statOf(pid)
	if len(fields) <= startTime {
		return "", err
	}
	return fields[startTime], err
}

// machineStart returns when this machine started, the zero time if that is not known.
var machineStart = sync.OnceValue(func() time.Time {
	stat, _ := os.ReadFile("/proc/stat")
	_, after, _ := strings.Cut(string(stat), "\nbtime ")
	line, _, _ := strings.Cut(after, "\n")
	if seconds, err := strconv.ParseInt(line, 10, 64); err == nil {
		return time.Unix(seconds, 0)
	}
	return time.Time{}
})

// PIDDomain returns Claude Code's name for this machine and its namespace of pids, "" if that is not known.
func PIDDomain() string {
	id, err := os.ReadFile("/etc/machine-id")
	if err != nil {
		return ""
	}
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return "linux:" + strings.TrimSpace(string(id)) + ":" + space
}
