package depview

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// What is shown after some steps: a key, "put" for a file that an agent wrote, "mine" for one that was written here, time that passed, or
// the mouse. Boxes of a wave are between bars, [●a] is the selected task, ●a- a dimmed one.
func TestWhatIsShown(t *testing.T) {
	for _, c := range []struct {
		name, plan string
		steps      [][2]string
	}{
		{"tasks with links have boxes in waves, others are listed", "a b<a c<b,x d<a e f+ g<f", [][2]string{
			{"2", `[●a] | ○b ○d | ○c; alone ●e-; alone ●g-; 1 done by z`},
			{"1", `the board at a`},
		}},
		{"the key goes to the other form", "a b<a c<b,x d<a e f+ g<f", [][2]string{
			{"2 2", `tree 0: [●a] ○b ○c ○d ✓f ●g ●e; 1 done by z open; "The tree: 2 shows the picture again"`},
			{"2", `[●a] | ○b ○d | ○c; alone ●e-; alone ●g-; 1 done by z`},
		}},
		{"keys move along links and waves", "a b<a c<a d<a e<c f<d g", [][2]string{
			{"2 right", `●a | ○b- [○c] ○d- | ○e ○f-; alone ●g-`},
			{"down", `●a | ○b- ○c- [○d] | ○e- ○f; alone ●g-`},
			{"right", `●a | ○b- ○c- ○d | ○e- [○f]; alone ●g-`},
			{"down", `●a | ○b- ○c- ○d | ○e- [○f]; alone ●g-`},
			{"down", `●a | ○b- ○c- ○d | ○e- [○f]; alone ●g-`},
			{"left", `●a | ○b- ○c- [○d] | ○e- ○f; alone ●g-`},
			{"home", `●a | [○b] ○c- ○d- | ○e- ○f-; alone ●g-`},
			{"end", `●a | ○b- ○c- [○d] | ○e- ○f; alone ●g-`},
			{"left left", `[●a] | ○b ○c ○d | ○e ○f; alone ●g-`},
			{"right end pgup", `●a | [○b] ○c- ○d- | ○e- ○f-; alone ●g-`},
			{"pgdown", `●a | ○b- ○c- [○d] | ○e- ○f; alone ●g-`},
		}},
		{"pages of a tree that is shorter than the screen", "r a<r b<r c<r d<r e<r f<r g<r h<r i<r j<r k<r", [][2]string{
			{"size:100x20 2 right", `tree 0: ●r [○a] ○b ○c ○d ○e ○f ○g ○h ○i ○j ○k`},
			{"home pgdown", `tree 0: ●r ○a ○b ○c ○d ○e ○f ○g ○h ○i ○j [○k]`},
			{"pgdown", `tree 0: ●r ○a ○b ○c ○d ○e ○f ○g ○h ○i ○j [○k]`},
			{"pgup", `tree 0: [●r] ○a ○b ○c ○d ○e ○f ○g ○h ○i ○j ○k`},
		}},
		{"without a link to a side, its nearest box is selected", "a b<a c d<c", [][2]string{
			{"2 at:c up", `[●a] ●c- | ○b ○d-`},
			{"left", `[●a] ●c- | ○b ○d-`},
			{"down right right", `●a- ●c | ○b- [○d]`},
		}},
		{"the selected task may be folded away", "a+ b<a c<b", [][2]string{
			{"2", `●b | ○c; 1 done by z selected`},
			{"right", `[●b] | ○c; 1 done by z`},
			{"at:a down", `[●b] | ○c; 1 done by z`},
			{"at:a left", `[●b] | ○c; 1 done by z`},
			{"at:a z", `[✓a] | ●b | ○c; 1 done by z open; "Finished work shown"`},
			{"z", `●b | ○c; 1 done by z selected; "Finished work folded away"`},
			{"z down", `[✓a] | ●b | ○c; 1 done by z open`},
		}},
		{"keys follow implied links only if there are no others", "a b<a c<a,b", [][2]string{
			{"2 right", `●a | [○b] | ○c`},
			{"right", `●a | ○b | [○c]`},
			{"left", `●a | [○b] | ○c`},
		}},
		{"a completion holds the picture", "a b<a c<b d<a e f+", [][2]string{
			{"2 put:a+", `[✓a^done] | ○b ○d | ○c; alone ●e-; 1 done by z; spark a>b 0%; spark a>d 0%; for 6s`},
			{"wait:250ms", `[✓a^done] | ○b ○d | ○c; alone ●e-; 1 done by z; spark a>b 50%; spark a>d 50%; for 5.7s`},
			{"wait:260ms", `[✓a^done] | ●b^freed ●d^freed | ○c; alone ●e-; 1 done by z; for 5.5s`},
			{"put:c+<b", `[✓a^done] | ●b^freed ●d^freed | ✓c^done; alone ●e-; 1 done by z; for 5.5s`},
			{"wait:5s", `[✓a^done] | ●b^freed ●d^freed | ✓c^done; alone ●e-; 1 done by z; for 500ms`},
			{"wait:600ms", `tree 0: [✓a] ●b ✓c^done ●d ●e ✓f; 3 done by z open; for 400ms`},
			{"wait:8s", `tree 0: [✓a] ●b ✓c ●d ●e ✓f; 3 done by z open`},
		}},
		{"an edit of the person ends the hold", "a b<a c<b d<a e", [][2]string{
			{"2 put:a+ wait:1s", `[✓a^done] | ●b^freed ●d^freed | ○c; alone ●e-; for 5s`},
			{"mine:d|e<a", `[✓a^done] | ●b^freed ●d-^freed | ○c; alone ●e; for 5s`},
			{"wait:4s", `[✓a^done] | ●b^freed ●d-^freed | ○c; alone ●e; for 1s`},
			{"wait:2s", `●b ●d- | ○c; alone ●e; 1 done by z selected`},
		}},
		{"finished tasks can be shown during the hold", "a b<a c<b d<a", [][2]string{
			{"2 put:a+ z", `[✓a^done] | ●b^freed ●d^freed | ○c; 1 done by z open; for 6s; "Finished work shown"`},
			{"z", `[✓a^done] | ●b^freed ●d^freed | ○c; for 6s; "Finished work folded away"`},
		}},
		{"the form can be switched during the hold", "a b<a c<b d<a", [][2]string{
			{"2 put:a+ 2", `tree 0: [✓a^done] ●b^freed ○c ●d^freed; 1 done by z open; for 6s; "The tree: 2 shows the picture again"`},
			{"wait:11s", `tree 0: [✓a] ●b ○c ●d; 1 done by z open; "The tree: 2 shows the picture again"`},
			{"put:b+ 2 wait:1ms", `near #a, 1 of 2; [✓a] | ●d; for 6s`},
		}},
		{"a claimed task is marked for six seconds", "a b<a c d<c", [][2]string{
			{"2 put:a~bob", `[◐a^claimed] ●c- | ○b ○d-; for 6s`},
			{"wait:3s put:c~bob", `[◐a^claimed] ◐c-^claimed | ○b ○d-; for 3s`},
			{"wait:3s", `[◐a] ◐c-^claimed | ○b ○d-; for 3s`},
			{"wait:4s", `[◐a] ◐c- | ○b ○d-`},
			{"put:a", `[●a] ◐c- | ○b ○d-`},
			{"put:a~bob put:a+ wait:1s", `[✓a^done] ◐c- | ●b^freed ○d-; for 5s`},
		}},
		{"a task freed while the board was shown is marked", "a b<a c d<c", [][2]string{
			{"put:a+ 2", `●c- | ○d-; alone ●b^freed; 1 done by z selected; for 6s`},
			{"wait:11s", `●c- | ○d-; alone ●b; 1 done by z selected`},
			{"1 put:c+ 1 2", `tree 0: [✓a] ●b ✓c ●d; 2 done by z open`},
		}},
		{"a task that lost its last link keeps its box", "a b<a c d<c", [][2]string{
			{"2 gone:a", `●c | ⊘b ○d`},
			{"put:b", `●b^freed ●c | ○d; for 6s`},
			{"at:c 2 2", `●b-^freed [●c] | ○d; for 6s`},
		}},
		{"a selected task without links is named below", "a b<a c", [][2]string{
			{"2 at:c", `●a | ○b; alone [●c]`},
			{"left", `[●a] | ○b; alone ●c-`},
			{"1 2", `[●a] | ○b; alone ●c-`},
		}},
		{"without links there is only the tree, until the person asks for the picture", "a b c+", [][2]string{
			{"2", `tree 0: [●a] ●b ✓c; 1 done by z open`},
			{"2", `tree 0: [●a] ●b ✓c; 1 done by z open; "The picture has no room here for two linked tasks: this is the tree"`},
			{"put:b<a", `[●a] | ○b; 1 done by z; "The picture has no room here for two linked tasks: this is the tree"`},
			{"2", `tree 0: [●a] ○b ✓c; 1 done by z open; "The tree: 2 shows the picture again"`},
		}},
		{"a finished plan", "a+ b+<a", [][2]string{
			{"2", `tree 0: [✓a] ✓b; 2 done by z open`},
			{"2", `near #a, 0 of 0; [✓a] | ✓b`},
		}},
		{"a tree folds finished tasks away if they do not fit", "a+ b<a c<b d+ e+ f+ g+ h+ i+", [][2]string{
			{"size:80x10 2 2", `tree 0: [✓a] ●b ○c ✓d ✓e; 7 done by z open; "The tree: 2 shows the picture again"`},
			{"z", `tree 0: [●b] ○c; 7 done by z; "Finished work folded away"`},
			{"z", `tree 0: ✓a [●b] ○c ✓d ✓e; 7 done by z open; "Finished work shown"`},
			{"down end", `tree 4: ✓e ✓f ✓g ✓h [✓i]; 7 done by z open`},
			{"at:i z", `tree 0: ●b [○c]; 7 done by z; "Finished work folded away"`},
		}},
		{"the selection leaves a task that is finished", "a b<a c<b d e f+ g+ h+ i+ j+ k+ l+ m+", [][2]string{
			{"size:66x11 2 2 down", `tree 0: ●a [○b] ○c ●d ●e; 8 done by z`},
			{"put:b+<a wait:501ms", `tree 0: ●a [✓b^done] ●c^freed ●d ●e; 8 done by z; for 5.5s`},
			{"wait:8s", `tree 0: ●a [●c] ●d ●e; 9 done by z`},
			{"at:k", `tree 6: ✓g ✓h ✓i ✓j [✓k] ✓l; 9 done by z open`},
			{"down", `tree 7: ✓h ✓i ✓j ✓k [✓l] ✓m; 9 done by z open`},
		}},
		{"keys follow links in the tree", "a b<a c<a d<b,c", [][2]string{
			{"2 2 right", `tree 0: ●a [○b] ○d ○c`},
			{"right", `tree 0: ●a ○b [○d] ○c`},
			{"left left left", `tree 0: [●a] ○b ○d ○c; "#a waits for nothing"`},
			{"end right", `tree 0: ●a ○b [○d] ○c`},
		}},
		{"the wheel scrolls the tree, a key returns to the selection", "a b<a c<b d<c e<d f<e g<f h<g i<h j<i k<j l<k", [][2]string{
			{"size:66x11 2", `tree 0: [●a] ○b ○c ○d ○e ○f`},
			{"wheeldown:f", `tree 2: ○c ○d ○e ○f ○g ○h`},
			{"wheeldown:f", `tree 4: ○e ○f ○g ○h ○i ○j`},
			{"wheelup:f", `tree 2: ○c ○d ○e ○f ○g ○h`},
			{"down", `tree 0: ●a [○b] ○c ○d ○e ○f`},
			{"end", `tree 6: ○g ○h ○i ○j ○k [○l]`},
			{"wheeldown:l 2 2", `tree 6: ○g ○h ○i ○j ○k [○l]; "The tree: 2 shows the picture again"`},
			{"wheelup:i 1 2", `tree 6: ○g ○h ○i ○j ○k [○l]`},
		}},
		{"the tree opens with the selection in its upper third", "a b<a c<b d<c e<d f<e g<f h<g i<h j<i k<j l<k", [][2]string{
			{"size:66x11 at:h 2", `tree 5: ○f ○g [○h] ○i ○j ○k`},
			{"up", `tree 5: ○f [○g] ○h ○i ○j ○k`},
		}},
		{"going to a blocker", "a b+<a c<a,b d<x", [][2]string{
			{"at:b blocker:of", `the board at a`},
			{"blocker:of", `the board at a; "#a waits for nothing"`},
			{"at:c blocker:of", `the board at a; "One of 2: L lists them all"`},
			{"at:d blocker:of", `the board at d; "It waits for x, which no file has: X unlinks it"`},
			{"at:c 2 blocker:of", `[●a] | ○c ⊘d-; 1 done by z; "One of 2: L lists them all"`},
			{"at:none blocker:of", `●a | ○c ⊘d; 1 done by z; "No task is selected"`},
		}},
		{"open blockers come first", "a+ b c<a,b", [][2]string{
			{"at:c blocker:of", `the board at b; "One of 2: L lists them all"`},
		}},
		{"implied links are shown and left out", "a b<a c<a,b", [][2]string{
			{"2 show:implied", `[●a] | ○b | ○c; "The picture shows links that a longer way says already"`},
			{"show:implied", `[●a] | ○b | ○c; "The picture leaves out links that a longer way says already"`},
		}},
		{"the wheel scrolls a detail", "a b<a", [][2]string{
			{"size:200x40 detail:docked 2 wheeldown:detail", `[●a] | ○b; the detail scrolls by 2`},
			{"wheelup:detail", `[●a] | ○b; the detail scrolls by -2`},
		}},
		{"a link to one of two tasks", "a b c<a,b", [][2]string{
			{"2 click:b>c", `[●a] ●b- | ○c; picked b>c; can unlink b from c; "#c waits for #b: X unlinks, L i puts a task between"`},
		}},
		{"another size leaves the tree where it is", "a b<a c<b d<c e<d f<e g<f h<g i<h j<i k<j l<k", [][2]string{
			{"size:66x11 2 end up up up up up up", `tree 4: ○e [○f] ○g ○h ○i ○j`},
			{"size:81x11", `tree 4: ○e [○f] ○g ○h ○i ○j`},
		}},
		{"a folded task leads to the first box up and down", "b c<b x a+<x d<x", [][2]string{
			{"2 at:a down", `[●b] ●x- | ○c ○d-; 1 done by z`},
			{"at:a left", `●b- [●x] | ○c- ○d; 1 done by z`},
		}},
		{"a finished task that is open again is counted as such", "a b<a c<b d+", [][2]string{
			{"2 put:a+ wait:600ms", `[✓a^done] | ●b^freed | ○c; 1 done by z; for 5.4s`},
			{"put:a wait:1s", `[●a] | ○b | ○c; 1 done by z; for 4.4s`},
		}},
		{"nothing is selected in a neighbourhood", "a b<a c<b d<c e<d f<e g<f h<g i<h j<i k<j l<k", [][2]string{
			{"size:66x11 at:a 2 2 at:none", `near #a, 3 of 12; ●a | ○b | ○c(0 1)`},
		}},
		{"a selected link is forgotten", "a b<a,x c<x", [][2]string{
			{"2 click:a>b unpick:", `[●a] | ○b ⊘c-; "#b waits for #a: X unlinks, L i puts a task between"`},
			{"click:a>b put:b", `●b^freed | ⊘c; alone [●a]; for 6s; "#b waits for #a: X unlinks, L i puts a task between"`},
			{"put:b<a click:a>b 1", `the board at a`},
		}},
		{"a loop", "a<b b<a c<a d<d e<d", [][2]string{
			{"2", `[⊗a] ⊗d- | ⊗b ⊗c ⊗e-`},
			{"2 2", `[⊗a] ⊗d- | ⊗b ⊗c ⊗e-`},
			{"at:c", `⊗a ⊗d- | ⊗b [⊗c] ⊗e-`},
			{"at:d right", `⊗a- ⊗d | ⊗b- ⊗c- [⊗e]`},
			{"at:d", `⊗a- [⊗d] | ⊗b- ⊗c- ⊗e`},
		}},
		{"a long loop is shortened", "a<j b<a c<b d<c e<d f<e g<f h<g i<h j<i", [][2]string{
			{"2", `tree 0: [⊗a] ⊗b ⊗c ⊗d ⊗e ⊗f ⊗g ⊗h ⊗i ⊗j`},
			{"gone:j gone:i put:a<h", `tree 0: [⊗a] ⊗b ⊗c ⊗d ⊗e ⊗f ⊗g ⊗h`},
		}},
		{"a missing blocker cannot be selected", "a b<x", [][2]string{
			{"2 2", `tree 0: ⊘b [●a]; "The tree: 2 shows the picture again"`},
			{"at:b left", `tree 0: [⊘b] ●a; "It waits for x, which no file has: X unlinks it"`},
		}},
		{"tasks that the filter hides are dimmed and can be selected", "a b<a c<b d<a", [][2]string{
			{"2 filter:b right", `●a- | [○b] ○d- | ○c-`},
			{"right", `●a- | ○b ○d- | [○c-]`},
			{"2", `tree 0: ●a- ○b [○c-] ○d-; "The tree: 2 shows the picture again"`},
			{"home", `tree 0: [●a-] ○b ○c- ○d-`},
		}},
		{"clicks", "a b<a c<x,b", [][2]string{
			{"2 click:a>b", `[●a] | ○b | ○c; picked a>b; can unlink a from b; "#b waits for #a: X unlinks, L i puts a task between"`},
			{"click:canvas", `[●a] | ○b | ○c`},
			{"click:a>b right", `●a | [○b] | ○c`},
			{"click:wave1", `●a | [○b] | ○c`},
			{"at:a click:c", `●a | ○b | [○c]`},
			{"click:wave2 click:wave0", `[●a] | ○b | ○c`},
			{"click:a 1 2 click:a", `[●a] | ○b | ○c`},
			{"click:b click:b", `●a | [○b] | ○c; the detail opens`},
		}},
		{"a click on the finished tasks shows them", "a+ b<a c<b", [][2]string{
			{"2 click:finished", `[✓a] | ●b | ○c; 1 done by z open; "Finished work shown"`},
		}},
		{"dragging a link", "a b<a c<b d<a e", [][2]string{
			{"2 drag:c", `[●a] | ○b ○d | ○c; alone ●e-`},
			{"hold:d drag:d", `●a | ○b- [○d] | ○c-; alone ●e-`},
			{"drag:c", `●a | ○b- [○d] | ○c-; alone ●e-; drags d; "Drop to link: #c will wait for #d"`},
			{"put:a+", `✓a^done | ○b- [○d] | ○c-; alone ●e-; drags d; spark a>b 0%; spark a>d 0%; for 6s; "Drop to link: #c will wait for #d"`},
			{"drop:c", `✓a^done | ○b- [○d] | ○c-; alone ●e-; spark a>b 0%; spark a>d 0%; for 6s; writes link of c`},
			{"hold:c drag:a", `✓a^done | ○b ○d- | [○c]; alone ●e-; drags c, refused; spark a>b 1%; spark a>d 1%; for 6s; "Not linked: that closes a loop: Task a > Task b > Task c > Task a; unlink one of them first"`},
			{"drag:canvas", `✓a^done | ○b ○d- | [○c]; alone ●e-; drags c; spark a>b 1%; spark a>d 1%; for 6s`},
			{"drag:c", `✓a^done | ○b ○d- | [○c]; alone ●e-; drags c; spark a>b 1%; spark a>d 1%; for 6s`},
			{"drop:c", `✓a^done | ○b ○d- | [○c]; alone ●e-; spark a>b 1%; spark a>d 1%; for 6s`},
			{"hold:d drag:canvas drop:c", `✓a^done | ○b- [○d] | ○c-; alone ●e-; spark a>b 2%; spark a>d 2%; for 6s`},
			{"hold:d drag:c drag:d", `✓a^done | ○b- [○d] | ○c-; alone ●e-; drags d; spark a>b 2%; spark a>d 2%; for 6s`},
			{"drop:d", `✓a^done | ○b- [○d] | ○c-; alone ●e-; spark a>b 3%; spark a>d 3%; for 6s`},
			{"hold:b drag:canvas drop:canvas", `✓a^done | [○b] ○d- | ○c; alone ●e-; spark a>b 3%; spark a>d 3%; for 6s`},
		}},
		{"no link is dragged in the tree", "a b<a c<b d<a", [][2]string{
			{"2 2 hold:d drag:c", `tree 0: ●a ○b ○c [○d]`},
		}},
		{"the spotlight shows only its tasks", "a b<a c<b d<a e f+<d", [][2]string{
			{"2 light:a,b,e", `●a "can start now" | ○b "waits"; lit a>b`},
			{"put:a+", `✓a^done "done" | ○b "waits"; lit a>b; spark a>b 0%; for 6s`},
			{"wait:1s", `✓a^done "done" | ●b^freed "can start now"; lit a>b; for 5s`},
			{"light:b,c wait:1s", `●b "can start now" | ○c "waits"; lit b>c`},
			{"light:a,d,f right", `✓a "done" ✓f "done" | ●d "can start now"; lit a>d; lit d>f`},
			{"wait:8s", `✓a "done" ✓f "done" | ●d "can start now"; lit a>d; lit d>f`},
			{"light: wait:1s", `●b | ○c; alone [●d]; alone ●e; 2 done by z`},
			{"1", `the board at d`},
		}},
		{"the tree stays a tree while tasks change", "a b<a c<b d+", [][2]string{
			{"2 put:a+ wait:8s put:b+<a wait:8s", `tree 0: [✓a] ✓b ●c ✓d; 3 done by z open`},
			{"put:d put:c<d", `tree 0: ●d ○c [✓a] ✓b; 2 done by z open`},
		}},
		{"titles, owners and missing ids have room", "a b~bob<a c<a,lost d<b,c", [][2]string{
			{"2 sees:Task_a sees:Task_b sees:bob sees:lost sees:blocks_3 sees:longest_chain,_2_steps", `[●a] ◐b | ○c | ○d`},
			{"light:a,b,c,d put:b+<a wait:1s sees:Task_d", `✓b-^done "done" | ●a "can start now" | ○c "waits" | ○d "waits"; lit a>b; lit a>c; lit b>d; lit c>d; for 5s`},
			{"put:a~bob sees:claimed_by_bob", `✓b-^done "done" | ◐a^claimed "claimed by bob" | ○c "waits" | ○d "waits"; lit a>b; lit a>c; lit b>d; lit c>d; for 5s`},
		}},
		{"keys leave a neighbourhood", "a b<a c<b d<c e<d f<e g<f h<g i<h j<i k<j l<k", [][2]string{
			{"size:66x11 at:a 2 2", `near #a, 3 of 12; [●a] | ○b | ○c(0 1)`},
			{"down", `near #a, 3 of 12; ●a | [○b] | ○c(0 1)`},
			{"down down", `near #d, 3 of 12; ○c(1 0) | [○d] | ○e(0 1)`},
			{"up", `near #c, 3 of 12; ○b(1 0) | [○c] | ○d(0 1)`},
			{"2", `tree 0: ●a ○b [○c] ○d ○e ○f; "The tree: 2 shows the picture again"`},
		}},
		{"of two links the upper one is followed", "a b<a c<a", [][2]string{
			{"2 right", `●a | [○b] ○c-`},
		}},
		{"keys begin at the first task", "a b<a c<b", [][2]string{
			{"2 at:none right", `[●a] | ○b | ○c`},
			{"at:none up", `[●a] | ○b | ○c`},
			{"2 at:none left", `tree 0: [●a] ○b ○c; "#a waits for nothing"`},
			{"at:none down", `tree 0: ●a [○b] ○c`},
		}},
		{"a change ends with the state that it led to", "a b<a c<b d", [][2]string{
			{"2 put:a~bob put:a wait:1ms", `[●a] | ○b | ○c; alone ●d-; for 6s`},
			{"put:a+ wait:600ms put:b~bob", `[✓a^done] | ◐b^claimed | ○c; alone ●d-; for 5.4s`},
			{"put:a wait:1s", `[●a] | ◐b^claimed | ○c; alone ●d-; for 4.4s`},
			{"put:a+ wait:2s put:c<b put:a", `[●a] | ◐b^claimed | ○c; alone ●d-; for 2.4s`},
		}},
		{"a second completion during the hold", "a b<a c d<c e<d f+<g g", [][2]string{
			{"2 put:a+", `●c- [✓a^done] | ○d- ○b | ○e-; alone ●g-; 1 done by z; spark a>b 0%; for 6s`},
			{"put:c+", `✓c-^done [✓a^done] | ●d-^freed ○b | ○e-; alone ●g-; 1 done by z; spark a>b 0%; for 6s`},
			{"wait:600ms put:c+ put:d~bob", `✓c-^done [✓a^done] | ◐d-^claimed ●b^freed | ○e-; alone ●g-; 1 done by z; for 5.4s`},
			{"wait:2s", `✓c-^done [✓a^done] | ◐d-^claimed ●b^freed | ○e-; alone ●g-; 1 done by z; for 3.4s`},
			{"wait:3500ms", `◐d-^claimed ●b | ○e-; alone ●g-; 3 done by z selected; for 500ms`},
			{"gone:g", `◐d-^claimed ●b | ○e-; 3 done by z selected; for 500ms`},
			{"wait:3s", `◐d- ●b | ○e-; 3 done by z selected`},
		}},
		{"a deleted blocker starts no spark", "a b<a c<b", [][2]string{
			{"2 gone:a", `⊘b | ○c`},
		}},
		{"a completed task without links starts no spark", "a b<a d", [][2]string{
			{"2 put:d+", `[●a] | ○b; alone ✓d-^done; for 6s`},
			{"wait:11s", `[●a] | ○b; 1 done by z`},
		}},
		{"without motion nothing is marked or held", "a b<a c<b", [][2]string{
			{"still: 2 put:a+", `●b | ○c; 1 done by z selected`},
		}},
		{"a click after a drag is a first one", "a b<a", [][2]string{
			{"2 hold:a drag:canvas drop:canvas click:a", `[●a] | ○b`},
			{"click:a", `[●a] | ○b; the detail opens`},
			{"hold:a drag:canvas drag:a drop:a", `[●a] | ○b`},
		}},
		{"a selected link ends with its tasks", "a b<a c<b", [][2]string{
			{"2 click:a>b gone:a wait:1s", `⊘b | ○c; "#b waits for #a: X unlinks, L i puts a task between"`},
			{"click:b>c gone:c", `⊘b; "#c waits for #b: X unlinks, L i puts a task between"`},
		}},
		{"the form follows the size", "a b<a c<b", [][2]string{
			{"size:120x8 2", `[●a] | ○b | ○c`},
			{"size:120x40", `[●a] | ○b | ○c`},
			{"size:30x40", `tree 0: [●a] ○b ○c`},
			{"size:120x40", `[●a] | ○b | ○c`},
			{"put:c+<b put:b+<a wait:8s", `tree 0: [●a] ✓b ✓c; 2 done by z open`},
			{"put:d<a put:e<d wait:1s", `tree 0: [●a] ○d ○e ✓b ✓c; 2 done by z open`},
			{"size:119x40", `[●a] | ○d | ○e; 2 done by z`},
		}},
		{"finished tasks are shown if the last line has room", "a b<a c<b d+ e+ f+", [][2]string{
			{"size:66x11 2 2", `tree 0: [●a] ○b ○c; 3 done by z; "The tree: 2 shows the picture again"`},
			{"put:h", `tree 0: [●a] ○b ○c ●h; 3 done by z; "The tree: 2 shows the picture again"`},
		}},
		{"a spotlight is a picture on any screen", "a b<a c<b d<c", [][2]string{
			{"size:40x12 2 light:a,b,c,d", `●a "can start now" | ○b "waits" | ○c "waits" | ○d "waits"; lit a>b; lit b>c; lit c>d`},
			{"size:41x12", `●a "can start now" | ○b "waits" | ○c "waits" | ○d "waits"; lit a>b; lit b>c; lit c>d`},
		}},
		{"keys follow the links of a folded task", "a+ x b<a,x d", [][2]string{
			{"2 right", `●x | [○b]; alone ●d-; 1 done by z`},
			{"at:a left", `[●x] | ○b; alone ●d-; 1 done by z`},
		}},
		{"nothing to show", "", [][2]string{
			{"2 down right", `tree 0: `},
			{"2 left down", `tree 0: `},
			{"put:a put:b<a wait:1s", `[●a] | ○b`},
			{"gone:a gone:b", `tree 0: `},
		}},
		{"finished tasks that do not fit are shown if nothing else is left", "a+ b+ c+ d+ e+ f+ g+ h+ i+ j+ k+ l+", [][2]string{
			{"size:66x11 2", `tree 0: [✓a] ✓b ✓c ✓d ✓e ✓f; 12 done by z open`},
			{"2 2", `tree 0: [✓a] ✓b ✓c ✓d ✓e ✓f; 12 done by z open; "The picture has no room here for two linked tasks: this is the tree"`},
		}},
		{"finished tasks that fit can be folded away", "a+ b<a", [][2]string{
			{"at:b 2 z", `tree 0: [●b]; 1 done by z; "Finished work folded away"`},
			{"z", `tree 0: ✓a [●b]; 1 done by z open; "Finished work shown"`},
			{"at:a z", `tree 0: [●b]; 1 done by z; "Finished work folded away"`},
		}},
		{"a neighbourhood while a link is dragged", "a b<a c<b d<c e<d f<e g<f h<g i<h j<i k<j l<k z", [][2]string{
			{"size:66x11 at:b 2 2 hold:c", `near #b, 3 of 13; ●a | ○b | [○c(0 1)]`},
			{"drag:a", `near #b, 3 of 13; ●a | ○b | [○c(0 1)]; drags c, refused; "Not linked: that closes a loop: Task a > Task b > Task c > Task a; unlink one of them first"`},
			{"drop:a", `near #c, 3 of 13; ○b(1 0) | [○c] | ○d(0 1); refused`},
			{"at:b up", `near #b, 3 of 13; [●a] | ○b | ○c(0 1)`},
			{"at:a up", `near #b, 3 of 13; [●a] | ○b | ○c(0 1)`},
			{"left up", `near #b, 3 of 13; [●a] | ○b | ○c(0 1)`},
			{"at:l down", `near #l, 3 of 13; ○j(1 0) | ○k | ○l`},
			{"at:z", `near #l, 3 of 13; ○j(1 0) | ○k | ○l`},
			{"end down", `near #k, 3 of 13; ○j(1 0) | [○k] | ○l`},
			{"2", `tree 8: ○i ○j [○k] ○l ●z; "The tree: 2 shows the picture again"`},
		}},
		{"a picture that was asked for shrinks to a neighbourhood", "a b<a c<a d<a e f g", [][2]string{
			{"size:120x22 2 2 2", `[●a] | ○b ○c ○d; alone ●e-; alone ●f-; alone ●g-`},
			{"at:e", `●a | ○b ○c ○d; alone [●e]; alone ●f; alone ●g`},
			{"at:f", `●a | ○b ○c ○d; alone ●e; alone [●f]; alone ●g`},
			{"at:g", `●a | ○b ○c ○d; alone ●e; alone ●f; alone [●g]`},
			{"put:c+ put:d+ wait:11s", `●a | ○b; alone ●e; alone ●f; alone [●g]; 2 done by z`},
		}},
		{"a neighbourhood while a task without links is selected", "x a b<a c<b d<c e<d f<e g<f h<g i<h j<i k<j l<k", [][2]string{
			{"size:80x24 at:x 2 2", `near #a, 4 of 13; ●a | ○b | ○c | ○d(0 1)`},
			{"at:l", `near #l, 4 of 13; ○i(1 0) | ○j | ○k | [○l]`},
		}},
		{"a dragged link is judged again when it is dropped", "a b<a c d", [][2]string{
			{"2 at:c hold:a drag:b put:a<b drop:b", `[⊗a] | ⊗b; alone ●c-; alone ●d-; refused`},
			{"wait:1s", `[⊗a] | ⊗b; alone ●c-; alone ●d-`},
			{"hold:a hold:canvas drag:b", `[⊗a] | ⊗b; alone ●c-; alone ●d-`},
		}},
		{"a spark ends if the clock is set back", "a b<a c<b", [][2]string{
			{"2 put:a+ wait:-1h", `[✓a^done] | ●b^freed | ○c; for 1h0m6s`},
		}},
		{"a spotlight is not held for its marks", "a b<a c<b", [][2]string{
			{"2 light:a,b,c put:a+ wait:1s mine:b", `✓a^done "done" | ●b^freed "can start now" | ○c "waits"; lit b>c; for 5s`},
			{"put:c<a", `✓a^done "done" | ●b-^freed "can start now" ●c^freed "can start now"; lit a>c; for 5s`},
		}},
		{"the tree that follows a picture has the selection in its upper third", "a b<a c<b d<c e<d f<e g<f h<g i<h j<i k<j l<k", [][2]string{
			{"size:400x60 2 at:h", `●a | ○b | ○c | ○d | ○e | ○f | ○g | [○h] | ○i | ○j | ○k | ○l`},
			{"size:66x11", `tree 5: ○f ○g [○h] ○i ○j ○k`},
		}},
		{"a screen without room for a box", "a b<a c<b", [][2]string{
			{"size:20x14 2", `tree 0: [●a] ○b ○c`},
			{"2", `tree 0: [●a] ○b ○c; "The picture has no room here for two linked tasks: this is the tree"`},
			{"size:120x40", `[●a] | ○b | ○c; "The picture has no room here for two linked tasks: this is the tree"`},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := over(t, c.plan)
			for _, s := range c.steps {
				p.do(s[0])
				if got := p.shows(); got != s[1] {
					t.Errorf("after %s:\n%s\nwant\n%s", s[0], got, s[1])
				}
			}
		})
	}
}

