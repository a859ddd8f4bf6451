package team

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// process is a process as its session's file names it.
type process struct {
	pid    int
	start  string // as /proc/<pid>/stat has it; a number that is given out again has another
	domain string // the machine and namespace the number is of, "" where the file does not say
}

// ended reports whether a process is certain to have ended: its number is free, or was given to another. Of a process of
// another machine or container nothing is certain, and only Linux can tell.
func (p process) ended() bool {
	if runtime.GOOS != "linux" || p.domain != "" && p.domain != ownDomain() {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(p.pid) + "/stat")
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	// The second field is the name of the program in brackets, which may hold anything; the start is the 22nd.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	return len(fields) >= 20 && fields[19] != p.start
}

// ownDomain names this machine and its namespace of process numbers as Claude Code does, "" where that is not known.
func ownDomain() string {
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
