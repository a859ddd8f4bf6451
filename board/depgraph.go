package board

import (
	"slices"
	"strings"

	"sideboard/board/graph"
	"sideboard/tasks"
)

// DepGraph is the dependency graph of a board, with what its nodes stand for. It is immutable and may be kept.
type DepGraph struct {
	*graph.Graph
	Keys   []tasks.Key // of each node; the zero Key of a missing one
	IDs    []tasks.ID  // of each node, as its file spells it; of a missing one what the waiting task's file says
	States []State     // of each node, how it stood on the board; None of a missing one
}

// Only returns some nodes of a dependency graph and the links between them, as if there were nothing else.
func (n *DepGraph) Only(nodes []int32) *DepGraph {
	only, at := &DepGraph{}, map[int32]int32{}
	all := make([]graph.Node, len(nodes))
	for k, i := range nodes {
		all[k], at[i] = n.Node(i), int32(k)
		only.Keys, only.IDs, only.States = append(only.Keys, n.Keys[i]), append(only.IDs, n.IDs[i]), append(only.States, n.States[i])
	}
	var edges []graph.Edge
	for _, i := range nodes {
		for _, in := range n.In(i) {
			e := n.Edges()[in]
			if from, is := at[e.From]; is {
				e.From, e.To = from, at[e.To]
				edges = append(edges, e)
			}
		}
	}
	only.Graph = graph.New(all, edges)
	return only
}

// Find is the node of a task; false where it has none.
func (n *DepGraph) Find(k tasks.Key) (int32, bool) {
	i, ok := n.NodeNamed(nodeName(k.List, k.Name))
	return i, ok && n.Keys[i] == k
}

// nodeName returns the name of a node: that of its file, within its list.
func nodeName(list, name string) string {
	if list == "" {
		return name
	}
	return list + "/" + name
}

// missingName returns the name of an id that no file has. No file is called so, and 7 and "7" are two missing ones.
func missingName(list string, id tasks.ID) string {
	if id.Num {
		return nodeName(list, id.Text+"?#")
	}
	return nodeName(list, id.Text+"?")
}

// DepGraph returns the dependency graph of all cards that are not internal, whatever the filter; internal ones are in it while
// they are shown. An id that no file has is a missing one where a list names it.
//
// The union of both sides of the links is in it. An edge is Open where the waiting task's list has it and its own
// agents are held back by it: as WaitsFor says, and where nothing but an empty list will do, by completed tasks too.
// An edge that only one file has is OneSided where its dialect keeps both. Of a link to a task that is not in the
// graph there is no edge.
//
// It costs as much as there are tasks and links. What was in order by name the last time is not sorted again.
func (b *Board) DepGraph() *DepGraph {
	w := &depGraphBuilder{b: b, node: make([]int32, len(b.slots))}
	w.addCards()
	w.addLinks()
	n := &DepGraph{Graph: graph.New(w.nodes, w.edges), Keys: w.keys, IDs: w.ids, States: w.states}
	b.slotsByName = w.slotsByName(n.Graph)
	return n
}

// depGraphBuilder makes a DepGraph.
type depGraphBuilder struct {
	b     *Board
	node  []int32 // by slot, -1 for none
	slots []int32 // by node, but for missing ones
	nodes []graph.Node
	keys  []tasks.Key
	ids   []tasks.ID
	edges []graph.Edge

	states []State
}

