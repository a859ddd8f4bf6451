//go:build unix

package log

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// oldSegment is a segment from before the lines were JSON.
const oldSegment = "1n8098z\tmor7in40\th\t1\t2\n0sg46rr\tmor5dhc0\t=L\t11\t1\t\t=\tthe 1\n0pbfqwl\tmor5dhc0\t=L\t22\ta\\tb\t\\=\t=\tthe a\\tb\n" +
	"0fapabm\tmor5ermo\ttO\t12\t1\tbob\\\\\t\tthe\\t1\n0df1tos\tmor5g1xc\td\t23\t1\teve\tbob\\\\\t\t14\ta\\tb\n" +
	"19zqzo6\tmor5hc80\tx\t2-\ta\\tb\t\t\\=\n1qkxop5\tmor7in40\tl\tmor5imio\n"

// writeOld writes an old history of two segments, of which the newest breaks off, where a board finds it.
func writeOld(t *testing.T) (dir string) {
	dir = t.TempDir()
	older, _, _ := strings.Cut(oldSegment, "0df1tos")
	testdir.Must(t, os.Mkdir(filepath.Join(dir, historyName), 0o700))
	for name, text := range map[string]string{"00000007.log": "damaged\n", "00000008.log": older, "00000009.log": oldSegment + "0000000\tbroken"} {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, historyName, name), []byte(text), 0o600))
	}
	return dir
}

// checkOld checks that everything in an old history is known, and its files are gone.
func checkOld(t *testing.T, dir string) {
	t.Helper()
	b := opened(t, dir, Options{}, task("1", tasks.Completed, "eve", at(2*time.Minute)))
	defer b.Close(time.Time{})
	all := b.past.Events
	if got, want := words(all), `claimed 1 bob\, claimed 1 bob\, completed 1 eve, deleted a	b`; got != want {
		t.Fatalf("it says %q", got)
	}
	claim := Event{At: at(time.Minute), Key: tasks.Key{Name: "1"}, Subject: "the\t1", Ours: true, Kind: tasks.EventClaimed, From: is(tasks.Pending, ""), To: is(tasks.InProgress, `bob\`)}
	claim.Since = all[1].Since
	if !reflect.DeepEqual(all[1], claim) || !claim.Since.Equal(noon) {
		t.Errorf("%+v became %+v", claim, all[1])
	}
	if done := all[2]; fmt.Sprint(done.Unblocked, done.More) != "[{ a\tb}] 40" || done.From != claim.To {
		t.Errorf("the completion became %+v", done)
	}
	if !b.past.LastVisit.Equal(at(4*time.Minute)) || len(b.past.Since) != 1 {
		t.Errorf("it was checked until %v, and is known of %v", b.past.LastVisit, b.past.Since)
	}
	if left, err := filepath.Glob(filepath.Join(dir, historyName, "*.log")); err != nil || len(left) > 0 {
		t.Errorf("there is left: %v, %v", left, err)
	}
}

func TestAnOldHistoryIsConvertedOnce(t *testing.T) {
	dir := writeOld(t)
	checkOld(t, dir)
	checkOld(t, dir)
}

func TestAnOldHistoryIsConvertedThoughTheProcessIsKilledMeanwhile(t *testing.T) {
	for n := 1; ; n++ {
		dir, d := writeOld(t), &faultDisk{Disk: System, at: n, dies: true}
		h := OpenHistory(dir, Options{Disk: d})
		<-h.Begin([]*tasks.Task{task("1", tasks.Completed, "eve", at(2*time.Minute))}, nil)
		if d.what == "" {
			if h.Close(at(4 * time.Minute)); n < 8 {
				t.Errorf("only %d kills", n-1)
			}
			checkOld(t, dir)
			return
		}
		h.Close(time.Time{})
		t.Run(d.what, func(t *testing.T) { checkOld(t, dir) })
	}
}

func TestALineOfAnOldHistoryThatIsIncompleteIsSkipped(t *testing.T) {
	for body, ok := range map[string]bool{
		"0\tc\t-1\t1\tann\t=": true, "0\t=\t11\t1\t\t=": true, "0\th\t1\t2": true,
		"": false, "0\tc": false, "0\t\t-1\t1\tann\t=": false, "0\tc\t-1\t1\tann": false, "0\tc\t1\t1\tann\t=": false,
		"0\tc\t-1\t\tann\t=": false, "0\t?\t-1\t1\tann\t=": false, "0\th\t1": false,
	} {
		line := strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(body))), 36) + "\t" + body
		if _, is := oldRecord([]byte(line)); is != ok {
			t.Errorf("%q is read: %v", body, is)
		}
	}
}
