package tasks

// PartsByForm returns those of the candidates that the form of their ids makes parts of whole. A form is a hint and no
// statement: it counts only where whole stands for parts anyway (its status says so, or stated: some file names it as
// a parent), and not for a task that waits for whole, itself or through other candidates. A workflow also numbers
// steps that follow each other that way: IMPL-001, then IMPL-001.3, then IMPL-001.5.
func PartsByForm(whole *Task, stated bool, candidates []*Task) []*Task {
	if !stated && whole.Status != Container {
		return nil
	}
	waiters := map[ID][]*Task{}
	for _, c := range candidates {
		for _, id := range c.WaitsFor {
			waiters[id] = append(waiters[id], c)
		}
	}
	later := map[*Task]bool{}
	for queue := []ID{whole.ID}; len(queue) > 0; queue = queue[1:] {
		for _, c := range waiters[queue[0]] {
			if !later[c] && c.ID != whole.ID {
				later[c] = true
				queue = append(queue, c.ID)
			}
		}
	}
	var parts []*Task
	for _, c := range candidates {
		if c.ByForm && !later[c] {
			parts = append(parts, c)
		}
	}
	return parts
}
