package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
)

// Home is where the rooms of all task directories lie: $XDG_STATE_HOME/sideboard, which counts only when it is
// absolute, else ~/.local/state/sideboard. It is "" when there is no home either.
func Home(getenv func(string) string, home string) string {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "sideboard")
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".local", "state", "sideboard")
}

// room is the name of a task directory's room: links to one directory lead to one room.
func room(path string) (name, real string, err error) {
	if real, err = filepath.EvalSymlinks(path); err != nil {
		return "", "", err
	}
	if real, err = filepath.Abs(real); err != nil {
		return "", "", err
	}
	sum := sha256.Sum256([]byte(real))
	return hex.EncodeToString(sum[:16]), real, nil
}
