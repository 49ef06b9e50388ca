import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { ConfigError, developmentRendererSecret, readConfig, settings } from './config.ts'

const given = {
  RENDERER_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  FILES_URL: 'https://files.example/~files',
}

function problems(environment: Record<string, string | undefined>): string[] {
  try {
    readConfig({ ...given, ...environment })
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
  return []
}

describe('the settings of the renderer', () => {
  it('need a secret and a place for files, and nothing else', () => {
    const config = readConfig(given)
    assert.equal(config.SITES_PORT, 3001)
    assert.deepEqual(config.TRUSTED_PROXIES, [])
    const none = problems({ RENDERER_SECRET: undefined, FILES_URL: '' })
    assert.deepEqual(
      none.map((line) => line.split(' ', 1).join('')),
      ['RENDERER_SECRET', 'FILES_URL'],
    )
    for (const line of none) assert.match(line, /is not set\. \S/)
  })

  const wrong: [string, string, RegExp][] = [
    ['LECTERN_ENV', 'prod', /must be one of production, development/],
    ['API_URL', 'localhost:3000', /must be a URL that begins with http/],
    ['RENDERER_SECRET', 'short', /shorter than 32 characters.*openssl rand/],
    [
      'RENDERER_SECRET',
      `two words ${'x'.repeat(40)}`,
      /holds a space or another.*openssl/,
    ],
    ['RENDERER_SECRET', `schlüssel-${'x'.repeat(40)}`, /cannot stand in an HTTP header/],
    ['RENDERER_SECRET', `${'x'.repeat(40)}\n`, /cannot stand in an HTTP header/],
    ['SITES_PORT', '70000', /must be a whole number from 0 to 65535/],
    ['TRUSTED_PROXIES', '10.0.0.0/8, proxy', /must name addresses or networks.*"proxy"/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /must name addresses or networks/],
    ['CACHE_BYTES_MAX', '12', /must be a whole number from 1000000/],
    ['LOG_LEVEL', 'loud', /must be one of/],
  ]
  for (const [name, value, fix] of wrong) {
    it(`name ${name} and what it must be when it is "${value}"`, () => {
      const [line = '', ...others] = problems({ [name]: value })
      assert.ok(line.startsWith(`${name} `), line)
      assert.match(line, fix)
      assert.deepEqual(others, [])
    })
  }

  it('refuse the development secret outside development', () => {
    const RENDERER_SECRET = developmentRendererSecret
    assert.match(problems({ RENDERER_SECRET }).join(), /which everybody knows/)
    const config = readConfig({ LECTERN_ENV: 'development' })
    assert.equal(config.RENDERER_SECRET, RENDERER_SECRET)
    assert.equal(config.FILES_URL, 'http://localhost:3000/~files')
  })

  it('never show a secret in a refusal', () => {
    assert.ok(!problems({ RENDERER_SECRET: 'hunter2' }).join().includes('hunter2'))
  })

  it('each say what they are for', () => {
    for (const [name, { description }] of Object.entries(settings)) {
      assert.match(description, /^[A-Z].*\.$/s, name)
    }
  })
})