// The form that the person chose is kept for the next run, the form that was chosen for them is not.
func TestTheChosenFormIsKept(t *testing.T) {
	h := hosttest.OnFiles(t, map[string]string{"task_1.json": hosttest.S07("1", "One", "pending", "", "[]"), "task_2.json": hosttest.S07("2", "Two", "pending", "", "[1]")})
	for i, run := range []struct {
		press  string
		opened view.ViewKind
	}{{"", view.GraphView}, {"2", view.GraphView}, {"", view.TreeView}, {"2", view.TreeView}, {"", view.GraphView}} {
		p := show(h)
		p.do("2")
		if p.deps.Shown() != run.opened {
			t.Errorf("run %d opens the %v", i, p.deps.Shown())
		}
		p.do(run.press)
		shown := p.deps.Shown()
		if p.do("1 2"); p.deps.Shown() != shown {
			t.Errorf("run %d returns to the %v", i, p.deps.Shown())
		}
		p.deps.KeepForm()
		h.Reopen()
	}
	for _, other := range []string{`{"Version": 5, "Form": "tree"}`, `{"Version": 6, "Form": "map"}`, `{"Version": 6, "Form": "tree"`, ``} {
		h.Workspace.KeepGraph([]byte(other))
		h.Reopen()
		p := show(h)
		if p.do("2"); p.deps.choice.form != formAuto {
			t.Errorf("of %s the form %q is taken", other, p.deps.choice.form)
		}
	}
}

