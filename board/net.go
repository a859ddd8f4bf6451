package board

import (
	"sideboard/board/graph"
	"sideboard/tasks"
)

// Net is the dependency graph of a board, with what its nodes stand for. It is immutable and may be kept.
type Net struct {
	*graph.Graph
	Keys []tasks.Key // of each node; the zero Key of a ghost
	IDs  []tasks.ID  // of each node, as the file spells it; of a ghost what the waiting task's file says
}

// Find is the node of a task; false where it has none.
func (n *Net) Find(k tasks.Key) (int32, bool) { return 0, false } // SKELETON

// Net is the dependency graph of all cards that are not internal, whatever the filter. The union of both sides of the
// links is in it; an edge that only one file has is OneSided where its dialect keeps both.
func (b *Board) Net() *Net { return &Net{Graph: graph.New(nil, nil)} } // SKELETON
