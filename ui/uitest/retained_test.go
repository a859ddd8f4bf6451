package uitest

import (
	"runtime"
	"testing"
	"weak"

	"github.com/charmbracelet/x/vt"

	"sideboard/tasks/testdir"
)

// Hundreds of scenarios run in one process, so each has to free its screen.
func TestAScenarioThatEndedFreesItsScreen(t *testing.T) {
	var screen weak.Pointer[vt.SafeEmulator]
	t.Run("scenario", func(t *testing.T) { screen = weak.Make(Open(t, Options{}).screen) })
	if !testdir.Soon(func() bool { runtime.GC(); return screen.Value() == nil }) {
		t.Error("its screen is still in the memory")
	}
}