// An id that no file has is shown with the subject of the task that was deleted.
func TestADeletedTaskIsNamedByItsSubject(t *testing.T) {
	p := over(t, "a<x,y,z b<a")
	p.Happened = func() []log.Event {
		return []log.Event{{Kind: tasks.EventDeleted, Key: key("task_x"), Subject: "Old"}, {Kind: tasks.EventCreated, Key: key("y"), Subject: "Other"}, {Kind: tasks.EventDeleted, Key: key("z")}}
	}
	p.do("2")
	n, v := p.deps.ShownGraph(), p.deps.Picture()
	want := map[string]string{"a": "a Task a", "b": "b Task b", "x": "#x Old (deleted)", "y": "y ", "z": "z "}
	for i := range int32(n.Len()) {
		of, id := v.Node(i), n.IDs[i].Text
		if got := fmt.Sprint(of.ID, " ", of.Subject); got != want[id] {
			t.Errorf("%s is %q", id, got)
		}
	}
}

// pairs returns a plan of n tasks, in which every second task waits for the one before it.
func pairs(n int) (plan string) {
	for i := 0; i < n; i += 2 {
		plan += fmt.Sprintf("%d %d<%d ", i, i+1, i)
	}
	return plan
}

func TestTheTreeComputesOnlyLinesInSightAndEachOnce(t *testing.T) {
	p := over(t, pairs(2000))
	p.do("2 home")
	l, rows, made := &p.deps.tree, p.Layout.DepView.Canvas.H, 0
	for range 2 * rows {
		before := maps.Clone(l.rows)
		p.do("down")
		for i, r := range l.rows {
			if was, ok := before[i]; !ok || &was.Cells[0] != &r.Cells[0] {
				made++
			}
		}
	}
	if made == 0 || made > 3*rows {
		t.Errorf("%d lines were computed for %d steps down in %d rows", made, 2*rows, rows)
	}
	for range 40 {
		p.do("pgdown")
	}
	if n := len(l.rows); n == 0 || n > maxLines {
		t.Errorf("%d lines are kept", n)
	}
}

