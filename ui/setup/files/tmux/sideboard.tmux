#!/bin/sh
# A board next to your agents, for tmux 3.2 or newer. Load it from tmux.conf, below the options it reads:
#
#   set -g @sideboard-key b                       # prefix b opens and closes the board; b is the default
#   set -g status-right '#{sideboard}  %H:%M'     # #{sideboard} counts the tasks of the pane's directory
#   run-shell ~/.config/tmux/plugins/sideboard/sideboard.tmux

# The pane of a board has the option @sideboard. A board that could not start stays, so that its message can be read.
open="split-window -hf -l 44 -c '#{pane_current_path}' sideboard ; set-option -p @sideboard 1 ; set-option -p remain-on-exit failed"
close="run-shell 'tmux kill-pane -t #{P:#{?#{@sideboard},#{pane_id},}}'"
key=$(tmux show-option -gqv @sideboard-key)
tmux bind-key -N 'Open or close sideboard' "${key:-b}" if-shell -F '#{P:#{@sideboard}}' "$close" "$open"

segment='#(sideboard status #{q:pane_current_path})'
for side in status-left status-right; do
	line=$(tmux show-option -gqv "$side")
	before=${line%%"#{sideboard}"*}
	if [ "$before" != "$line" ]; then
		tmux set-option -g "$side" "$before$segment${line#*"#{sideboard}"}"
	fi
done
