// Package span changes one member of a JSON object and keeps every other byte.
package span