// Moving the selection computes nothing again that depends on the dependencies alone. While the board is shown, nothing of them is kept.
func TestTheDependenciesAreComputedOnceAndForgotten(t *testing.T) {
	for _, keys := range []string{"2", "2 2"} {
		p := over(t, pairs(20))
		p.do(keys)
		d := p.deps
		net, shape, layout, marks := d.net, d.tree.shape, d.picture.layout, d.highlights.marks
		if p.do("down up right"); d.net != net || d.tree.shape != shape || d.picture.layout != layout || d.highlights.marks != marks {
			t.Errorf("%s: computed again for a step", keys)
		}
		if d.counts.net != d.whole {
			t.Errorf("%s: the tasks are counted at each frame", keys)
		}
		p.do("1")
		if d.whole != nil || d.net != nil || d.picture.net != nil || d.tree.shape != nil || d.highlights.marks != nil || d.counts.net != nil || d.trial.net != nil || d.tree.rows != nil {
			t.Errorf("kept: %+v", d)
		}
	}
}

func TestATaskThatWaitsForAMissingOneAndForOthersHasTheSignOfItsCard(t *testing.T) {
	v := view.Node{State: view.Waiting}
	if fillNode(&v, view.Card{State: view.Missing}); v.State != view.Missing {
		t.Errorf("its state is %v", v.State)
	}
	v.State = view.Waiting // the spark has not reached it yet
	if fillNode(&v, view.Card{State: view.Ready}); v.State != view.Waiting {
		t.Errorf("the state of another is %v", v.State)
	}
}

