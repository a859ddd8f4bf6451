package dialect

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Where no published design and no known tool writes the files of a directory, their form is inferred from all of
// them: which members have the id, the title, the status, the owner and the links, how a file is named, and which
// words say that a task is pending, in progress or completed. Such a form is a spec like that of a design: only what
// is said here can be edited.

// The members that an inferred form may have, the first that a file has counting.
var (
	formIDs      = [...]string{"id", "task_id", "taskId", "key"}
	formTitles   = [...]string{"subject", "title", "name", "summary"}
	formStates   = [...]string{"status", "state"}
	formBooleans = [...]string{"passes", "done", "completed"}
	formTexts    = [...]string{"description", "details", "body", "notes"}
	formOwners   = [...]string{"owner", "assignee", "assigned_to", "assignedTo"}
	formWaits    = [...]place{
		{keyOther, "blockedBy"}, {keyOther, "blocked_by"}, {keyOther, "depends_on"}, {keyOther, "dependsOn"},
		{keyOther, "dependencies"}, {keyOther, "deps"}, {keyContext, "depends_on"}, {keyMeta, "depends_on"},
	}
)

// Directory is what is next to the task files and above them.
type Directory struct {
	Names []string                  // all names in the directory
	Files iter.Seq2[string, []byte] // its JSON files, the newest last; of very many the newest alone
	Above iter.Seq2[string, []byte] // the files above it; those that are not JSON may be nil
}

// Infers reports whether a form has to be inferred: the place is of no design and of no tool, and less than half of
// the files are of a published design.
func (c *Codec) Infers() bool {
	at := c.at.Load()
	if at.tool != nil || at.claude || at.workflow || c.bucket.Load() || c.assumed.Load() != nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	published, all := 0, 0
	for sp, n := range c.counts {
		all += n
		if sp.traits.Published() {
			published += n
		}
	}
	if all < maxCounted {
		all = max(all, c.folder.Load().all)
	}
	return c.inferred.Load() != nil || 2*published < all
}

// Infer infers the form of the files of a directory; call it if Infers reports true. allowed returns the words of a
// form and whether a person has allowed to edit it. Infer reports whether files have to be decoded again.
func (c *Codec) Infer(d Directory, allowed func(*tasks.Form) (words [3]string, yes bool)) bool {
	in := inference{dir: d, isPublished: func(f *file, name string) bool {
		return c.classify(f, name, c.folder.Load()).traits.Published()
	}}
	in.read()
	was := c.inferred.Load()
	why := in.reason()
	if why != "" {
		c.inferred.Store(nil)
		shown := in.onlyShown(why)
		old := c.shown.Swap(shown)
		return was != nil || reasonOf(old) != reasonOf(shown)
	}
	f := in.form()
	if words, yes := allowed(&f.Form); yes {
		f.Words, f.Allowed = words, true
	}
	in.limits(f)
	sp := f.spec()
	making := in.making // a pointer into in would keep the bytes of all files
	c.making.Store(&making)
	if was != nil && was.form.same(f) {
		return false
	}
	c.shown.Store(nil)
	c.inferred.Store(sp)
	return true
}

// reasonOf returns why the files of a dialect are only shown, "" without one.
func reasonOf(sp *spec) string {
	if sp == nil {
		return ""
	}
	return sp.traits.ReadOnly
}

// inferredForm is what the files of one directory have in common, nil in the spec of a design or a tool.
type inferredForm struct {
	tasks.Form
	waits   place
	numeric bool // the ids are numbers
	boolean bool // the status is true or false
	texts   bool // the elements of its lists are texts
	naming  naming
}

// same reports whether two forms read and write files alike.
func (f *inferredForm) same(other *inferredForm) bool {
	reasons := func(f *inferredForm) [4]string { return [4]string{f.NoNew, f.NoDelete, f.NoLinks, f.NoOwner} }
	return f.FormMembers == other.FormMembers && f.Words == other.Words && f.Allowed == other.Allowed &&
		f.numeric == other.numeric && f.texts == other.texts && f.Others == other.Others && reasons(f) == reasons(other)
}

// inference is one examination of the files of a directory.
type inference struct {
	dir    Directory
	json   int // the number of JSON files
	tools  int // of these, the ones that a known tool writes
	withID int // the ones with an id

	published   int // the ones that a published design writes
	isPublished func(f *file, name string) bool

	all    []sample  // the objects
	group  []sample  // those of the form of most
	others []content // the JSON files that are no tasks
	making making
}

// content is a file that is no task.
type content struct {
	name string
	raw  []byte
}

// sample is a file from which a form is inferred.
type sample struct {
	name string
	f    *file
	is   signature
}

// signature is where a file has what every task needs.
type signature struct {
	id, title, status string
	numeric, boolean  bool
}

