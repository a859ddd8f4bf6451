package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An agent that read a file before it was repaired and writes its old copy over it again and again is not reported as
// repaired: the doctor ends only when what it wrote was looked at for the last time.
func TestDoctorDoesNotCallRepairedWhatAnAgentPutsBack(t *testing.T) {
	dir := folder(t, map[string]string{"task_2": s12("task_2", "pending", `"bob"`, "", "")})
	path, old := filepath.Join(dir, "task_2.json"), s12("task_2", "pending", `"bob"`, "", "")
	stop, stopped := make(chan struct{}), make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-stop:
				stopped <- n
				return
			default:
			}
			if raw, err := os.ReadFile(path); err == nil && string(raw) != old {
				if os.WriteFile(path, []byte(old), 0o644) == nil {
					n++
				}
			}
		}
	}()
	out, code := run(t, "doctor", "--fix", dir)
	close(stop)
	if n := <-stopped; n == 0 {
		t.Fatalf("nothing was put back: %s", out)
	}
	said := strings.ReplaceAll(out, "Not mended: ", "") // the agent came in between, which is told as what it is
	if code != 1 || strings.Contains(said, "mended") || !strings.Contains(out, "1 error") {
		t.Errorf("%d\n%s", code, out)
	}
}
