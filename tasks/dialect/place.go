package dialect

import "sideboard/tasks/jsonedit"

// place is where a workflow file has a member.
type place struct {
	outer key // the object that it is in, keyOther for the file itself
	name  string
}

// String returns a place as a path.
func (p place) String() string {
	if p.outer == keyOther {
		return p.name
	}
	return keyNames[p.outer] + "." + p.name
}

// find returns the member at a place, and the object that it is in.
func (f *file) find(at place) (in *file, m jsonedit.Member, ok bool) {
	in = f.inner(at.outer)
	m, ok = in.Get(at.name)
	return in, m, ok
}

// inner returns the object that is the value of a key, the file itself for keyOther.
func (f *file) inner(outer key) *file {
	if outer == keyOther {
		return f
	}
	m, _ := f.get(outer)
	return f.object(m)
}

// within returns an edit of an object in the file, or of the file itself if outer is keyOther.
func (f *file) within(in *file, outer key, op jsonedit.Op) jsonedit.Op {
	if outer == keyOther {
		return op
	}
	return func(whole *jsonedit.Object) ([]byte, error) {
		next, err := jsonedit.Apply(in.raw, op)
		if err != nil {
			return nil, err
		}
		return jsonedit.SetValue(keyNames[outer], next)(whole)
	}
}
