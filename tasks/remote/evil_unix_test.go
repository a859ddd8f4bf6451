//go:build unix

package remote

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/memory"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
)

// evil is a host that sends whatever fills the memory of the other side.
func evil(mode string) {
	seq := uint64(0)
	out := newWriter(os.Stdout)
	send := func(m Message) {
		seq++
		m.Seq, m.At = seq, time.Now()
		if out.write(&m) != nil {
			os.Exit(1) // the other side has enough
		}
	}
	raw := func(b ...byte) {
		if _, err := os.Stdout.Write(b); err != nil {
			os.Exit(1)
		}
	}
	mega := bytes.Repeat([]byte("x"), 1<<20)
	file := func(name string, raw []byte) memory.File {
		return memory.File{Name: name, Raw: raw, Info: store.Info{Kind: store.Regular, Names: 1, Stamp: tasks.Stamp{Size: int64(len(raw)), Ino: 1}}}
	}
	if mode == "a greeting without end" {
		for {
			raw(mega...)
		}
	}
	fmt.Print(Mark)
	if mode == "a version without end" {
		for {
			raw(mega...)
		}
	}
	fmt.Println("v1")
	hello := Hello{Dir: "/there", Project: "p"}
	switch mode {
	case "errors without end":
		for range 100 {
			os.Stderr.Write(mega)
		}
		os.Exit(255)
	case "one message of 1 GB":
		raw(binary.AppendUvarint(nil, 1<<30)...)
		for range 1 << 10 {
			raw(mega...)
		}
	case "a list of empty files":
		m := bytes.Repeat([]byte{0}, maxMessage)
		m = append(appendHead(), append(binary.AppendUvarint(nil, uint64(len(m))), m...)...)[:maxMessage]
		raw(binary.AppendUvarint(nil, uint64(len(m)))...)
		raw(m...)
	case "a long name of the project":
		hello.Project = string(mega)
	}
	send(Message{Hello: &hello})
	switch mode {
	case "a file of 2 MiB":
		send(Message{Files: []memory.File{file("task_1.json", append(mega, mega...))}})
	case "files without end":
		for i := 0; ; i++ {
			name := fmt.Sprintf("task_%d.json", i)
			send(Message{Files: []memory.File{file(name, []byte(task(i, "pending", "")))}})
			if i == 2 {
				send(Message{All: &Health{}})
			}
		}
	case "large files without end":
		for i := 0; ; i++ {
			send(Message{Files: []memory.File{file(fmt.Sprintf("task_%d.json", i), mega)}})
		}
	}
	send(Message{All: &Health{}})
	switch mode {
	case "what was never there is gone, without end":
		for i := 0; i < 300_000; i += 1000 {
			var m Message
			for j := range 1000 {
				m.Gone = append(m.Gone, fmt.Sprintf("task_%d_%s.json", i+j, strings.Repeat("x", 100)))
			}
			m.By = 7
			send(m)
		}
	case "answers that nobody asked for":
		for i := range uint64(100) {
			send(Message{Answer: &Answer{Seq: i, Failure: &Failure{Text: string(mega)}}, Outcome: &Outcome{Outcome: store.Outcome{What: store.Lost}}})
		}
	}
}

// appendHead returns the beginning of a message up to its files.
func appendHead() []byte {
	b := binary.AppendUvarint(nil, 1)                      // Seq
	b = binary.AppendUvarint(binary.AppendVarint(b, 0), 0) // At
	return append(b, 0)                                    // Hello
}

func TestAHostTakesLittleMemoryWhateverItSends(t *testing.T) {
	testdir.InOneGoroutine(t)
	was, redial := beatInterval, firstRedial
	beatInterval, firstRedial = 10*time.Second, time.Hour // it does not come again
	defer func() { beatInterval, firstRedial = was, redial }()
	for mode, says := range map[string]string{
		"a greeting without end":                    "is not from sideboard",
		"a version without end":                     "what far sends is too much",
		"errors without end":                        "ssh far: xxx",
		"one message of 1 GB":                       "what far sends is too much",
		"a list of empty files":                     "what far sends is too much",
		"a long name of the project":                "what far sends is too much",
		"a file of 2 MiB":                           "ssh far: the connection ended",
		"files without end":                         "what far sends is too much",
		"large files without end":                   "what far sends is too much",
		"what was never there is gone, without end": "ssh far: the connection ended",
		"answers that nobody asked for":             "ssh far: the connection ended",
	} {
		t.Run(mode, func(t *testing.T) {
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			l := openWith(Address{Host: "far"}, "v1", func(ctx context.Context) (*exec.Cmd, error) {
				cmd := exec.CommandContext(ctx, os.Args[0])
				cmd.Env = append(os.Environ(), "SIDEBOARD_REMOTE_EVIL="+mode)
				return cmd, nil
			}, make(chan store.Outcome, 1))
			defer l.Close()
			err := tried(t, l)
			if err == nil {
				if !testdir.Soon(func() bool { return l.Offline() != nil }) {
					t.Fatal("it stays connected")
				}
				err = errors.New(l.Offline().(*tasks.OfflineError).Reason)
			}
			if !strings.Contains(err.Error(), says) {
				t.Errorf("it is answered by %.200s, want %q", err.Error(), says)
			}
			runtime.ReadMemStats(&after)
			if more := after.Sys - before.Sys; more > 64<<20 {
				t.Errorf("it took %d MB", more>>20)
			}
		})
	}
}
