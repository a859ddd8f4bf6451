package graph

// Focus lays out the neighbourhood of a node: what it waits for to its left, what waits for it to its right, up to depth
// steps each way, with all edges between those. Column.Wave is then the step: negative to the left, 0 the node itself.
// Each column holds at most limit boxes (0 for no limit); Column.Count tells how many there are.
func (g *Graph) Focus(i int32, depth, limit int, o Options) *Layout { return &Layout{} } // SKELETON