func TestALinkOnOneSideIsThatOfTheNodeOrOfItsCard(t *testing.T) {
	for _, c := range [][3]bool{{true, false, true}, {false, true, true}, {false, false, false}} {
		v := view.Node{OneSided: c[0]}
		if fillNode(&v, view.Card{OneSided: c[1]}); v.OneSided != c[2] {
			t.Errorf("of %v it becomes %v", c, v.OneSided)
		}
	}
}

func TestWhatABoxInTheSpotlightSays(t *testing.T) {
	bob := safetext.Line("bob")
	for _, c := range []struct {
		node view.Node
		want string
	}{
		{view.Node{State: view.Done, Owner: bob}, "done by bob"}, {view.Node{State: view.Done}, "done"}, {view.Node{State: view.Running, Owner: bob}, "claimed by bob"},
		{view.Node{State: view.Ready, Owner: bob}, "can start now"}, {view.Node{State: view.Stuck, Loop: true}, "in a loop"}, {view.Node{State: view.Waiting, Owner: bob}, "waits"},
	} {
		if got := spotlightWords(&c.node).String(); got != c.want {
			t.Errorf("%+v says %q, not %q", c.node, got, c.want)
		}
	}
}

// The widths of what a box shows: the id, the owner, the number of tasks behind it, the age of one in progress, missing ids up to a limit.
func TestTheWordsOfABoxAreMeasured(t *testing.T) {
	p := over(t, "aa~bob b<aa c<b,lost,other d<c,a_missing_id_that_is_much_longer e done+")
	p.card = func(c *view.Card) { c.Age = safetext.Line("12m") }
	p.do("2")
	n, measured := p.deps.ShownGraph(), p.deps.wordsOf(p.deps.graphOptions())
	want := map[string][5]int{"aa": {2, 3, 2, 3}, "b": {1, 0, 2, 0}, "c": {1, 0, 2, 0, 11}, "d": {1, 0, 0, 0, maxMissing}}
	for i := range int32(n.Len()) {
		w, id := measured(i), n.IDs[i].Text
		if got := [5]int{w.ID, w.Owner, w.Behind, w.Age, w.Missing}; got != want[id] || (w.Subject.String() == "Task "+id) != (got[0] > 0) {
			t.Errorf("%s: %v %q, want %v", id, got, w.Subject, want[id])
		}
	}
}

