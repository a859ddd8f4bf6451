//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package refagents

// flock does not exist here, and neither does Python's fcntl: the agents of s13 do not start.
func flock(string) (func(), error) {
	return nil, &Raised{Exception: "ModuleNotFoundError", File: ".lock", Why: "no fcntl on this system"}
}
