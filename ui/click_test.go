package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// sees reports a text that is not on the screen.
func (m *measured) sees(t *testing.T, when, text string) {
	t.Helper()
	if !strings.Contains(m.screenText(), text) {
		t.Errorf("%s: no %q on the screen:\n%s", when, text, m.screenText())
	}
}

func TestAKeyWithoutAMeaningSaysSo(t *testing.T) {
	for _, size := range [][2]int{{44, 50}, {80, 24}, {120, 40}} {
		m := measure(t, 100, size[0], size[1])
		for _, k := range "xfFZ[]09Q%" {
			m.Update(tea.KeyPressMsg{Code: k, Text: string(k)})
			m.sees(t, string(k), string(k)+" is no key here")
		}
		m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
		if strings.Contains(m.screenText(), "is no key") {
			t.Error("the next key does not take it back")
		}
	}
	m := measure(t, 100, 120, 40)
	if err := m.keys.Rebind(map[string]string{"quit": "Q"}); err != nil {
		t.Fatal(err)
	}
	m.Update(tea.KeyPressMsg{Code: 'q', Text: "q"})
	m.sees(t, "q bound elsewhere", "q is no key here")
}
