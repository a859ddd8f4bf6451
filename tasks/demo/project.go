package demo

import (
	"cmp"
	_ "embed"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// item is one task of the demo's project, before it is a file.
type item struct {
	key     string // its name in this package, never on disk
	subject string
	active  string   // the active form
	waits   []string // the keys of its blockers
	status  string   // at the start, "" for pending
	agent   int      // its owner at the start, from 1; 0 for none
	age     int      // of its file at the start, in minutes
}

// draft returns the task to be created.
func (it item) draft() task {
	return task{
		Subject: it.subject, Description: descriptionOf(it.key), ActiveForm: it.active, Status: pending,
		Blocks: []string{}, BlockedBy: []string{},
	}
}

// projectItems returns the tasks of a small link shortener. They have a chain (stats, dashboard, interface, ship), a
// diamond (store and codes into POST /links, out of the schema), a wide fan behind the redirect, and work that waits
// for nothing.
func projectItems() []item {
	return []item{
		{key: "schema", subject: "Database schema", active: "Drawing the tables", status: completed, agent: 1, age: 95},
		{key: "skeleton", subject: "Service skeleton", active: "Laying out the service", status: completed, agent: 2, age: 88},
		{key: "config", subject: "Read the configuration", active: "Reading the configuration", waits: []string{"skeleton"}, status: completed, agent: 3, age: 61},
		{key: "ci", subject: "Tests on every push", active: "Setting up the pipeline", status: completed, agent: 2, age: 52},
		{key: "migrations", subject: "Migrations that roll back", active: "Writing the down migrations", waits: []string{"schema"}, status: inProgress, agent: 1, age: 12},
		{key: "logs", subject: "Structured logs", active: "Giving every request an id", waits: []string{"config"}, status: inProgress, agent: 2, age: 34},
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

// followUps is the work that may come up when an item is done, by the item's key; the plan decides which does.
var followUps = map[string]item{
	"auth":      {key: "revoke", subject: "Revoke a token", active: "Revoking tokens"},
	"codes":     {key: "rude", subject: "Blocklist for rude codes", active: "Collecting rude words"},
	"store":     {key: "index", subject: "Index on created_at", active: "Measuring the index"},
	"create":    {key: "loops", subject: "Refuse links to ourselves", active: "Looking for loops of links"},
	"redirect":  {key: "gone", subject: "410 for deleted links", active: "Remembering the deleted"},
	"stats":     {key: "bots", subject: "Leave the bots out of the clicks", active: "Telling bots from people", waits: []string{"logs"}},
	"dashboard": {key: "dark", subject: "Dark mode 🌙", active: "Choosing the dark greys"},
	"backup":    {key: "drill", subject: "Restore drill", active: "Restoring from nothing", waits: []string{"seed"}},
	"docs":      {key: "curl", subject: "curl examples that run in CI", active: "Running the examples"},
}

// subjectOf returns the subject of the item, "" if there is none.
func subjectOf(key string) string {
	for _, it := range projectItems() {
		if it.key == key {
			return it.subject
		}
	}
	return ""
}

// descriptions are the descriptions of the tasks, Markdown as agents write it, each after a line "=== key".
//
//go:embed descriptions.md
var descriptions string

// descriptionOf returns the description of the item.
func descriptionOf(key string) string {
	_, rest, _ := strings.Cut("\n"+descriptions, "\n=== "+key+"\n")
	text, _, _ := strings.Cut(rest, "\n=== ")
	return strings.TrimSpace(text)
}

// projectName is the project's name in the header.
const projectName = "my-service"

// writeProject fills the task directory with the project as agents would have left it.
func (d *Demo) writeProject() error {
	if err := os.MkdirAll(d.dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(d.dir, listLock), nil, 0o644); err != nil {
		return err
	}
	now, items := time.Now(), projectItems()
	all, at := make([]task, len(items)), map[string]int{}
	for i, it := range items {
		t := it.draft()
		t.ID = strconv.Itoa(i + 1)
		t.File = t.ID + ".json"
		d.files[it.key], at[it.key] = t.File, i
		if it.status == completed || it.status == inProgress && it.agent <= len(d.agents) {
			owner := d.agents[(it.agent-1)%len(d.agents)]
			t.Status, t.Owner = it.status, owner.name
			if owner.owns(t) {
				owner.on = t
			}
		}
		for _, key := range it.waits {
			blocker := &all[at[key]]
			t.BlockedBy, blocker.Blocks = append(t.BlockedBy, blocker.ID), append(blocker.Blocks, t.ID)
		}
		all[i] = t
	}
	for i, it := range items {
		raw, err := all[i].encode()
		if err == nil {
			err = d.overwriteFile(all[i].File, raw)
		}
		if err == nil {
			then := now.Add(-d.age(it))
			err = os.Chtimes(filepath.Join(d.dir, all[i].File), then, then)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// age returns how old the file of an item is at the start.
func (d *Demo) age(it item) time.Duration {
	if d.config.Story && it.key == "logs" {
		it.age = 3 // it stalls later, in a beat of its own
	}
	return time.Duration(it.age) * time.Minute
}

// A plan decides what agents do. Each decision is a function of the seed, the agent and the task's subject alone: never
// of the clock, of earlier decisions, or of a stream of random numbers, which any difference in timing would shift. All
// times are in the demo's time.
type plan struct{ seed uint64 }

// roll returns a number below n for a question about an agent and a subject.
func (p plan) roll(question, agent, subject string, n uint64) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%s", question, agent, subject)
	return rand.New(rand.NewPCG(p.seed, h.Sum64())).Uint64N(n)
}

// choose returns the ready task that the agent likes best.
func (p plan) choose(agent string, ready []task) task {
	likes := func(t task) uint64 { return p.roll("likes", agent, t.Subject, 1<<32) }
	return slices.MinFunc(ready, func(a, b task) int { return cmp.Compare(likes(a), likes(b)) })
}

// schedule is how long an agent takes for a task.
type schedule struct {
	claim time.Duration // from finding it to claiming it: others may claim it in between
	work  time.Duration
	stall time.Duration // in the middle of the work, mostly 0
	rest  time.Duration // before the next task
}

func (p plan) schedule(agent, subject string) schedule {
	between := func(question string, low, high time.Duration) time.Duration {
		return low + time.Duration(p.roll(question, agent, subject, uint64(high-low)))
	}
	s := schedule{
		claim: between("hesitates", 300*time.Millisecond, 1500*time.Millisecond),
		work:  between("takes", 12*time.Second, 34*time.Second),
		rest:  between("rests", 500*time.Millisecond, 2500*time.Millisecond),
	}
	if p.roll("stalls?", agent, subject, 9) == 0 {
		s.stall = between("stalls", 15*time.Second, 25*time.Second)
	}
	return s
}

// followUp returns the follow-up of the task with this subject, and whether it has one.
func (p plan) followUp(subject string) (item, bool) {
	if p.roll("finds", "", subject, 2) == 0 {
		for _, it := range projectItems() {
			if more, ok := followUps[it.key]; ok && it.subject == subject {
				return more, true
			}
		}
	}
	return item{}, false
}
