import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { signInProviders } from './sign-in-providers.ts'

const client = { clientId: 'an id', clientSecret: 'never shown' }

function read(...entries: readonly object[]) {
  return signInProviders(JSON.stringify(entries))
}

function problem(text: string): string {
  try {
    signInProviders(text)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}

describe('the providers of the settings', () => {
  it('need an id and a secret of the client alone, where they are known', () => {
    const kinds = ['google', 'microsoft', 'gitlab', 'github']
    const providers = read(...kinds.map((kind) => ({ kind, ...client })))
    assert.deepEqual(
      providers.map(({ id, label, issuer, trustsEmail }) => ({
        id,
        label,
        issuer,
        trustsEmail,
      })),
      [
        {
          id: 'google',
          label: 'Google',
          issuer: 'https://accounts.google.com',
          trustsEmail: true,
        },
        {
          id: 'microsoft',
          label: 'Microsoft',
          issuer: 'https://login.microsoftonline.com/common/v2.0',
          trustsEmail: false,
        },
        {
          id: 'gitlab',
          label: 'GitLab',
          issuer: 'https://gitlab.com',
          trustsEmail: false,
        },
        {
          id: 'github',
          label: 'GitHub',
          issuer: 'https://github.com',
          trustsEmail: false,
        },
      ],
    )
    assert.deepEqual(signInProviders(''), [])
  })

  it('may be any other issuer, and places of their own', () => {
    const issuer = 'https://id.example/realms/one/'
    const [one, own, tenant] = read(
      { kind: 'oidc', id: 'one', issuer, ...client },
      { kind: 'gitlab', url: 'https://git.example/', ...client },
      { kind: 'microsoft', tenant: 'acme.example', ...client },
    )
    assert.deepEqual([one?.issuer, one?.label, one?.trustsEmail], [issuer, 'one', false])
    assert.equal(own?.issuer, 'https://git.example')
    assert.equal(tenant?.issuer, 'https://login.microsoftonline.com/acme.example/v2.0')
  })

  it('are refused with the place and the reason, and never with a secret', () => {
    const microsoft = 'https://login.microsoftonline.com/x/v2.0'
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ kind: 'acme', ...client }, /"kind" must be/],
      [{ kind: 'google', clientId: 'an id' }, /"clientSecret" is missing/],
      [{ kind: 'google', ...client, issuer: 'https://x.example' }, /no key "issuer"/],
      [{ kind: 'google', ...client, id: 'Not An Id' }, /"id" must be/],
      [{ kind: 'oidc', ...client }, /"issuer" is missing/],
      [{ kind: 'oidc', ...client, issuer: 'http://id.example' }, /https:\/\//],
      [{ kind: 'oidc', ...client, issuer: 'https://a@id.example' }, /https:\/\//],
      [{ kind: 'oidc', ...client, issuer: microsoft, trustsEmail: true }, /Microsoft/],
      [{ kind: 'microsoft', ...client, tenant: '../x' }, /"tenant"/],
      [{ kind: 'github', ...client, url: 7 }, /"url" must be a text/],
    ]
    for (const [entry, reason] of wrong) {
      const words = problem(JSON.stringify([{ kind: 'google', ...client }, entry]))
      assert.match(words, /entry 2/)
      assert.match(words, reason)
      assert.ok(!words.includes(client.clientSecret))
    }
    const twice = [
      { kind: 'google', ...client },
      { kind: 'google', ...client },
    ]
    assert.match(problem(JSON.stringify(twice)), /same id/)
    for (const text of [`{"clientSecret":"never shown"`, '{}', 'never shown']) {
      assert.match(problem(text), /must be a list as JSON/)
      assert.ok(!problem(text).includes('never shown'))
    }
  })
})
