// Package demo is the demo's project and the agents that work on it.
//
// A board over files that nobody writes shows nothing. So the demo makes a scratch directory with a believable
// project in any of the dialects, and starts agents over it. They are separate processes, of a hidden subcommand of
// the same binary, and act through tasks/refagents, so that they read, claim, lock and write as that dialect's own
// agents do. This is the one exception to the law that only tasks/store writes task files.
//
// # Processes
//
// Start makes the directory, writes the project, and starts one process for each agent and one cleaner.
// Commands go to an agent as JSON lines on its stdin, reports come back on its stdout. An agent ends when its
// stdin ends, so none outlives the board, however the board ends. The cleaner, in a process group of its own,
// waits for the end of its stdin and then removes the scratch directory: that happens after kill -9 too.
//
// # Plans
//
// What an agent prefers, how long it takes, whether it stalls and what follow-up work it finds are functions
// of the seed, its name and the task's subject, never of the clock. So the same seed gives the same plan, and
// two seeds differ in who does what and when. A story is stricter: its agents do nothing by themselves, one
// director in the board's process tells each what to do next and waits until it is done.
package demo