// read reads the samples and finds the form of most.
func (in *inference) read() {
	counts := map[signature]int{}
	for name, raw := range in.dir.Files {
		in.json++
		s := sample{name: name, f: new(file)}
		parsed := s.f.parse(raw) == nil
		if parsed {
			s.is = s.f.signature()
		}
		if !s.is.isTask() {
			in.others = append(in.others, content{name, raw})
		}
		if !parsed {
			continue
		}
		if s.is.id != "" {
			in.withID++
		}
		if s.f.toolOf() != nil || s.f.isMaestroTask() {
			in.tools++
			continue
		}
		if in.isPublished(s.f, name) {
			in.published++
		}
		counts[s.is]++
		in.all = append(in.all, s)
	}
	var most signature
	if len(counts) > 0 {
		most = slices.MinFunc(slices.Collect(maps.Keys(counts)), func(a, b signature) int {
			switch {
			case a.isTask() && !b.isTask():
				return -1
			case b.isTask() && !a.isTask():
				return 1
			}
			return cmp.Or(counts[b]-counts[a], cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
		})
	}
	for _, s := range in.all {
		if s.is == most {
			in.group = append(in.group, s)
		}
	}
}

func (is signature) isTask() bool { return is.title != "" && is.status != "" }

// signature returns where a file has an id, a title and a status.
func (f *file) signature() (is signature) {
	for _, name := range formIDs {
		if m, _ := f.Get(name); m.Kind == jsonedit.KindNumber || m.Kind == jsonedit.KindString && f.String(m) != "" {
			is.id, is.numeric = name, m.Kind == jsonedit.KindNumber
			break
		}
	}
	is.title = f.firstOf(formTitles[:], jsonedit.KindString)
	if is.status = f.firstOf(formStates[:], jsonedit.KindString); is.status == "" {
		is.status, is.boolean = f.firstOf(formBooleans[:], jsonedit.KindTrue, jsonedit.KindFalse), true
	}
	is.boolean = is.boolean && is.status != ""
	return is
}

// firstOf returns the first of some names that has a value of one of the kinds, "" for none.
func (f *file) firstOf(names []string, kinds ...jsonedit.Kind) string {
	for _, name := range names {
		if m, ok := f.Get(name); ok && slices.Contains(kinds, m.Kind) {
			return name
		}
	}
	return ""
}

// reason returns why no form is inferred, as the end of "only shown: ", "" if one is.
func (in *inference) reason() string {
	var is signature
	if len(in.group) > 0 {
		is = in.group[0].is
	}
	n := len(in.group)
	switch {
	case in.published > 0 && 2*in.published >= in.withID:
		return reasonPublished
	case 2*in.tools >= in.json && in.tools > 0:
		return reasonTool
	case is.title == "":
		return "no title in these files"
	case is.status == "":
		return "no status in these files"
	case 2*n < in.json:
		return fmt.Sprintf("only %d of %d JSON files are alike", n, in.json)
	case n == 1 && (is.id == "" || !strings.HasSuffix(stemOf(in.group[0].name), in.group[0].idText())):
		return "one file alone shows no form"
	case !is.boolean && 2*in.wordedFiles() < n:
		return "most files have a status whose word is not known here"
	}
	return ""
}

const (
	reasonPublished = "published"
	reasonTool      = "tool"
)

// onlyShown returns the dialect of files that are only shown for a reason, nil for that of any.
func (in *inference) onlyShown(why string) *spec {
	if why == reasonPublished || why == reasonTool || in.json == 0 {
		return nil
	}
	others := 0
	for _, s := range in.all {
		if !s.is.isTask() {
			others++
		}
	}
	others += in.json - in.tools - len(in.all)
	sentence := onlyShown(why)
	if others > 0 {
		are := tasks.Plural(others, "is no task", "are no tasks")
		sentence += fmt.Sprintf("; %d of %d JSON files %s", others, in.json, are)
	}
	return unknown.variant(func(sp *spec) { sp.traits.ReadOnly = sentence })
}

// idText returns the id of a sample.
func (s sample) idText() string {
	if s.is.id == "" {
		return stemOf(s.name)
	}
	m, _ := s.f.Get(s.is.id)
	return s.f.wordOf(m)
}

// wordedFiles returns the number of files of the group whose status is understood.
func (in *inference) wordedFiles() (n int) {
	for _, s := range in.group {
		if tasks.StatusMeant(s.f.textNamed(s.is.status)) != tasks.Foreign {
			n++
		}
	}
	return n
}

// form returns the form of the group.
func (in *inference) form() *inferredForm {
	is := in.group[0].is
	f := &inferredForm{numeric: is.numeric, boolean: is.boolean}
	f.ID, f.Subject, f.Status = is.id, is.title, is.status
	f.naming = in.naming()
	f.Files, f.Others = len(in.group), in.json-len(in.group)
	f.Name = f.naming.String()
	f.Description = in.most(formTexts[:])
	f.Owner = in.most(formOwners[:])
	in.links(f)
	in.words(f)
	in.owners(f)
	return f
}

// spec returns the form as a dialect.
func (f *inferredForm) spec() *spec {
	sp := &spec{
		traits: tasks.Traits{
			Dialect: "inferred", Title: "inferred form", Blocked: tasks.UnfinishedOrMissing, HasOwner: f.Owner != "",
			NumericIDs: f.numeric, Mirrors: f.Blocks != "", KeepsDeadLinks: true, Nests: true,
			NoDescription: f.Description == "", Form: &f.Form,
		},
		escapes: jsonedit.Raw,
		ids:     noRule,
		form:    f,
		finish:  "When it is done, change its status in its file, and nothing else.",
	}
	if !f.Allowed {
		sp.traits.ReadOnly = tasks.NoDesign + ", and nobody has allowed sideboard to edit them"
	}
	if word := f.said(tasks.Completed); word != "" {
		sp.finish = "When it is done, set its " + strconv.Quote(f.Status) + " to " + word +
			" in its file, and change nothing else."
	}
	if word := f.said(tasks.InProgress); word != "" {
		sp.begin = "First set its " + strconv.Quote(f.Status) + " to " + word
		if f.Owner != "" {
			sp.begin += " and its " + strconv.Quote(f.Owner) + " to your name"
		}
		sp.begin += ", in its file."
	}
	return sp
}

// said returns how a file says a status, as JSON, "" if that is not known.
func (f *inferredForm) said(s tasks.Status) string {
	word := f.Word(s)
	if word == "" || f.boolean {
		return word
	}
	return strconv.Quote(word)
}
