package mcp

import (
	"encoding/json"
	"reflect"
	"strings"
)

// schema returns the JSON Schema of the arguments of a tool. The library's own allows null for lists and pointers, and
// some clients fail on an argument with two types.
func schema(t reflect.Type) map[string]any {
	switch kind := t.Kind(); {
	case kind == reflect.Pointer:
		return schema(t.Elem())
	case t == reflect.TypeFor[json.RawMessage]():
		note := map[string]any{"type": "string", "description": "for instance, a remark; any other member is kept too"}
		// Some clients refuse an object without properties.
		return map[string]any{"type": "object", "properties": map[string]any{"note": note}}
	case kind == reflect.Slice:
		return map[string]any{"type": "array", "items": schema(t.Elem())}
	case kind != reflect.Struct:
		return map[string]any{"type": map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean",
			reflect.Int: "integer"}[kind]}
	}
	arguments, required := map[string]any{}, []string{}
	for f := range t.Fields() {
		if !f.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		argument := schema(f.Type)
		argument["description"] = f.Tag.Get("about")
		if words := f.Tag.Get("enum"); words != "" {
			argument["enum"] = strings.Fields(words)
		}
		if f.Tag.Get("required") != "" {
			required = append(required, name)
		}
		arguments[name] = argument
	}
	return map[string]any{"type": "object", "properties": arguments, "required": required,
		"additionalProperties": false}
}
