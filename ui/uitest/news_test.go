package uitest

import (
	"testing"
	"time"
)

func TestScenarioTheNewsSayWhoDidWhatAndWhatFollowed(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Sees("No tasks yet") // the state at the start is no news
	bob := h.Agent("s12", "bob")
	bob.Writes(idA+".json", s12(idA, "Schema", "pending", "null", "[]"))
	h.Sees("Schema was created")
	bob.Writes(idB+".json", s12(idB, "Endpoints", "pending", "null", ids(idA)))
	h.Sees("Endpoints was created")
	bob.Claims(idA)
	h.Sees("bob claimed Schema")
	bob.Writes(idA+".json", s12(idA, "Schema", "in_progress", `"eve"`, "[]"))
	h.Sees("Schema was given to eve (was bob's)")
	bob.Writes(idA+".json", s12(idA, "Schema v2", "in_progress", `"eve"`, "[]"))
	h.Sees("Schema v2 was edited: subject")
	bob.Completes(idA)
	h.Sees("eve completed Schema v2", "→  Endpoints can start")
	bob.Writes(idA+".json", s12(idA, "Schema v2", "pending", "null", "[]"))
	h.Sees("Schema v2 was reopened", "blocked again Endpoints")
	bob.Removes(idB + ".json")
	h.Sees("Endpoints was deleted")
	h.Choose("Schema v2").Press("c").Sees("you claimed Schema v2").Press("`", "d").Sees("you completed Schema v2")
}

// Claude Code's agents write the owner and then the status: together that is one claim.
func TestScenarioAClaimInTwoWritesIsOneInTheNews(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{W: 160, H: 40, At: time.Now()}) // both are within ten seconds however busy the machine is
	h.Write("7.json", cc("7", "Short codes", "pending", "", "[]", "[]")).Sees("of 1 done", "Short codes")
	h.Write("7.json", cc("7", "Short codes", "pending", "agent-4", "[]", "[]")).SeesRow("#7 agent-4").SeesNot("was given")
	h.Write("7.json", cc("7", "Short codes", "in_progress", "agent-4", "[]", "[]")).Sees("agent-4 claimed Short codes")
	h.SeesNot("was given").SeesNot("was started")
	h.Write("9.json", cc("9", "Icons", "pending", "agent-2", "[]", "[]")).SeesRow("#9 agent-2").Later(time.Second).Sees("Icons was given to agent-2")
	h.Write("9.json", cc("9", "Icons", "in_progress", "agent-2", "[]", "[]")).Sees("agent-2 claimed Icons").SeesNot("was given")
	h.Write("8.json", cc("8", "Links", "pending", "agent-1", "[]", "[]")).Sees("Links was created")
	h.Later(time.Hour).Write("8.json", cc("8", "Links", "in_progress", "agent-1", "[]", "[]")).Sees("Links was started")
}
