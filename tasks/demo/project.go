package demo

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks/refagents"
)

// item is one task of the demo's project, before any dialect spells it.
type item struct {
	key     string // names it here and in the story, never on disk
	subject string
	active  string // what it is called while somebody works on it
	waits   []string
	stage   stage
	agent   int // who has it at the start, from 1; 0 for nobody
	age     int // minutes since its file was written last, at the start
}

// stage is how far an item is at the start.
type stage uint8

const (
	pending stage = iota
	running
	completed
)

// draft returns the task to be created.
func (it item) draft(waits []refagents.Task) refagents.Draft {
	return refagents.Draft{Subject: it.subject, Description: descriptionOf(it.key), ActiveForm: it.active, WaitsFor: waits}
}

// projectItems is a small link shortener: it has a chain (stats, dashboard, interface, ship), a diamond (store and
// codes into POST /links, out of the schema), a wide fan behind the redirect, and work that waits for nothing.
func projectItems() []item {
	return []item{
		{key: "schema", subject: "Database schema", active: "Drawing the tables", stage: completed, agent: 1, age: 95},
		{key: "skeleton", subject: "Service skeleton", active: "Laying out the service", stage: completed, agent: 2, age: 88},
		{key: "config", subject: "Read the configuration", active: "Reading the configuration", waits: []string{"skeleton"}, stage: completed, agent: 3, age: 61},
		{key: "ci", subject: "Tests on every push", active: "Setting up the pipeline", stage: completed, agent: 2, age: 52},
		{key: "migrations", subject: "Migrations that roll back", active: "Writing the down migrations", waits: []string{"schema"}, stage: running, agent: 1, age: 12},
		{key: "logs", subject: "Structured logs", active: "Giving every request an id", waits: []string{"config"}, stage: running, agent: 2, age: 34},
		{key: "codes", subject: "Short codes without clashes", active: "Counting the collisions", waits: []string{"schema"}, age: 90},
		{key: "auth", subject: "Sign in with a token", active: "Hashing the tokens", waits: []string{"schema", "skeleton"}, age: 90},
		{key: "store", subject: "Link store", active: "Writing the queries", waits: []string{"migrations"}, age: 89},
		{key: "create", subject: "POST /links", active: "Validating what comes in", waits: []string{"store", "codes", "auth"}, age: 89},
		{key: "redirect", subject: "Redirect in under 5 ms", active: "Shaving the redirect", waits: []string{"store"}, age: 88},
		{key: "cache", subject: "Cache the hot links", active: "Sizing the cache", waits: []string{"redirect"}, age: 87},
		{key: "qr", subject: "QR codes 📱", active: "Drawing the QR codes", waits: []string{"redirect"}, age: 87},
		{key: "stats", subject: "Click statistics", active: "Counting clicks by the hour", waits: []string{"redirect"}, age: 86},
		{key: "limit", subject: "Rate limit per token", active: "Filling the buckets", waits: []string{"auth", "create"}, age: 86},
		{key: "dashboard", subject: "Dashboard page", active: "Building the dashboard", waits: []string{"stats", "auth"}, age: 85},
		{key: "translate", subject: "翻訳 — Japanese interface", active: "Translating the interface", waits: []string{"dashboard"}, age: 40},
		{key: "metrics", subject: "Metrics endpoint", active: "Naming the metrics", waits: []string{"logs"}, age: 84},
		{key: "alerts", subject: "Alert on the error rate", active: "Tuning the alert", waits: []string{"metrics"}, age: 84},
		{key: "load", subject: "Load test at 500 requests/s", active: "Loading the redirect", waits: []string{"cache", "limit"}, age: 83},
		{key: "backup", subject: "Nightly backups", active: "Restoring last night's backup", waits: []string{"migrations"}, age: 83},
		{key: "seed", subject: "Seed data for development", active: "Inventing a thousand links", waits: []string{"migrations"}, age: 82},
		{key: "docs", subject: "API reference", active: "Writing the examples", waits: []string{"create", "redirect"}, age: 82},
		{key: "ship", subject: "Ship v1 🚀", active: "Shipping",
			waits: []string{"load", "docs", "alerts", "translate", "backup", "qr", "seed"}, age: 80},
	}
}

