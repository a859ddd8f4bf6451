// Package matrix tests the rules, the dialects and the store together, with every design's own agents as witnesses: they can read
// the directory after every operation on the disk, would start what the board calls ready, and go on with what a person wrote.
package matrix

import (
	"testing"

	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) {
	testdir.InMemory() // no test here pulls a plug
	testdir.Main(m)
}