// addCards makes the nodes of all cards, those of the last time in their old order and then the others.
func (w *depGraphBuilder) addCards() {
	b := w.b
	n, room := 0, 0
	for s := range b.slots {
		w.node[s] = -1
		if sl := &b.slots[s]; !sl.dead && !b.isHidden(sl.task) {
			n++
			k := b.keyOf(int32(s))
			if k.List != "" {
				room += len(k.List) + 1 + len(k.Name)
			}
		}
	}
	w.slots = make([]int32, 0, n)
	w.nodes, w.keys, w.ids = make([]graph.Node, 0, n), make([]tasks.Key, 0, n), make([]tasks.ID, 0, n)
	w.states = make([]State, 0, n)
	var names strings.Builder // all names in one piece: a hundred thousand small ones are dear
	names.Grow(room)
	add := func(s int32) {
		sl := &b.slots[s]
		if sl.dead || b.isHidden(sl.task) || w.node[s] >= 0 {
			return
		}
		k := b.keyOf(s)
		name := k.Name
		if k.List != "" {
			at := names.Len()
			names.WriteString(k.List)
			names.WriteByte('/')
			names.WriteString(k.Name)
			name = names.String()[at:]
		}
		w.node[s] = int32(len(w.nodes))
		w.slots = append(w.slots, s)
		node := graph.Node{Name: name, Ready: sl.col == PendingColumn && sl.group == groupReady && !sl.container}
		var id tasks.ID
		switch t := sl.task; {
		case t == nil:
			if sl.node >= 0 {
				id = b.nodes[sl.node].id()
			}
		case t.Status == tasks.InProgress:
			id, node.State = t.ID, graph.Running
		case isFinished(t):
			id, node.State = t.ID, graph.Finished
		default:
			id = t.ID
		}
		w.nodes = append(w.nodes, node)
		w.keys = append(w.keys, k)
		w.ids = append(w.ids, id)
		w.states = append(w.states, b.state(s))
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

// addLinks makes the edges, and the missing ones.
func (w *depGraphBuilder) addLinks() {
	b := w.b
	n := 0
	for i := range b.nodes {
		n += len(b.nodes[i].dependants)
	}
	w.edges = make([]graph.Edge, 0, n+n/8)
	told := make([]int32, len(b.nodes)) // by id: 1 + the slot whose file says that it holds the id back, less than 0 once the other side is found
	for s := range b.slots {
		if w.node[s] >= 0 {
			w.addLinksOf(int32(s), told)
		}
	}
	for i := range b.nodes {
		if nd := &b.nodes[i]; nd.slot < 0 && len(nd.dependants) > 0 {
			w.addMissing(nd)
		}
	}
}

// addLinksOf makes the edges from a task to those that wait for it, by their files or by its own.
func (w *depGraphBuilder) addLinksOf(s int32, told []int32) {
	b := w.b
	t := b.slots[s].task
	if t != nil {
		for _, id := range t.Blocks {
			if n := b.lookupNode(t.List, id); n >= 0 {
				told[n] = s + 1
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
		case told[id] == s+1:
			both, told[id] = true, -s-1
		default:
			both = told[id] == -s-1
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
		if n < 0 || told[n] != s+1 {
			continue
		}
		told[n] = 0
		if to := b.nodes[n].slot; to >= 0 && w.node[to] >= 0 {
			whole := b.slots[to].task == nil || !b.slots[to].task.DroppedBlockers
			oneSided := whole && (class != classDone || !t.Traits.ClearsOnComplete)
			w.edges = append(w.edges, graph.Edge{From: from, To: w.node[to], OneSided: oneSided})
		}
	}
}

// ownIDNode returns the number of the id that a task's file has inside, -1 where nobody knows it. It is not always the one that
// its agents find it by.
func (w *depGraphBuilder) ownIDNode(s int32) int32 {
	sl := &w.b.slots[s]
	if sl.node >= 0 && w.b.nodes[sl.node].text == sl.task.ID.Text && w.b.nodes[sl.node].num == sl.task.ID.Num {
		return sl.node
	}
	return w.b.lookupNode(sl.task.List, sl.task.ID)
}

// addMissing makes the node of an id that no file has, and the edges to those that wait for it, if any of them are cards.
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
			w.states = append(w.states, None)
		}
		open := b.slots[d].task.Traits.Blocked != tasks.UnfinishedOnly
		w.edges = append(w.edges, graph.Edge{From: from, To: w.node[d], Open: open})
	}
}
