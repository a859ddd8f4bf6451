package mcp

// Install is what a person puts where, so that their agents find the server. Nothing of it is written by us.
const Install = `sideboard mcp serves the tasks of the directory it is started in. Put one of these where your agent looks for servers.
Where several agents share the tasks, give each a name with --as; without it they are called as their program is.

Claude Code, in the project:
  claude mcp add sideboard -- sideboard mcp --as claude

Codex, ~/.codex/config.toml:
  [mcp_servers.sideboard]
  command = "sideboard"
  args = ["mcp", "--as", "codex"]

Gemini CLI, .gemini/settings.json; Cursor, .cursor/mcp.json:
  {"mcpServers": {"sideboard": {"command": "sideboard", "args": ["mcp", "--as", "gemini"]}}}

opencode, opencode.json:
  {"mcp": {"sideboard": {"type": "local", "command": ["sideboard", "mcp", "--as", "opencode"], "enabled": true}}}

VS Code, .vscode/mcp.json:
  {"servers": {"sideboard": {"type": "stdio", "command": "sideboard", "args": ["mcp", "--as", "copilot"]}}}

Crush, crush.json:
  {"mcp": {"sideboard": {"type": "stdio", "command": "sideboard", "args": ["mcp", "--as", "crush"]}}}

And this where it reads its instructions (CLAUDE.md, AGENTS.md, GEMINI.md):

  Tasks are shared with people and other agents by the sideboard tools. Before you work on a task, claim it; claim without an
  id takes the best one that is ready. Work on one task at a time, complete it when it is done, and release it if you do not
  go on. When a claim is refused, the answer says who is in the way: take another task. Split larger work with TaskCreate, and
  name what a task waits for in blockedBy. Do not edit the task files yourself.
`
