package demo

// A command is what the demo tells an agent to do. Every order is answered by a report with its number.
type command string

const (
	doPause        command = "pause"
	doResume       command = "resume"
	doSpeed        command = "speed"
	doClaim        command = "claim"    // File
	doComplete     command = "complete" // File
	doWrite        command = "put"      // Raw becomes File, written as the dialect writes
	doWriteInPlace command = "tear"     // Raw becomes File, in place: half a file
	doRename       command = "rename"   // the subject of File becomes Text
	doLink         command = "link"     // File waits for Other
	doUnlink       command = "unlink"   // File does not wait for Other any more
)

// order is one line on an agent's stdin.
type order struct {
	N     int     `json:"n"`
	Do    command `json:"do"`
	File  string  `json:"file,omitempty"`
	Other string  `json:"other,omitempty"`
	Text  string  `json:"text,omitempty"`
	Raw   []byte  `json:"raw,omitempty"`
	Speed float64 `json:"speed,omitempty"`
}

// event is what an agent tells without being asked.
type event string

const (
	hasWritten      event = "written" // is about to write Raw to File
	hasClaimed      event = "claimed"
	hasLostRace     event = "lost" // somebody else was faster
	hasStalled      event = "stalled"
	hasResumed      event = "resumed"
	hasCompleted    event = "completed"
	hasCreated      event = "created" // after completing Text
	hasLetGo        event = "yielded" // somebody took the task away
	hasTidied       event = "tidied"  // File still waited for Text, which is completed
	hasFailedToRead event = "tripped" // over a file it could not read
	isIdle          event = "idle"    // nothing is ready
)

// report is one line on an agent's stdout: the answer to order N, or something that happened.
type report struct {
	N       int    `json:"n,omitempty"`
	Err     string `json:"err,omitempty"`
	What    event  `json:"what,omitempty"`
	File    string `json:"file,omitempty"`
	Subject string `json:"subject,omitempty"`
	Text    string `json:"text,omitempty"`
	Raw     []byte `json:"raw,omitempty"`
}
