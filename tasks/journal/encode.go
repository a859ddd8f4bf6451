package journal

import (
	"bytes"
	"encoding/json"
	"errors"

	"sideboard/tasks"
)

// encode returns the line of an entry, with its newline.
func encode(e Entry) ([]byte, error) {
	l := line{
		At: e.At, What: e.What, Dev: e.Dev, Ino: e.Ino, Path: e.Path, ID: uint64(e.ID), File: e.File, Temp: e.Temp,
		Subject: e.Subject, Step: e.Step, Before: bytesOf(e.Before), After: bytesOf(e.After), Sum: e.Sum,
		Applied: stepLines(e.Applied), Error: e.Error, Kept: e.Kept,
	}
	for _, k := range e.Made {
		l.Made = append(l.Made, withoutList(k))
	}
	if e.What == Prepared {
		ed, of := e.Edit, withoutList(e.Edit.Of)
		l.ID, l.Verb, l.Of, l.Who, l.Undoes, l.Draft = uint64(ed.ID), ed.Verb.String(), &of, ed.Who, uint64(ed.Undoes), ed.Draft
		l.Asked, l.Steps = &ed.At, stepLines(ed.Steps)
		for _, n := range ed.Needs {
			l.Needs = append(l.Needs, needLine{withoutList(n.Key), n.Field.String(), valueOf(n.Is), n.Idle})
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(l)
	return b.Bytes(), err
}

// withoutList is a key as it is written down: what a list is called is known only to who opened it.
func withoutList(k tasks.Key) tasks.Key { return tasks.Key{Name: k.Name} }

func stepLines(steps []tasks.Step) (all []stepLine) {
	for _, st := range steps {
		s := stepLine{Do: stepWords[st.Kind], Key: withoutList(st.Key), Mark: st.Mark, Raw: bytesOf(st.Raw)}
		for _, c := range st.Changes {
			s.Changes = append(s.Changes, changeLine{c.Field.String(), c.Member, opWords[c.Op], valueOf(c.From), valueOf(c.To)})
		}
		all = append(all, s)
	}
	return all
}

var errNoObject = errors.New("the line is no JSON object")

// decode is the inverse of encode.
func decode(raw []byte) (e Entry, err error) {
	if !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		return e, errNoObject // no version ever wrote such a line
	}
	var l line
	strange := json.Unmarshal(raw, &l)
	var other *json.UnmarshalTypeError // a value of another type: the rest of the line is there all the same
	if strange != nil && !errors.As(strange, &other) {
		return e, strange
	}
	e = Entry{
		At: l.At, What: l.What, Dev: l.Dev, Ino: l.Ino, Path: l.Path, ID: tasks.EditID(l.ID), Step: l.Step, File: l.File,
		Temp: l.Temp, Subject: l.Subject, Sum: l.Sum, Made: l.Made, Error: l.Error, Kept: l.Kept,
	}
	defer func() { e.Unknown = err != nil }() // it is a whole line, and something in it is new
	if strange != nil {
		return e, strange
	}
	if e.Before, err = l.Before.raw(); err != nil {
		return e, err
	}
	if e.After, err = l.After.raw(); err != nil {
		return e, err
	}
	if e.Applied, err = steps(l.Applied); err != nil || l.What != Prepared {
		return e, err
	}
	e.Edit = tasks.Edit{ID: e.ID, Who: l.Who, Undoes: tasks.EditID(l.Undoes), Draft: l.Draft}
	if l.Of != nil {
		e.Edit.Of = *l.Of
	}
	if l.Asked != nil {
		e.Edit.At = *l.Asked
	}
	if e.Edit.Verb, err = verbOf(l.Verb); err != nil {
		return e, err
	}
	for _, n := range l.Needs {
		need := tasks.Need{Key: n.Key, Is: n.Is.value(), Idle: n.Idle}
		if n.Field != "" {
			if need.Field, err = fieldOf(n.Field); err != nil {
				return e, err
			}
		}
		e.Edit.Needs = append(e.Edit.Needs, need)
	}
	e.Edit.Steps, err = steps(l.Steps)
	return e, err
}

func steps(lines []stepLine) (all []tasks.Step, err error) {
	for _, l := range lines {
		st := tasks.Step{Key: l.Key, Mark: l.Mark}
		if st.Kind, err = lookUpWord(stepWords, l.Do); err != nil {
			return nil, err
		}
		if st.Raw, err = l.Raw.raw(); err != nil {
			return nil, err
		}
		for _, c := range l.Changes {
			ch := tasks.Change{Member: c.Member, From: c.From.value(), To: c.To.value()}
			if ch.Field, err = fieldOf(c.Field); err != nil {
				return nil, err
			}
			if ch.Op, err = lookUpWord(opWords, c.Op); err != nil {
				return nil, err
			}
			st.Changes = append(st.Changes, ch)
		}
		all = append(all, st)
	}
	return all, nil
}
