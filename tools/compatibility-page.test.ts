import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'

import { operations } from '@lectern/contract/operations.ts'

import { absentOperations } from '../server/test/clients/absent-operations.ts'
import { clientOperations } from '../server/test/clients/client-operations.ts'
import { clientVersions } from '../server/test/clients/client-schemas.ts'
import { requestDifferences } from '../server/test/clients/request-differences.ts'
import { absentIdsModule, compatibilityPage } from './compatibility-page.ts'

const committed = async (path: string) =>
  readFile(new URL(`../${path}`, import.meta.url), 'utf8')

const api = (parameters: object[], schema: object) => ({
  paths: {
    '/a': {
      post: {
        operationId: 'a',
        parameters,
        requestBody: { content: { 'application/json': { schema } } },
      },
    },
  },
  components: { schemas: { Deep: { properties: { x: {}, y: {} } } } },
})
const query = (name: string) => ({ in: 'query', name })

describe('docs/compatibility.md', () => {
  it('is what contract, clients and lists of differences say', async () => {
    assert.equal(await committed('docs/compatibility.md'), compatibilityPage())
    assert.equal(await committed('server/test/clients/absent-ids.ts'), absentIdsModule())
  })

  it('says of every operation of each client whether it works, and why not', async () => {
    const rows = (await committed('docs/compatibility.md'))
      .split('## All operations')[1]
      ?.split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
    const byId = new Map(rows?.map((row) => [/`(.+)`/.exec(row[1] ?? '')?.[1], row]))
    for (const [column, version] of clientVersions.entries()) {
      for (const { id } of clientOperations(version)) {
        const row = byId.get(id)
        const state = row?.[column + 3]
        const expected = id in operations ? /^(?:works|differs)$/ : /^absent$/
        assert.match(state ?? '', expected, `${id} in ${version}`)
        if (state === 'absent') assert.notEqual(row?.[5], '', id)
      }
    }
  })

  it('says of an operation that it works only if it takes all that the client can send', async () => {
    const text = await committed('docs/compatibility.md')
    const [, table = ''] = text.split('## All operations')
    const rowOf = (id: string) =>
      table.split('\n').find((line) => line.startsWith(`| \`${id}\``)) ?? ''
    for (const [id, name] of [
      ['listPermissionsAggregateInSite', '?role'],
      ['listSiteRedirects', '?draft'],
      ['startImportRun', 'enhance'],
      ['createOrganization', '?withDefaultSite'],
    ] as const) {
      assert.match(rowOf(id), /differs/, id)
      const [listed] = text.match(new RegExp(`^- \`${id}\`, .*$`, 'm')) ?? []
      assert.ok(listed?.includes(`\`${name}\``), id)
    }
    assert.match(rowOf('getOrganizationById'), /\| works +\|/)
  })

  it('compares parameters and keys of every level, and leaves open bodies alone', () => {
    const deep = { $ref: '#/components/schemas/Deep' }
    const theirs = api([query('one'), query('two')], {
      properties: {
        list: { type: 'array', items: { anyOf: [deep, { properties: { z: {} } }] } },
        free: deep,
        extra: {},
      },
    })
    const ours = api([query('two')], {
      properties: {
        list: { type: 'array', items: { properties: { x: {} } } },
        free: { type: 'object', additionalProperties: true },
      },
    })
    assert.deepEqual(
      [...requestDifferences(theirs, ours)],
      [['a', ['?one', 'extra', 'list.y', 'list.z']]],
    )
    assert.deepEqual([...requestDifferences(ours, ours)], [])
  })

  it('has a reason for no operation that is served', () => {
    assert.deepEqual(
      Object.keys(absentOperations).filter((id) => id in operations),
      [],
    )
  })
})