// followUp returns the work that may turn up when the item is done; which of it does is for the plan to say.
func followUp(after string) (item, bool) {
	switch after {
	case "auth":
		return item{key: "revoke", subject: "Revoke a token", active: "Revoking tokens"}, true
	case "codes":
		return item{key: "rude", subject: "Blocklist for rude codes", active: "Collecting rude words"}, true
	case "store":
		return item{key: "index", subject: "Index on created_at", active: "Measuring the index"}, true
	case "create":
		return item{key: "loops", subject: "Refuse links to ourselves", active: "Looking for loops of links"}, true
	case "redirect":
		return item{key: "gone", subject: "410 for deleted links", active: "Remembering the deleted"}, true
	case "stats":
		return item{key: "bots", subject: "Leave the bots out of the clicks", active: "Telling bots from people", waits: []string{"logs"}}, true
	case "dashboard":
		return item{key: "dark", subject: "Dark mode 🌙", active: "Choosing the dark greys"}, true
	case "backup":
		return item{key: "drill", subject: "Restore drill", active: "Restoring from nothing", waits: []string{"seed"}}, true
	case "docs":
		return item{key: "curl", subject: "curl examples that run in CI", active: "Running the examples"}, true
	}
	return item{}, false
}

func itemBySubject(subject string) (item, bool) {
	for _, it := range projectItems() {
		if it.subject == subject {
			return it, true
		}
	}
	return item{}, false
}

func subjectOf(key string) string {
	for _, it := range projectItems() {
		if it.key == key {
			return it.subject
		}
	}
	return ""
}

// descriptions holds what the tasks say, Markdown as agents write it, each behind a line "=== key".
//
//go:embed descriptions.md
var descriptions string

// descriptionOf returns the description of the item.
func descriptionOf(key string) string {
	_, rest, _ := strings.Cut("\n"+descriptions, "\n=== "+key+"\n")
	text, _, _ := strings.Cut(rest, "\n=== ")
	return strings.TrimSpace(text)
}

// projectName is what the header shows.
const projectName = "my-service"

