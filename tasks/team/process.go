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

// process is a process as its session's file names it.
type process struct {
	pid     int
	start   string    // as /proc/<pid>/stat has it; a number that is given out again has another
	domain  string    // the machine and namespace the number is of, "" where the file does not say
	written time.Time // when the file was
}

// presence is what the number of a process says of it.
type presence uint8

const (
	present presence = iota // it runs, or nobody here can tell
	unseen                  // no such process runs here, but the number may be of another machine or container
	ended                   // it has certainly ended
)

// look looks for a process by its number. Where its file does not say of which machine and namespace that is, a number that is free
// or another's proves nothing, unless the file is older than this machine's start. Only Linux can tell.
func (p process) look() presence {
	if runtime.GOOS != "linux" || p.domain != "" && p.domain != PIDDomain() {
		return present
	}
	switch start, err := startOf(p.pid); {
	case err == nil && (start == "" || start == p.start), err != nil && !errors.Is(err, fs.ErrNotExist):
		return present
	case p.domain != "" || p.written.Before(machineStart()):
		return ended
	}
	return unseen
}

// statOf returns what /proc says of a process, from its state on.
func statOf(pid int) ([]string, error) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	// The field before is the name of the program in brackets, which may hold anything.
	return strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])), err
}

// startOf returns when a process started, as /proc says it.
func startOf(pid int) (string, error) {
	fields, err := statOf(pid)
	if len(fields) < 20 {
		return "", err
	}
	return fields[19], err
}

// machineStart returns when this machine started, the zero time where that is not known.
var machineStart = sync.OnceValue(func() time.Time {
	stat, _ := os.ReadFile("/proc/stat")
	_, after, _ := strings.Cut(string(stat), "\nbtime ")
	line, _, _ := strings.Cut(after, "\n")
	if seconds, err := strconv.ParseInt(line, 10, 64); err == nil {
		return time.Unix(seconds, 0)
	}
	return time.Time{}
})

// PIDDomain returns what Claude Code calls this machine and its namespace of process numbers, "" where that is not known.
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
