package uitest

import (
	"io"
	"os"
	"sync"
	"time"
)

// stepFor is how long each key is waited with while somebody watches.
const stepFor = 400 * time.Millisecond

// watched returns the terminal of whoever runs the test with SIDEBOARD_WATCH set, nil for all others. A scenario is
// shown there as it happens, and its keys are typed at a pace that can be followed.
var watched = sync.OnceValue(func() io.Writer {
	if os.Getenv("SIDEBOARD_WATCH") == "" {
		return nil
	}
	tty, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0)
	if err != nil {
		return nil
	}
	return tty
})
