//go:build unix

package uitest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
	"sideboard/ui"
)

// person is a board of the fleet's list, and somebody who presses keys on it and believes what it shows.
type person struct {
	*Driver
	who  string
	acts int
}

// boards is how many persons a fleet has: none in its short form, because a board takes a key when what came before is on the screen.
func boards() int {
	if inTorture() {
		return 2
	}
	return 0
}

// persons opens boards of a list.
func persons(t *testing.T, list, version string) (all []*person) {
	for i := range boards() {
		all = append(all, newPerson(t, i, list, version))
	}
	return all
}

func newPerson(t *testing.T, i int, list, version string) *person {
	p := &person{who: []string{"kim", "zoe"}[i]}
	p.Driver = OpenIn(t, t.TempDir(), Options{As: p.who, NoDir: true, Board: func(o *ui.Options) {
		o.Finder.Arg, o.Finder.Options.Version = list, version
	}})
	return p
}

// settles is how long a person waits for a verdict: longer than a board tries to find out whether an edit was written.
const settles = 45 * time.Second

// work acts on one task after the other until stop is closed, and at least four times. Not all of that is refused.
func (p *person) work(f *fleet, stop chan struct{}) {
	for id, has := 0, false; ; {
		select {
		case <-stop:
			if p.acts >= 4 && f.did("boards") {
				return
			}
		default:
		}
		if !has {
			id = 1 + (id+rand.IntN(f.tasks-1))%f.tasks // another one
			if !p.filters(id) {
				f.Errorf("the board of %s takes no filter; it shows\n%s", p.who, p.Screen())
				return
			}
		}
		f.gate.RLock()
		has = p.act(f, id)
		f.gate.RUnlock()
	}
}

// filters has the board show one task alone, and reports whether it does: whatever comes and goes, keys act on that or on none. While the
// directory is not there it takes no filter.
func (p *person) filters(id int) bool {
	var typed time.Time
	return testdir.Soon(func() bool {
		if time.Since(typed) > settles/3 {
			typed = time.Now()
			p.Press("esc", "esc", "1", "/", "ctrl+u").Type(subjectOf(id)).Press("enter")
		}
		return strings.Contains(p.Row(0), "filter "+subjectOf(id)+" ")
	})
}

// isAlone matches the counts of a single task.
var isAlone = regexp.MustCompile(`(?m)\b1 of \d+ *$`)

var (
	ownerOnCard = regexp.MustCompile(`#\d+ +(\w+)`)
	subjectIn   = regexp.MustCompile(`Subject +▌ (\S+)`)
	isRefused   = regexp.MustCompile(`Not (claimed|released|completed|edited|saved|written)\b|No task is selected|cannot be saved here`)
	isInTheWay  = regexp.MustCompile(isRefused.String() + `|Nothing matches|the directory is not there|offline since`)
	isUnknown   = regexp.MustCompile(`not known yet whether`)
	isLate      = regexp.MustCompile(`Not \w+: .*The link was cut`) // about an act before
)

// card returns the task whose card is shown, false if there is none.
func (p *person) card(id int) (is holding, shown bool) {
	onCard := regexp.MustCompile(`▌ \S (` + subjectOf(id) + `\S*)(.*)`)
	screen := p.Screen()
	rows := strings.Split(screen, "\n")
	if !isAlone.MatchString(rows[2]) {
		return holding{}, false
	}
	for y, row := range rows[:len(rows)-1] {
		m := onCard.FindStringSubmatch(row)
		if m == nil {
			continue
		}
		is = holding{subject: m[1], status: tasks.Pending}
		switch { // the counts are of this task alone
		case strings.Contains(screen, "✓ 1 done"):
			is.status = tasks.Completed
		case strings.Contains(screen, "◐ 1 in progress"):
			is.status = tasks.InProgress
		}
		if owner := ownerOnCard.FindStringSubmatch(m[2] + rows[y+1]); owner != nil {
			is.owner = strings.Replace(owner[1], "you", p.who, 1)
		}
		return is, true
	}
	return holding{}, false
}