// planned returns a plan of n tasks, most of which wait for one to three earlier tasks or for a missing id.
func planned(r *rand.Rand, n int) (plan string) {
	for i := range n {
		plan += fmt.Sprintf("%d<", i)
		for range min(i, r.IntN(4)) {
			plan += fmt.Sprintf("%d,", max(0, i-1-r.IntN(12)))
		}
		if r.IntN(20) == 0 {
			plan += "gone"
		}
		plan += " "
	}
	return plan
}

// If a plan does not fit, the picture shows the neighbourhood of the selected task. Every link of every box is drawn or counted, wherever
// the selection moves, and the numbers of a task are those of the whole plan.
func TestAPictureThatDoesNotFitShowsTheNeighbourhoodOfTheSelectedTask(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := over(t, planned(r, 50+int(seed)*50))
		d := p.deps
		p.do(fmt.Sprintf("at:%d 2 2", 10+r.IntN(20)))
		for step := range 6 {
			if d.shown != view.GraphView || d.near.net == nil {
				t.Fatalf("seed %d, step %d: it is the %v, around %v", seed, step, d.shown, d.near.net != nil)
			}
			n, l, canvas := d.ShownGraph(), d.picture.layout, d.Layout.DepView.Canvas
			if l.W > canvas.W || l.H > canvas.H {
				t.Fatalf("seed %d, step %d: %dx%d cells on %dx%d", seed, step, l.W, l.H, canvas.W, canvas.H)
			}
			if !drawn(l, d.node(n)) {
				t.Fatalf("seed %d, step %d: the selected task %s is not drawn", seed, step, p.On.Name)
			}
			v := d.Picture()
			for _, b := range l.Boxes {
				node := v.Node(b.Node)
				whole, i := d.near.inWhole(n, b.Node)
				shown, links := node.Before+node.After, 0
				for _, out := range [...]bool{false, true} {
					for _, x := range neighbours(whole, i, out) {
						if whole.Node(x).State != graph.Missing {
							links++
						}
						if k, in := d.near.at[x]; in && n.Node(k).State != graph.Missing {
							shown++
						}
					}
				}
				if shown != links {
					t.Errorf("seed %d, step %d: of %d links of %s %d are drawn or counted", seed, step, links, whole.Node(i).Name, shown)
				}
				if node.Behind != whole.Behind(i) || node.Wave != whole.Wave(i) {
					t.Errorf("seed %d: %s has %d behind it in wave %d, in the whole %d in %d", seed, whole.Node(i).Name, node.Behind, node.Wave, whole.Behind(i), whole.Wave(i))
				}
			}
			p.do([...]string{"right", "down", "left", "right", "up"}[r.IntN(5)])
		}
		if p.do("2"); d.shown != view.TreeView || d.ShownGraph() != d.whole {
			t.Errorf("seed %d: after the picture it is not the tree of the whole", seed)
		}
	}
}

func TestThousandsOfTasksAreCrowded(t *testing.T) {
	for n, want := range map[int]bool{crowded: false, crowded + 2: true} {
		p := over(t, pairs(n))
		if p.do("2"); p.deps.Crowded() != want {
			t.Errorf("%d tasks are crowded: %v", n, !want)
		}
		if p.do("1"); p.deps.Crowded() {
			t.Errorf("%d tasks crowd the board", n)
		}
	}
}
