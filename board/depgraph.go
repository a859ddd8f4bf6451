package board

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/tasks"
)

// DepGraph is the dependency graph of a board. It is immutable and may be kept.
type DepGraph struct {
	*graph.Graph
	Keys []tasks.Key // by node; the zero Key for a missing task
	IDs  []tasks.ID  // by node, as its file spells it; for a missing task as the waiting task spells it
}

// Only returns the graph of some nodes and the links between them.
func (n *DepGraph) Only(nodes []int32) *DepGraph {
	only, at := &DepGraph{}, map[int32]int32{}
	all := make([]graph.Node, len(nodes))
	for k, i := range nodes {
		all[k], at[i] = n.Node(i), int32(k)
		only.Keys, only.IDs = append(only.Keys, n.Keys[i]), append(only.IDs, n.IDs[i])
	}
	var edges []graph.Edge
	for _, i := range nodes {
		for _, in := range n.In(i) {
			e := n.Edges()[in]
			if from, ok := at[e.From]; ok {
				e.From, e.To = from, at[e.To]
				edges = append(edges, e)
			}
		}
	}
	only.Graph = graph.New(all, edges)
	return only
}

// Find returns the node of a task, false if it has none.
func (n *DepGraph) Find(k tasks.Key) (int32, bool) {
	i, ok := n.NodeNamed(nodeName(k.List, k.Name))
	return i, ok && n.Keys[i] == k
}

// nodeName returns the name of the node of a file.
func nodeName(list, name string) string {
	if list == "" {
		return name
	}
	return list + "/" + name
}

// missingName returns the name of the node of an id that no file has, different from all file names and for 7 and "7".
func missingName(list string, id tasks.ID) string {
	if id.Num {
		return nodeName(list, id.Text+"?#")
	}
	return nodeName(list, id.Text+"?")
}

// DepGraph returns the dependency graph of all cards, without regard to the filter; hidden tasks are not in it. An id
// that no file has is a missing node where a list names it.
//
// It has the links of both sides. An edge is Open if the waiting task's list has it and its own agents are held back by
// it: as WaitsFor says, and by completed tasks too where only an empty list makes a task ready. An edge that only one
// file has is OneSided if its dialect keeps both sides. There is no edge for a link to a hidden task.
//
// The cost is proportional to the number of tasks and links. The order by name is kept from one call to the next.
func (b *Board) DepGraph() *DepGraph {
	w := &depGraphBuilder{b: b, node: make([]int32, len(b.slots))}
	w.addCards()
	w.addLinks()
	n := &DepGraph{Graph: graph.New(w.nodes, w.edges), Keys: w.keys, IDs: w.ids}
	b.slotsByName = w.slotsByName(n.Graph)
	return n
}

// depGraphBuilder builds a DepGraph.
type depGraphBuilder struct {
	b     *Board
	node  []int32 // by slot, -1 for none
	slots []int32 // by node, without the missing ones, which come last
	nodes []graph.Node
	keys  []tasks.Key
	ids   []tasks.ID
	edges []graph.Edge
}

// addCards adds the nodes of all cards: in the order of the last DepGraph, then new ones.
func (w *depGraphBuilder) addCards() {
	b := w.b
	n := 0
	for s := range b.slots {
		w.node[s] = -1
		if sl := &b.slots[s]; !sl.dead && !b.isHidden(sl.task) {
			n++
		}
	}
	w.slots = make([]int32, 0, n)
	w.nodes, w.keys, w.ids = make([]graph.Node, 0, n), make([]tasks.Key, 0, n), make([]tasks.ID, 0, n)
	add := func(s int32) {
		sl := &b.slots[s]
		if sl.dead || b.isHidden(sl.task) || w.node[s] >= 0 {
			return
		}
		k := b.keyOf(s)
		w.node[s] = int32(len(w.nodes))
		w.slots = append(w.slots, s)
		node := graph.Node{Name: nodeName(k.List, k.Name), Ready: sl.col == PendingColumn && sl.group == groupReady &&
			!sl.container}
		var id tasks.ID
		switch t := sl.task; {
		case t != nil:
			id, node.State = t.ID, graphState(t)
		case sl.node >= 0:
			id = b.nodes[sl.node].id()
		}
		w.nodes = append(w.nodes, node)
		w.keys = append(w.keys, k)
		w.ids = append(w.ids, id)
	}
	for _, s := range b.slotsByName {
		if int(s) < len(b.slots) {
			add(s)
		}
	}
	for s := range b.slots {
		add(int32(s))
	}
}

