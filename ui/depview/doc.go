// Package depview is the dependency view on the screen: the graph, the focus on one task and the timeline; what would
// follow if tasks were done; making and removing links in them, by key and by mouse. What they look like is drawn by
// ui/view, and how a graph is laid out is worked out by board/graph.
package depview
