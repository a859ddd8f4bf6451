package mcp

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// Tokens is the directory with the file of tokens. The file has sums only, and each call reads it: a new token counts at once, and the one
// before it no longer.
type Tokens string

// tokenPrefix begins a token, so that people and scanners for secrets recognise one.
const tokenPrefix = "sideboard_"

// New returns a new token for an owner, in place of the one before.
func (dir Tokens) New(owner string) (string, error) {
	if owner == "" {
		return "", errors.New("a token is for a name")
	}
	if err := tasks.CheckOwner(owner); err != nil {
		return "", err
	}
	sums, err := dir.read()
	if err != nil {
		return "", err
	}
	secret := make([]byte, 32)
	rand.Read(secret) // never fails
	token := tokenPrefix + base64.RawURLEncoding.EncodeToString(secret)
	sums[owner] = sumOf(token)
	raw, err := json.MarshalIndent(sums, "", "  ")
	if err == nil {
		err = log.WriteSmall(string(dir), log.TokensName, append(raw, '\n'))
	}
	if err != nil {
		return "", fmt.Errorf("keep the token: %w", err)
	}
	return token, nil
}

// read returns the sum of each owner's token.
func (dir Tokens) read() (map[string]string, error) {
	if dir == "" {
		return nil, errors.New("there is no home directory to keep tokens in")
	}
	raw, err := log.ReadSmall(string(dir), log.TokensName)
	sums := map[string]string{}
	if err == nil && len(raw) > 0 {
		err = json.Unmarshal(raw, &sums)
	}
	if err != nil {
		return nil, fmt.Errorf("read the tokens in %s: %w", dir, err)
	}
	return sums, nil
}

// verify returns whose token it is. Sums are compared, so the time that takes says nothing about a token.
func (dir Tokens) verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	sums, err := dir.read()
	if err != nil {
		return nil, err
	}
	sum := sumOf(token)
	for owner, is := range sums {
		if is == sum {
			return &auth.TokenInfo{UserID: owner}, nil
		}
	}
	return nil, fmt.Errorf("%w: nobody has this token; sideboard mcp --token NAME makes one", auth.ErrInvalidToken)
}

func sumOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