// writeProject fills an empty task directory as the agents of the dialect would have: they created the tasks, and claimed and
// completed some. It returns the base name of each key's file, and what was written to each last.
func writeProject(config Config, dir string) (files map[string]string, last map[string][]byte, err error) {
	files, last = map[string]string{}, map[string][]byte{}
	agent, err := refagents.New(config.Dialect, dir, "")
	if err != nil {
		return nil, nil, err
	}
	now := config.Now()
	began := now.Add(-100 * time.Minute)
	agent.OnWrite = func(file string, raw []byte) { last[file] = raw }
	agent.Random = rand.New(rand.NewPCG(config.Seed, 24))
	if err := agent.MakeDir(); err != nil {
		return nil, nil, err
	}
	created := map[string]refagents.Task{}
	for i, it := range projectItems() {
		agent.Now = func() time.Time { return began.Add(time.Duration(7*i) * time.Second) }
		var waits []refagents.Task
		for _, key := range it.waits {
			waits = append(waits, created[key])
		}
		if created[it.key], err = agent.Create(it.draft(waits)); err != nil {
			return nil, nil, err
		}
		files[it.key] = created[it.key].File
	}
	for _, it := range projectItems() {
		agent.Now = func() time.Time { return lastWritten(it, config, now) }
		if it.stage == completed || it.stage == running && it.agent <= config.Agents {
			agent.Name = fmt.Sprintf("agent-%d", (it.agent-1)%config.Agents+1)
			if err := bringToStage(agent, it, created[it.key]); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, it := range projectItems() {
		at := lastWritten(it, config, now)
		if err := os.Chtimes(filepath.Join(dir, files[it.key]), at, at); err != nil {
			return nil, nil, err
		}
	}
	return files, last, nil
}

// bringToStage takes a task as far as it is at the start.
func bringToStage(agent *refagents.Agent, it item, t refagents.Task) error {
	if err := agent.Claim(t.File); err != nil {
		return err
	}
	if agent.Dialect == refagents.ClaudeCode {
		if err := agent.Begin(t.File); err != nil {
			return err
		}
	}
	if it.stage == completed {
		return agent.Complete(t.File)
	}
	if agent.Dialect == refagents.S12wt || agent.Dialect == refagents.S18 {
		return agent.BindWorktree(t.File, it.key)
	}
	return nil
}

// lastWritten returns when the file of an item was written last, before the demo starts.
func lastWritten(it item, config Config, now time.Time) time.Time {
	if config.Story && it.key == "logs" {
		it.age = 3 // it stalls later, where everybody can see it
	}
	return now.Add(-time.Duration(it.age) * time.Minute)
}

// A plan answers every question an agent has about what to do next. Each answer is a function of the seed, the agent
// and the task's subject alone: never of the clock, of what happened before, or of a stream of random numbers,
// which any difference in timing would shift. All times are in the demo's own time, before speed.
type plan struct{ seed uint64 }

// roll returns a number below n for a question about an agent and a subject.
func (p plan) roll(question, agent, subject string, n uint64) uint64 {
	h := fnv.New64a()
	for _, s := range []string{strconv.FormatUint(p.seed, 10), question, agent, subject} {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	x := h.Sum64()
	// FNV is weak in its low bits for inputs that differ at the end only: finish as splitmix64 does.
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return (x ^ x>>31) % n
}

func (p plan) between(question, agent, subject string, low, high time.Duration) time.Duration {
	return low + time.Duration(p.roll(question, agent, subject, uint64(high-low)))
}

// choose picks the task the agent likes best among those that are ready.
func (p plan) choose(agent string, ready []refagents.Task) refagents.Task {
	best, least := 0, p.roll("likes", agent, ready[0].Subject, 1<<32)
	for i, c := range ready[1:] {
		if r := p.roll("likes", agent, c.Subject, 1<<32); r < least {
			best, least = i+1, r
		}
	}
	return ready[best]
}

// claimDelay is how long it is between finding a task ready and claiming it. Races are lost here.
func (p plan) claimDelay(agent, subject string) time.Duration {
	return p.between("hesitates", agent, subject, 300*time.Millisecond, 1500*time.Millisecond)
}

// workTime is how long the work itself takes.
func (p plan) workTime(agent, subject string) time.Duration {
	return p.between("takes", agent, subject, 12*time.Second, 34*time.Second)
}

// stallTime is how long the agent stops in the middle of the work, mostly not at all.
func (p plan) stallTime(agent, subject string) time.Duration {
	if p.roll("stalls?", agent, subject, 9) != 0 {
		return 0
	}
	return p.between("stalls", agent, subject, 15*time.Second, 25*time.Second)
}

// restTime is how long the agent waits before it looks for the next task.
func (p plan) restTime(agent, subject string) time.Duration {
	return p.between("rests", agent, subject, 500*time.Millisecond, 2500*time.Millisecond)
}

// followUp returns the follow-up, if any, that turns up when the task with this subject is done, whoever does it.
func (p plan) followUp(subject string) (item, bool) {
	it, ok := itemBySubject(subject)
	if !ok || p.roll("finds", "", subject, 2) != 0 {
		return item{}, false
	}
	return followUp(it.key)
}

// idSource returns what the random ids of a follow-up are drawn from: its subject, so that a demo has the same ids each time.
func idSource(subject string) *rand.Rand {
	return rand.New(rand.NewPCG(plan{}.roll("id", "", subject, 1<<32), 0))
}
