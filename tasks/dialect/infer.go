package dialect

import (
	"fmt"
	"strconv"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

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