// act has the person do something with the task, if its card shows how it is: an older card is not yet what a mishap made of the task. It
// reports whether the person has the task now.
func (p *person) act(f *fleet, id int) (has bool) {
	var was holding
	var restored int64 // before the card was read: a mishap since then may be what the card shows after the key
	ready := false
	for late := time.Now().Add(patience); !ready && time.Now().Before(late); time.Sleep(5 * time.Millisecond) { // the board draws
		var shown bool
		restored = f.restored.Load()
		was, shown = p.card(id)
		ready = shown && was == stateIn(f.text(id)) && !isInTheWay.MatchString(p.Screen())
	}
	if !ready {
		return false
	}
	a := act{verb: tasks.VerbClaim, id: id, who: p.who}
	mine := was.status == tasks.InProgress && was.owner == p.who
	dice := rand.IntN(20)
	switch {
	case was.status == tasks.Completed || dice < 7:
		a.verb, a.from, a.to = tasks.VerbEdit, was.subject, fmt.Sprintf("%s-%s%d", subjectOf(id), p.who, p.acts)
	case mine && dice == 7:
		a.verb = tasks.VerbComplete
	case mine:
		a.verb = tasks.VerbRelease
	}
	if a.verb == tasks.VerbEdit && !p.types(f, a) {
		return mine
	}
	p.acts++
	from := f.now()
	p.Press(map[tasks.Verb]string{tasks.VerbClaim: "c", tasks.VerbRelease: "r", tasks.VerbComplete: "d", tasks.VerbEdit: "ctrl+s"}[a.verb])
	out := p.verdict(f, a)
	if out == done && a.verb != tasks.VerbEdit && (restored%2 == 1 || restored != f.restored.Load()) {
		out = unknown // the card may show what a mishap made of the task
	}
	f.count("boards", a, out, from)
	p.closes(id)
	return out != refused && (a.verb == tasks.VerbClaim || a.verb == tasks.VerbEdit && mine)
}

// types opens the form of an edit and types the new subject. It reports whether the form had the old one.
func (p *person) types(f *fleet, a act) bool {
	p.Press("e")
	testdir.Soon(func() bool { return subjectIn.MatchString(p.Screen()) || isInTheWay.MatchString(p.Screen()) })
	if m := subjectIn.FindStringSubmatch(p.Screen()); m == nil || m[1] != a.from {
		p.closes(a.id)
		return false
	}
	p.Press("ctrl+u").settle() // up to here the form follows the file
	if stateIn(f.text(a.id)).subject != a.from {
		p.closes(a.id)
		return false
	}
	p.Type(a.to)
	testdir.Soon(func() bool { return strings.Contains(p.Screen(), "▌ "+a.to) })
	return true
}

// verdict waits for what the board says of an act.
func (p *person) verdict(f *fleet, a act) verdict {
	began, restored := time.Now(), f.restored.Load()
	for time.Since(began) < settles && (restored == f.restored.Load() || time.Since(began) < patience) {
		time.Sleep(5 * time.Millisecond) // the board draws
		screen := p.Screen()
		switch is, shown := p.card(a.id); {
		case isUnknown.MatchString(screen):
			return unknown
		case isRefused.MatchString(screen) && !isLate.MatchString(screen),
			strings.Contains(screen, "n leave it"), strings.Contains(screen, "t keep theirs"): // a question
			return refused
		case !shown:
		case a.verb == tasks.VerbEdit && is.subject == a.to && !strings.Contains(screen, "Edit #"),
			a.verb == tasks.VerbClaim && is.status == tasks.InProgress && is.owner == a.who,
			a.verb == tasks.VerbComplete && is.status == tasks.Completed && is.owner == a.who,
			a.verb == tasks.VerbRelease && (is.status != tasks.InProgress || is.owner != a.who):
			return done
		}
	}
	f.Logf("the board of %s does not say what became of %+v:\n%s", p.who, a, p.Screen())
	return unknown
}

// closes closes what is open above the board.
func (p *person) closes(id int) {
	testdir.Soon(func() bool {
		screen := p.Screen()
		switch {
		case strings.Contains(screen, "Throw away"):
			p.Press("y")
		case strings.Contains(screen, "n leave it"):
			p.Press("n")
		case strings.Contains(screen, "esc cancel"):
			p.Press("esc")
		default:
			return true
		}
		p.settle()
		return false
	})
}
