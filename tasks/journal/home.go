package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
)

// Home returns where the journals of all task directories lie: $XDG_STATE_HOME/sideboard, which counts only when it is
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

// directoryOf returns the name of the directory of a journal: links to one task directory lead to one journal.
func directoryOf(path string) (name, real string, err error) {
	if real, err = filepath.EvalSymlinks(path); err != nil {
		return "", "", err
	}
	if real, err = filepath.Abs(real); err != nil {
		return "", "", err
	}
	sum := sha256.Sum256([]byte(real))
	return hex.EncodeToString(sum[:16]), real, nil
}