func graphState(t *tasks.Task) graph.State {
	switch {
	case t.Status == tasks.InProgress:
		return graph.Running
	case isFinished(t):
		return graph.Finished
	}
	return graph.Open
}

// slotsByName returns the slots of all cards in the order of their nodes' names.
func (w *depGraphBuilder) slotsByName(g *graph.Graph) []int32 {
	slots := make([]int32, 0, len(w.slots))
	for _, i := range g.Order() {
		if int(i) < len(w.slots) {
			slots = append(slots, w.slots[i])
		}
	}
	return slots
}

// addLinks adds the edges, and the nodes of missing tasks.
func (w *depGraphBuilder) addLinks() {
	b := w.b
	n := 0
	for i := range b.nodes {
		n += len(b.nodes[i].dependants)
	}
	w.edges = make([]graph.Edge, 0, n+n/8)
	// by id: 1 + the slot whose file blocks it, negative once the other side is found
	blocks := make([]int32, len(b.nodes))
	for s := range b.slots {
		if w.node[s] >= 0 {
			w.addLinksOf(int32(s), blocks)
		}
	}
	for i := range b.nodes {
		if nd := &b.nodes[i]; nd.slot < 0 && len(nd.dependants) > 0 {
			w.addMissing(nd)
		}
	}
}

// addLinksOf adds the edges from a task to those that wait for it, by their files or by its own. blocks, by node, says
// which ids its own file names: s+1 if the waiting task's file has not been met yet, -s-1 if it has.
func (w *depGraphBuilder) addLinksOf(s int32, blocks []int32) {
	b := w.b
	t := b.slots[s].task
	if t != nil {
		for _, id := range t.Blocks {
			if n := b.lookupNode(t.List, id); n >= 0 {
				blocks[n] = s + 1
			}
		}
	}
	from, class := w.node[s], b.classOf(s)
	b.eachDependant(s, func(d, n int32) bool {
		task, id := b.slots[d].task, w.ownIDNode(d)
		var both bool
		switch {
		case id < 0:
			both = t != nil && slices.Contains(t.Blocks, task.ID)
		case blocks[id] == s+1:
			both, blocks[id] = true, -s-1
		default:
			both = blocks[id] == -s-1
		}
		if w.node[d] < 0 {
			return true
		}
		e := graph.Edge{From: from, To: w.node[d]}
		e.Open = b.isOpenBlocker(n, d) || task.Traits.Blocked == tasks.ListNotEmpty
		e.OneSided = t != nil && t.DroppedLinks == 0 && task.Traits.Mirrors && class != classDone && !both
		w.edges = append(w.edges, e)
		return true
	})
	if t == nil || !t.Traits.Mirrors {
		return
	}
	for _, id := range t.Blocks {
		n := b.lookupNode(t.List, id)
		if n < 0 || blocks[n] != s+1 {
			continue
		}
		blocks[n] = 0
		if to := b.nodes[n].slot; to >= 0 && w.node[to] >= 0 {
			whole := b.slots[to].task == nil || !b.slots[to].task.DroppedBlockers
			oneSided := whole && (class != classDone || !t.Traits.ClearsOnComplete)
			w.edges = append(w.edges, graph.Edge{From: from, To: w.node[to], OneSided: oneSided})
		}
	}
}

// ownIDNode returns the node of the id in a task's file, -1 for none. Its agents may find it by another id.
func (w *depGraphBuilder) ownIDNode(s int32) int32 {
	sl := &w.b.slots[s]
	if sl.node >= 0 && w.b.nodes[sl.node].text == sl.task.ID.Text && w.b.nodes[sl.node].num == sl.task.ID.Num {
		return sl.node
	}
	return w.b.lookupNode(sl.task.List, sl.task.ID)
}

// addMissing adds the node of an id that no file has, and the edges to the cards that wait for it, if there are any.
func (w *depGraphBuilder) addMissing(nd *node) {
	b, from := w.b, int32(-1)
	for _, d := range nd.dependants {
		if w.node[d] < 0 {
			continue
		}
		if from < 0 {
			from = int32(len(w.nodes))
			w.nodes = append(w.nodes, graph.Node{Name: missingName(nd.list.name, nd.id()), State: graph.Missing})
			w.keys = append(w.keys, tasks.Key{})
			w.ids = append(w.ids, nd.id())
		}
		open := b.slots[d].task.Traits.Blocked != tasks.UnfinishedOnly
		w.edges = append(w.edges, graph.Edge{From: from, To: w.node[d], Open: open})
	}
}
