import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  ConfigError,
  developmentRendererSecret,
  developmentSecretKey,
  readConfig,
  settings,
} from './config.ts'

const given = {
  DATABASE_URL: 'postgres://localhost/lectern',
  FILES_URL: 'https://files.example/~files',
  SECRET_KEYS: 'a-key-of-at-least-thirty-two-characters',
}

/** The lines of the configuration error, one per problem. */
function problems(environment: Record<string, string | undefined>): string[] {
  try {
    readConfig({ ...given, ...environment })
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
  return []
}

describe('the settings', () => {
  it('need a database, a secret key and a place for files, and nothing else', () => {
    const config = readConfig(given)
    assert.equal(config.LECTERN_ENV, 'production')
    assert.equal(config.PORT, 3000)
    assert.equal(config.DATABASE_PREPARE, true)
    assert.equal(config.TRUST_PROXY, 0)
    assert.equal(config.REDIS_URL, undefined)
    assert.deepEqual(config.EGRESS_ALLOWED_NETWORKS, [])
    const missing = {
      DATABASE_URL: undefined,
      SECRET_KEYS: undefined,
      FILES_URL: undefined,
    }
    const none = problems(missing)
    assert.deepEqual(
      none.map((line) => line.split(' ', 1).join('')),
      ['DATABASE_URL', 'SECRET_KEYS', 'FILES_URL'],
    )
    for (const line of none) assert.match(line, /is not set\. \S/)
  })

  it('take an empty variable for one that is not set', () => {
    assert.equal(readConfig({ ...given, PORT: '', REDIS_URL: '' }).PORT, 3000)
    assert.match(problems({ DATABASE_URL: '' }).join(), /^DATABASE_URL is not set/)
  })

  const wrong: [string, string, RegExp][] = [
    ['LECTERN_ENV', 'prod', /must be one of production, development/],
    ['DATABASE_URL', 'mysql://localhost/x', /begins with postgres:\/\/ or postgresql:/],
    ['DATABASE_URL', 'localhost:5432', /must be a URL/],
    ['DATABASE_POOL_SIZE', '0', /must be a whole number from 1 to 200/],
    ['DATABASE_READERS', '65', /must be a whole number from 1 to 64/],
    ['DATABASE_PREPARE', 'yes', /must be "on" or "off"/],
    ['SECRET_KEYS', 'short', /shorter than 32 characters.*openssl rand/],
    ['SECRET_KEYS', `${'x'.repeat(40)},short`, /shorter than 32 characters/],
    ['SECRET_KEYS', ' , ,', /holds no key.*openssl rand/],
    ['PORT', '65536', /must be a whole number from 0 to 65535/],
    ['PORT', '80a', /must be a whole number/],
    ['PORT', '1e3', /must be a whole number/],
    ['PORT', '-1', /must be a whole number/],
    ['METRICS_PORT', '1.5', /must be a whole number/],
    ['PUBLIC_URL', 'example.com', /begins with http:\/\/ or https:\/\//],
    ['PUBLIC_URL', 'ftp://example.com', /begins with http:\/\/ or https:\/\//],
    ['APP_URL', '/app', /must be a URL/],
    ['FILES_URL', '/~files', /must be a URL/],
    ['FILES_URL', 'http://localhost:3000/~files', /same host as PUBLIC_URL, http/],
    ['TRUST_PROXY', 'all', /must be "on", "off" or the number of proxies/],
    ['PUBLISH_HOST', 'https://docs.example', /must be a host name in small letters/],
    ['PUBLISH_HOST', 'Docs.example', /must be a host name in small letters/],
    ['PUBLISH_URL', 'docs.example', /must be a URL that begins with http/],
    ['PUBLISH_URL', 'http://localhost:3000/x', /same host as PUBLIC_URL, http/],
    ['RENDERER_SECRET', 'short', /shorter than 32 characters.*openssl rand/],
    [
      'RENDERER_SECRET',
      `two words ${'x'.repeat(40)}`,
      /holds a space or another.*openssl/,
    ],
    ['RENDERER_SECRET', `schlüssel-${'x'.repeat(40)}`, /cannot stand in an HTTP header/],
    ['RENDERER_SECRET', `${'x'.repeat(40)}\n`, /cannot stand in an HTTP header/],
    ['RENDERER_SECRET', developmentRendererSecret, /is the one of development.*openssl/],
    [
      'DNS_SERVERS',
      '9.9.9.9, dns.example',
      /must name servers by address.*"dns.example"/,
    ],
    ['DNS_SERVERS', '9.9.9.9:x', /must name servers by address/],
    ['REDIS_URL', 'http://localhost', /begins with redis:\/\/ or rediss:\/\//],
    ['RATE_LIMIT_TOKEN', 'many', /must be a whole number from 0/],
    ['RATE_LIMIT_ADDRESS', '-5', /must be a whole number from 0/],
    ['STORAGE', 'gcs', /must be one of folder, s3/],
    ['S3_ENDPOINT', 's3.example.com', /must be a URL/],
    ['MAIL_URL', 'mail.example.com', /begins with smtp:\/\/ or smtps:\/\//],
    ['WORKER_CONCURRENCY', '101', /must be a whole number from 1 to 100/],
    ['EVENT_DAYS', '0', /must be a whole number from 1/],
    ['AUDIT_DAYS', '0', /must be a whole number from 1/],
    ['DRAIN_SECONDS', '301', /must be a whole number from 0 to 300/],
    ['LOG_LEVEL', 'verbose', /must be one of debug, info, warn, error, silent/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', /must be a URL/],
  ]
  for (const [name, value, fix] of wrong) {
    it(`name ${name} and what it must be when it is "${value}"`, () => {
      const [line = '', ...others] = problems({ [name]: value })
      assert.ok(line.startsWith(`${name} `), line)
      assert.match(line, fix)
      assert.deepEqual(others, [])
    })
  }

  it('keep content of strangers away from hosts where people are signed in', () => {
    const ours = { PUBLIC_URL: 'https://api.docs.x', APP_URL: 'https://app.docs.x' }
    for (const [name, value, own] of [
      ['FILES_URL', 'https://api.docs.x:8443/~files', 'PUBLIC_URL'],
      ['PUBLISH_URL', 'https://api.docs.x/s', 'PUBLIC_URL'],
      ['PUBLISH_URL', 'http://app.docs.x', 'APP_URL'],
    ] as const) {
      const [line = '', ...others] = problems({ ...ours, [name]: value })
      assert.ok(line.startsWith(`${name} has the same host as ${own}, https://`), line)
      assert.deepEqual(others, [])
    }
    for (const PUBLIC_URL of ['https://docs.x', 'https://api.docs.x:8443']) {
      const [line = ''] = problems({ PUBLISH_HOST: 'docs.x', PUBLIC_URL })
      assert.match(line, /^PUBLIC_URL is at PUBLISH_HOST or below/)
    }
  })

  it('name everything that is wrong at once', () => {
    const lines = problems({ PORT: 'x', LOG_LEVEL: 'x', STORAGE: 's3', SECRET_KEYS: 'x' })
    assert.deepEqual(lines.map((line) => line.split(' ', 1).join('')).toSorted(), [
      'LOG_LEVEL',
      'PORT',
      'S3_BUCKET',
      'SECRET_KEYS',
    ])
  })

  it('never show a value in a refusal', () => {
    const secret = 'hunter2-hunter2'
    const lines = problems({
      DATABASE_URL: `mysql://root:${secret}@localhost`,
      REDIS_URL: `tcp://:${secret}@localhost`,
      MAIL_URL: `imap://me:${secret}@localhost`,
      SECRET_KEYS: secret,
    })
    assert.equal(lines.length, 4)
    assert.ok(!lines.join('\n').includes(secret))
  })

  it('refuse the development key outside development', () => {
    for (const SECRET_KEYS of [
      developmentSecretKey,
      `${given.SECRET_KEYS}, ${developmentSecretKey}`,
    ]) {
      const lines = problems({ SECRET_KEYS })
      assert.equal(lines.length, 1)
      assert.match(lines.join(), /^SECRET_KEYS holds the development key.*openssl rand/)
      assert.deepEqual(problems({ SECRET_KEYS, LECTERN_ENV: 'development' }), [])
    }
    const config = readConfig({
      DATABASE_URL: given.DATABASE_URL,
      LECTERN_ENV: 'development',
    })
    assert.deepEqual(config.SECRET_KEYS, [developmentSecretKey])
    assert.equal(config.FILES_URL, 'http://localhost:3000/~files')
  })

  it('keep files off the hosts of the api and of the web app, wherever that is', () => {
    const PUBLIC_URL = 'https://api.example'
    const FILES_URL = `${PUBLIC_URL}/~files`
    assert.match(problems({ PUBLIC_URL, FILES_URL }).join(), /^FILES_URL has the same/)
    const APP_URL = 'https://app.example'
    // People are signed in at PUBLIC_URL, wherever the web app is.
    assert.match(problems({ PUBLIC_URL, FILES_URL, APP_URL }).join(), /^FILES_URL has/)
    const apart = 'https://files.example/~files'
    assert.deepEqual(problems({ PUBLIC_URL, FILES_URL: apart, APP_URL }), [])
    assert.match(
      problems({ PUBLIC_URL, APP_URL, FILES_URL: `${APP_URL}:443/~files` }).join(),
      /^FILES_URL has the same/,
    )
    assert.deepEqual(
      problems({ FILES_URL: 'http://localhost:3000/~files', LECTERN_ENV: 'development' }),
      [],
    )
  })

  it('keep the api and files off the host whose names belong to organizations', () => {
    const PUBLISH_HOST = 'docs.example'
    const PUBLIC_URL = 'https://api.docs.example'
    assert.match(
      problems({ PUBLISH_HOST, PUBLIC_URL }).join(),
      /^PUBLIC_URL is at PUBLISH_HOST or below/,
    )
    const FILES_URL = 'https://files.docs.example/~files'
    assert.match(
      problems({ PUBLISH_HOST, FILES_URL }).join(),
      /^FILES_URL is at PUBLISH_HOST or below/,
    )
    assert.deepEqual(problems({ PUBLISH_HOST }), [])
    const config = readConfig({ ...given, DNS_SERVERS: '::1, [::1]:53, 127.0.0.1:5353' })
    assert.deepEqual(config.DNS_SERVERS, ['::1', '[::1]:53', '127.0.0.1:5353'])
    assert.equal(config.PUBLISH_HOST, 'localhost:3001')
    assert.equal(config.RENDERER_SECRET, undefined)
  })

  it('need a bucket for S3, and none for a folder', () => {
    assert.match(problems({ STORAGE: 's3' }).join(), /^S3_BUCKET is not set/)
    assert.deepEqual(problems({ STORAGE: 's3', S3_BUCKET: 'files' }), [])
    assert.deepEqual(problems({ STORAGE: 'folder' }), [])
  })

  it('refuse networks that are none, before a request would find out', () => {
    for (const value of ['10.1/16', '10.0.0.0', 'intranet', '10.0.0.0/33']) {
      const found = problems({ EGRESS_ALLOWED_NETWORKS: `127.0.0.0/8, ${value}` }).join()
      assert.match(found, /^EGRESS_ALLOWED_NETWORKS must name networks such as/)
    }
  })

  it('read lists, flags and URLs as an operator writes them', () => {
    const config = readConfig({
      ...given,
      SECRET_KEYS: ` ${'a'.repeat(32)} ,${'b'.repeat(32)},`,
      EGRESS_ALLOWED_NETWORKS: '10.0.0.0/8, 192.168.1.0/24',
      TRUST_PROXY: 'true',
      DATABASE_PREPARE: 'off',
      PUBLIC_URL: 'https://example.com/lectern/',
    })
    assert.deepEqual(config.SECRET_KEYS, ['a'.repeat(32), 'b'.repeat(32)])
    assert.deepEqual(config.EGRESS_ALLOWED_NETWORKS, ['10.0.0.0/8', '192.168.1.0/24'])
    assert.equal(config.TRUST_PROXY, 1)
    assert.equal(config.DATABASE_PREPARE, false)
    assert.equal(config.PUBLIC_URL, 'https://example.com/lectern')
  })

  it('cannot be changed once read', () => {
    for (const environment of [
      given,
      { DATABASE_URL: given.DATABASE_URL, LECTERN_ENV: 'development' },
    ]) {
      const config = readConfig(environment)
      assert.throws(() => Object.assign(config, { PORT: 1 }), TypeError)
      for (const value of Object.values(config)) assert.ok(Object.isFrozen(value))
    }
  })

  it('each say what they are for, and secrets are marked as such', () => {
    for (const [name, { description }] of Object.entries(settings)) {
      assert.match(description, /^[A-Z].*\.$/s, name)
    }
    const secret = Object.entries(settings).filter(([, setting]) => 'secret' in setting)
    assert.deepEqual(
      secret.map(([name]) => name),
      [
        'DATABASE_URL',
        'SECRET_KEYS',
        'RENDERER_SECRET',
        'REVALIDATE_SECRET',
        'REDIS_URL',
        'S3_SECRET_ACCESS_KEY',
        'MAIL_URL',
        'SIGN_IN_PROVIDERS',
      ],
    )
  })
})
