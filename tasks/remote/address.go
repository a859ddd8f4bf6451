package remote

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Address is a task directory on another host.
type Address struct {
	Host string // as ssh takes it: a name of its configuration, or user@host
	Dir  string // a path there, relative to the home directory; "" for what sideboard opens there without one
}

// String returns the form that Parse reads.
func (a Address) String() string { return a.Host + ":" + a.Dir }

// Parse reads host:dir, as scp does. An existing path, one with a slash before the colon, and one with a single letter
// before it, a drive, are local: then ok is false. The error says why a host cannot be one.
func Parse(arg string) (a Address, ok bool, err error) {
	host, dir, found := strings.Cut(arg, ":")
	if inner, rest, is := strings.Cut(strings.TrimPrefix(arg, "["), "]:"); is && strings.HasPrefix(arg, "[") {
		host, dir = inner, rest // [::1]:dir
	}
	switch {
	case !found, len(host) < 2, strings.ContainsAny(host, `/\`), filepath.IsAbs(arg):
		return Address{}, false, nil
	case host[0] == '-':
		return Address{}, true, errors.New(arg + ": the name of a host does not begin with a hyphen")
	case strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return Address{}, true, errors.New(arg + ": the name of a host has no blanks")
	}
	if _, err := os.Lstat(arg); err == nil {
		return Address{}, false, nil
	}
	if strings.HasPrefix(dir, "//") {
		return Address{}, true, errors.New(arg +
			": an address is HOST:DIR, for ssh, or nats://HOST/BUCKET or tls://HOST/BUCKET")
	}
	return Address{Host: host, Dir: strings.TrimPrefix(dir, "~/")}, true, nil // no shell sees the ~
}

// Mark is what the shell of the other host prints, also to its standard error, before it runs sideboard. What comes
// before it is not of sideboard: greetings, and errors of files that the shell reads at its start.
const Mark = "\x00sideboard\x00\n"

const markWord = `\0sideboard\0\n` // for printf

// Command returns the arguments for ssh that run sideboard on the host of an address with args, as the owner who. batch
// keeps ssh from asking for passwords, where it has no terminal.
func (a Address) Command(batch bool, who string, args ...string) []string {
	all := []string{"-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=2", "-o", "ConnectTimeout=10"}
	if batch {
		all = append(all, "-T", "-o", "BatchMode=yes")
	}
	// A shell that is no login shell seldom has the directories in which go install and package managers of users put
	// programs.
	line := `printf '` + markWord + `'; printf '` + markWord + `' >&2; ` +
		`exec env PATH="$PATH:$HOME/go/bin:$HOME/.local/bin:/usr/local/bin" SIDEBOARD_AS=` + quote(who) + " sideboard"
	for _, arg := range args {
		line += " " + quote(arg)
	}
	return append(all, "--", a.Host, line)
}

// quote returns a word for a POSIX shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
