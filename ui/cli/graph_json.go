package cli

import (
	"time"

	"sideboard/tasks"
	"sideboard/ui/workspace"
)

// The JSON form is described in the manual; its names stay.
type (
	jsonGraph struct {
		Version   int        `json:"version"`
		Dir       string     `json:"dir"`
		Dialect   string     `json:"dialect"`
		Waves     int        `json:"waves"`
		Nodes     []jsonNode `json:"nodes"`
		Edges     []jsonEdge `json:"edges"`
		Chain     []string   `json:"chain"`
		Loops     [][]string `json:"loops"`
		StartHere []string   `json:"startHere"`
	}
	jsonNode struct {
		Key     string `json:"key"`
		ID      string `json:"id"`
		Subject string `json:"subject"`
		Status  string `json:"status"`
		State   string `json:"state"`
		Wave    int    `json:"wave"`
		Behind  int    `json:"behind"`
		Chain   bool   `json:"chain"`
		Loop    *int   `json:"loop"`
		Self    bool   `json:"self"`
		Stuck   bool   `json:"stuck"`

		Owner       string     `json:"owner"`
		WaitsFor    []string   `json:"waitsFor"`
		Since       *time.Time `json:"since"`
		AgeSeconds  *int64     `json:"ageSeconds"`
		AtLeast     bool       `json:"atLeast"`
		Description *string    `json:"description"`
	}
	jsonEdge struct {
		From      string `json:"from"`
		To        string `json:"to"`
		Open      bool   `json:"open"`
		OneSided  bool   `json:"oneSided"`
		Redundant bool   `json:"redundant"`
		Back      bool   `json:"back"`
	}
)

// graphVersion grows when a name of the JSON form changes its meaning or goes; new names leave it.
const graphVersion = 1

// Descriptions are given where they are small: of more tasks, and longer ones, whoever wants them reads the files.
const (
	maxDescribed   = 2_000 // tasks
	maxDescription = 1_000 // bytes
)

// readDescriptions reads the descriptions that are given.
func readDescriptions(d *workspace.Workspace, keys []tasks.Key) map[tasks.Key]string {
	all := map[tasks.Key]string{}
	if len(keys) > maxDescribed {
		return all
	}
	for _, k := range keys {
		doc, err := d.Read(k)
		if err == nil && doc.Task != nil && len(doc.Description) <= maxDescription {
			all[k] = doc.Description
		}
	}
	return all
}

// json returns the whole graph, folded and redundant parts too. A task's key is the name of its file; that of a missing
// one ends with a question mark.
func (p *graphData) json() string {
	j := jsonGraph{
		Version: graphVersion, Dir: p.dir, Dialect: p.traits.Dialect, Waves: p.net.Waves(), Nodes: []jsonNode{}, Edges: []jsonEdge{},
		Chain: p.keyNames(p.net.Chain()), Loops: [][]string{}, StartHere: p.keyNames(p.net.StartHere(p.net.Len())),
	}
	for _, i := range p.byWave() {
		j.Nodes = append(j.Nodes, p.jsonNode(i))
	}
	for e, of := range p.net.Edges() {
		j.Edges = append(j.Edges, jsonEdge{
			From: p.net.Node(of.From).Name, To: p.net.Node(of.To).Name, Open: of.Open, OneSided: of.OneSided,
			Redundant: p.net.Redundant(int32(e)), Back: p.net.Back(int32(e)),
		})
	}
	for _, loop := range p.loops {
		j.Loops = append(j.Loops, p.keyNames(loop))
	}
	return jsonText(j)
}

func (p *graphData) jsonNode(i int32) jsonNode {
	n := jsonNode{
		Key: p.net.Node(i).Name, ID: p.net.IDs[i].Text, Wave: p.net.Wave(i), Behind: p.net.Behind(i),
		Self: p.net.HasSelfLink(i), Stuck: p.net.Stuck(i), WaitsFor: []string{},
	}
	n.State, _ = p.state(i)
	_, n.Chain = p.chain[i]
	if k := p.net.Loop(i); k >= 0 {
		n.Loop = &k
	}
	if t := p.task(i); t != nil {
		n.Subject, n.Status, n.Owner = t.Subject, t.Status.String(), t.Owner
		for _, id := range t.WaitsFor {
			n.WaitsFor = append(n.WaitsFor, id.Text)
		}
		if since, exact := p.board.Since(p.net.Keys[i]); !since.IsZero() {
			since = since.UTC()
			age := secondsSince(p.now, since)
			n.Since, n.AgeSeconds, n.AtLeast = &since, &age, !exact
		}
		if text, ok := p.descriptions[p.net.Keys[i]]; ok {
			n.Description = &text
		}
		if t.Status == tasks.Foreign {
			n.Status = t.StatusText
		}
	}
	return n
}

func (p *graphData) keyNames(nodes []int32) []string {
	keys := []string{}
	for _, i := range nodes {
		keys = append(keys, p.net.Node(i).Name)
	}
	return keys
}
