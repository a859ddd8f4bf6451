package testdir

import "time"

// patience is how long a test waits for a fact: long enough for a machine that is very busy with other work.
const patience = 3 * time.Minute

// Soon waits until something is so, and reports whether it was within three minutes. Every test that waits for a fact that
// nothing tells it waits here.
func Soon(so func() bool) bool {
	for end := time.Now().Add(patience); !so(); time.Sleep(3 * time.Millisecond) {
		if time.Now().After(end) {
			return so()
		}
	}
	return true
}
