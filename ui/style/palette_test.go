package style

import (
	"math"
	"testing"
)

// vision is what eyes make of light without the cones for red, green or blue: the matrices of Machado, Oliveira and Fernandes, 2009.
var vision = map[string][3][3]float64{
	"no red":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"no green": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"no blue":  {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// seen is a colour as eyes see it.
func (c rgb) seen(by [3][3]float64) (out rgb) {
	light := linear()
	for i := range out {
		var v float64
		for j, share := range by[i] {
			v += share * light[c[j]]
		}
		v = min(max(v, 0), 1)
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		out[i] = uint8(math.Round(255 * v))
	}
	return out
}

// leastApart returns how far the two likest states are apart in a palette.
func leastApart(p *palette, by [3][3]float64) (least float64, pair [2]string) {
	states := []string{p.ready, p.running, p.blocked, p.danger}
	least = math.Inf(1)
	for i, a := range states {
		for _, b := range states[:i] {
			if d := difference(read(a).seen(by), read(b).seen(by)); d < least {
				least, pair = d, [2]string{a, b}
			}
		}
	}
	return least, pair
}

func TestStatesAreToldApartByEyesThatSeeTwoColours(t *testing.T) {
	for name, p := range map[string]*palette{"dark": &darkBlind, "light": &lightBlind} {
		for eyes, by := range vision {
			if d, pair := leastApart(p, by); d < 15 {
				t.Errorf("%s, %s: %v are %.1f apart", name, eyes, pair, d)
			}
		}
	}
	// The usual theme does not promise it, which is why there is this one.
	if d, _ := leastApart(&dark, vision["no green"]); d >= 15 {
		t.Errorf("the usual theme keeps states %.1f apart: there need not be another", d)
	}
}
