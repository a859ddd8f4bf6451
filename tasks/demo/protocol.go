package demo

// verb is what the crew tells an agent to do. Every order is answered by a report with its number.
type verb string

const (
	doPause    verb = "pause"
	doResume   verb = "resume"
	doSpeed    verb = "speed"
	doClaim    verb = "claim"    // File
	doComplete verb = "complete" // File
	doPut      verb = "put"      // Raw becomes File, written as the dialect writes
	doTear     verb = "tear"     // Raw becomes File, in place: half a file
	doRename   verb = "rename"   // the subject of File becomes Text
	doLink     verb = "link"     // File waits for Other
	doUnlink   verb = "unlink"   // File does not wait for Other any more
)

// order is one line on an agent's stdin.
type order struct {
	N     int     `json:"n"`
	Do    verb    `json:"do"`
	File  string  `json:"file,omitempty"`
	Other string  `json:"other,omitempty"`
	Text  string  `json:"text,omitempty"`
	Raw   []byte  `json:"raw,omitempty"`
	Speed float64 `json:"speed,omitempty"`
}

// happening is what an agent tells without being asked.
type happening string

const (
	hasWritten   happening = "written" // is about to write Raw to File
	hasClaimed   happening = "claimed"
	hasLost      happening = "lost" // somebody else was faster
	hasStalled   happening = "stalled"
	hasResumed   happening = "resumed"
	hasCompleted happening = "completed"
	hasCreated   happening = "created" // after completing Text
	hasYielded   happening = "yielded" // somebody took the task away
	hasTidied    happening = "tidied"  // File still waited for Text, which is completed
	hasTripped   happening = "tripped" // over a file it could not read
	isIdle       happening = "idle"    // nothing is ready
)

// report is one line on an agent's stdout: the answer to order N, or something that happened.
type report struct {
	N       int       `json:"n,omitempty"`
	Err     string    `json:"err,omitempty"`
	What    happening `json:"what,omitempty"`
	File    string    `json:"file,omitempty"`
	Subject string    `json:"subject,omitempty"`
	Text    string    `json:"text,omitempty"`
	Raw     []byte    `json:"raw,omitempty"`
}
