import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { ApiOperation } from '@lectern/content/openapi/model.ts'

import { urlOfOperation } from './operation-url.ts'

function operation(path: string, ...servers: ApiOperation['servers']): ApiOperation {
  return {
    kind: 'operation',
    method: 'get',
    path,
    tags: [],
    servers,
    parameters: [],
    responses: [],
    callbacks: [],
  }
}

const plain = { url: 'https://api.example.com/v1/', variables: [] }
const varied = {
  url: 'https://{region}.example.com/{base}/{stage}',
  variables: [
    { name: 'region', default: 'eu', values: ['eu', 'us'] },
    { name: 'base', default: 'api/v2' },
    { name: 'stage', default: 'live', values: ['live', 'test'] },
  ],
}

const tables: readonly [ApiOperation, readonly string[], readonly string[]][] = [
  [
    operation('/pets/{petId}', plain),
    [
      'https://api.example.com/v1/pets/7',
      'https://API.example.com:443/v1/pets/7?x=1#y',
      'https://api.example.com/v1/pets/..%2F..%2Fadmin',
      'https://api.example.com/v1/x/../pets/7',
    ],
    [
      '',
      'no address',
      'https://api.example.com/v1/pets',
      'https://api.example.com/v1/pets/',
      'https://api.example.com/v1/pets/7/more',
      'https://api.example.com/v1/pets/../admin',
      'https://api.example.com/v1/pets/%2e%2e/admin',
      'https://api.example.com/v1/pets/..',
      'https://api.example.com/pets/7',
      'https://api.example.com/v1/PETS/7',
      'https://api.example.com/v1evil/pets/7',
      'http://api.example.com/v1/pets/7',
      'https://api.example.com:8443/v1/pets/7',
      'https://evil.example/v1/pets/7',
      'https://api.example.com.evil.example/v1/pets/7',
      'https://evil.example\\@api.example.com/v1/pets/7',
      'https://user@api.example.com/v1/pets/7',
      'https://:secret@api.example.com/v1/pets/7',
      'https://api.example.com@evil.example/v1/pets/7',
      'ftp://api.example.com/v1/pets/7',
      'file:///v1/pets/7',
    ],
  ],
  [
    operation('/pets', varied),
    [
      'https://eu.example.com/api/v2/live/pets',
      'https://us.example.com/api/v2/test/pets',
      'https://us.example.com/v9/test/pets',
    ],
    [
      'https://de.example.com/api/v2/live/pets',
      'https://eu.example.com/api/v2/other/pets',
      'https://eu.example.com/a/b/c/live/pets',
    ],
  ],
  [
    operation('/files/{name}.{ext}/v-{version}:run', plain),
    [
      'https://api.example.com/v1/files/a.txt/v-1:run',
      'https://api.example.com/v1/files/a.b.txt/v-1:run',
    ],
    [
      'https://api.example.com/v1/files/.txt/v-1:run',
      'https://api.example.com/v1/files/a/v-1:run',
      'https://api.example.com/v1/files/a.txt/v-:run',
      'https://api.example.com/v1/files/a.txt/v-1:stop',
    ],
  ],
  [
    operation('/größe/a b', plain),
    [
      'https://api.example.com/v1/größe/a b',
      'https://api.example.com/v1/gr%C3%B6%C3%9Fe/a%20b',
    ],
    [],
  ],
  [
    operation('/pets', { url: '/v1', variables: [] }),
    [],
    ['https://api.example.com/v1/pets'],
  ],
  [operation('/pets'), [], ['https://api.example.com/pets']],
  [
    operation('/pets', { url: 'https://*.example.com', variables: [] }),
    [],
    ['https://*.example.com/pets', 'https://a.example.com/pets'],
  ],
]

describe('an address', () => {
  for (const [asked, ofIt, ofOthers] of tables) {
    const { path, servers } = asked
    it(`is one of ${path} on ${servers[0]?.url ?? 'no server'}, or is not`, () => {
      for (const url of ofIt) assert.ok(urlOfOperation(asked, url) !== undefined, url)
      for (const url of ofOthers) assert.equal(urlOfOperation(asked, url), undefined, url)
    })
  }

  it('is compared in time, however long both are', () => {
    const many = '{a}x'.repeat(2000)
    const asked = operation(`/${many}`, plain)
    const startedMs = performance.now()
    const url = `https://api.example.com/v1/${'x'.repeat(6000)}y`
    assert.equal(urlOfOperation(asked, url), undefined)
    assert.ok(performance.now() - startedMs < 2000)
  })
})
