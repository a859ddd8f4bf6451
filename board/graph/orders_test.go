package graph_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"sideboard/board/graph"
)

func TestAnOrderThatIsRememberedChangesNoPicture(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 4 {
		g := wild(r, 12+r.IntN(60))
		orders := &graph.Orders{}
		for _, o := range []graph.Options{
			{}, {TextRows: 1}, {TextRows: 3, BoxWidth: 12}, {Close: true}, {TextRows: 1, Close: true}, {MaxPorts: 3}, {Unlinked: true}, {Redundant: true}, {Roomy: true}, {},
		} {
			plain := g.Layout(o)
			o.Orders = orders
			if again := g.Layout(o); !reflect.DeepEqual(plain, again) {
				t.Fatalf("%d tasks, %+v: it is another picture", g.Len(), o)
			}
		}
	}
}
