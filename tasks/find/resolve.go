package find

// Resolve finds the directory that is meant: arg when it is not "", else list (the value of --list), else the
// variables of the environment, else the nearest .tasks. Its errors are *NotFound and *BadDir.
func Resolve(e Env, arg, list string) (Place, error) { return Place{}, &NotFound{} }
