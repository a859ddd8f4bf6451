// Package matrix tests the rules, the dialects and the store together, with every design's own agents as witnesses: each action of a
// person writes exactly the bytes that its agents would, they can read the directory after every operation on the disk, and they
// would start what the board calls ready.
package matrix

import (
	"testing"

	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }
