package graph

// Route is a way for one more line between two boxes that are drawn, for showing a link that does not exist yet; it runs
// through no box but may cross and cover other lines. nil when there is none.
func (l *Layout) Route(from, to int32) []Point { return nil }
