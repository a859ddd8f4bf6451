package graph

// memory is what a later layout needs to know of this one.
type memory struct{}

func (s *sketch) remember(l *Layout) memory { return memory{} }

// keeps says whether there is enough of an older layout to keep.
func (s *sketch) keeps() bool { return false }

func (s *sketch) keep() {}
