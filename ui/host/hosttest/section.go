package hosttest

import "sideboard/ui/view"

// SectionWords returns a section of the detail: its title, then a line a fact; "" for nil.
func SectionWords(s *view.DetailSection) string {
	if s == nil {
		return ""
	}
	all := s.Title.String() + "\n"
	for _, f := range s.Facts {
		all += f.Label.String() + ": " + f.Value.String() + "\n"
	}
	return all
}
