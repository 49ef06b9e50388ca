import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { Check } from 'typebox/value'

import manifest from '../package.json' with { type: 'json' }
import { limitMax, order, paging, role, roles } from './common.ts'
import { organizationMergeRules, spaceMergeRules } from './merge-rules.ts'
import { buildOpenApi, openApiText } from './openapi.ts'
import type { OperationDefinition } from './operation.ts'
import { operations, type Operations } from './operations.ts'
import { languages } from './spaces.ts'
import { documentedStatuses } from './statuses.ts'
import { teamRole } from './teams.ts'
import { child, within } from '../test/schema-walk.ts'

const all = Object.entries<OperationDefinition>(operations)

describe('operations', () => {
  test('have an id that no other noun uses', async () => {
    const ids: string[] = []
    for (const file of await readdir(import.meta.dirname)) {
      if (!/^[\w-]+\.ts$/.test(file)) continue
      const module: Readonly<Record<string, object>> = await import(
        join(import.meta.dirname, file)
      )
      const nouns = Object.keys(module).filter((name) => name.endsWith('Operations'))
      ids.push(...nouns.flatMap((name) => Object.keys(module[name] ?? {})))
    }
    assert.deepEqual(ids.toSorted(), Object.keys(operations).toSorted())
  })

  test('have a place that no other operation answers at', () => {
    const places = all.map(
      ([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    )
    assert.deepEqual([...new Set(places)], places)
  })

  test('have paths of plain segments and camelCase parameters', () => {
    for (const [id, { path }] of all) {
      assert.match(path, /^\/$|^(\/([a-z]+(-[a-z]+)*|\{[a-z][A-Za-z]*\}))+$/, id)
    }
  })

  test('declare exactly the parameters of their path', () => {
    for (const [id, { path, params }] of all) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      assert.deepEqual(Object.keys(params ?? {}), inPath, id)
    }
  })

  test('are explained in a short summary and one to three sentences', () => {
    for (const [id, { summary, description = '' }] of all) {
      assert.match(summary, /^[A-Z][^.]{3,69}$/, id)
      const sentences = description.split(/(?<=\.)\s+/)
      assert.ok(description.endsWith('.') && sentences.length <= 3, id)
    }
  })

  test('answer a body unless they answer 204 or bytes, or the specification says so', () => {
    const bodiless = new Set(['applyTemplateToSpace'])
    for (const [id, { status, reply, bytes }] of all) {
      const hasNone = status === 204 || bytes !== undefined || bodiless.has(id)
      assert.equal(reply === undefined, hasNone, id)
    }
  })

  test('are versioned only when they read, conditional only when they write', () => {
    for (const [id, { method, versioned, conditional, body }] of all) {
      if (versioned) assert.equal(method, 'GET', id)
      if (conditional) assert.notEqual(method, 'GET', id)
      if (body) assert.ok(method !== 'GET' && method !== 'DELETE', id)
    }
  })

  test('are open to tokens of one organization by where they are and what they do', () => {
    for (const [id, { method, path, caller, reach }] of all) {
      // How else an account can be used is nothing for whoever has one organization's word alone.
      const isPlain =
        method === 'GET' &&
        !['listSignInMethods', 'getSecondFactor', 'getEmailChange'].includes(id)
      const outside = isPlain ? 'account' : 'account-write'
      const owned =
        /^\/(?:(?:orgs?\/\{organization|spaces\/\{space|collections\/\{collection)Id|custom-hostnames\/\{hostname)\}/
      const below = owned.test(path) ? 'organization' : outside
      assert.equal(reach, caller === 'anyone' ? 'public' : below, id)
    }
  })

  test('need a caller, except those that tell the version and where to sign in, those of the first run, and those for readers of sites', () => {
    const open = all.filter(([, { caller }]) => caller === 'anyone').map(([id]) => id)
    assert.deepEqual(open.toSorted(), [
      'completeFirstRun',
      'getApiInformation',
      'getFirstRun',
      'getPublishedContentByUrl',
      'listSSOProviderLoginsInOrganization',
      'resolvePublishedContentByUrl',
      'trackEventsInSiteById',
    ])
  })
})

describe('requests', () => {
  test('never forbid extra keys', () => {
    for (const [id, schema, path] of requestSchemas()) {
      assert.notEqual(schema['additionalProperties'], false, `${id} ${path}`)
    }
  })

  test('put a limit on every text, list and map', () => {
    for (const [id, schema, path] of requestSchemas()) {
      const [type] = [schema['type']].flat()
      const closed =
        'enum' in schema || 'const' in schema || schema['format'] === 'date-time'
      if (type === 'string' && !closed) {
        assert.ok('maxLength' in schema, `${id} ${path}`)
      }
      if (type === 'array') assert.ok('maxItems' in schema, `${id} ${path}`)
      if (typeof schema['additionalProperties'] === 'object') {
        assert.ok('maxProperties' in schema, `${id} ${path}`)
      }
    }
  })

  test('hold no reference, so that each can be compiled alone', () => {
    for (const [id, schema, path] of requestSchemas()) {
      assert.ok(!('$ref' in schema), `${id} ${path}`)
    }
  })
})

describe('limits', () => {
  const team = operations.createOrganizationTeam.body
  const organization = operations.createOrganization.body
  const settings = operations.updateOrganizationById.body
  const profile = operations.updateUserById.body
  const token = operations.createUserAPIToken.body
  const invites = operations.inviteUsersToOrganization.body
  const page = Type.Object(paging)
  const subdomain = Type.Object(operations.getSubdomain.params)

  const texts = [
    ['team title', 1, 64, (title: string) => Check(team, { title })],
    ['organization title', 2, 255, (title: string) => Check(organization, { title })],
    ['hostname', 3, 32, (hostname: string) => Check(settings, { hostname })],
    ['subdomain', 3, 32, (name: string) => Check(subdomain, { subdomain: name })],
    ['display name', 1, 64, (displayName: string) => Check(profile, { displayName })],
    ['token label', 1, 50, (label: string) => Check(token, { label })],
  ] as const
  for (const [name, min, max, accepts] of texts) {
    test(`the ${name} has ${min} to ${max} characters`, () => {
      assert.ok(!accepts('a'.repeat(min - 1)))
      assert.ok(accepts('a'.repeat(min)))
      assert.ok(accepts('a'.repeat(max)))
      assert.ok(!accepts('a'.repeat(max + 1)))
    })
  }

  test('a page has 0 to 1000 entries', () => {
    assert.equal(limitMax, 1000)
    assert.ok(!Check(page, { limit: -1 }))
    assert.ok(Check(page, { limit: 0 }))
    assert.ok(Check(page, { limit: 1000 }))
    assert.ok(!Check(page, { limit: 1001 }))
    assert.ok(!Check(page, { limit: 1.5 }))
  })

  test('a subdomain is made of lower-case letters, digits and inner dashes', () => {
    for (const name of ['abc', 'a-b', 'docs-2']) {
      assert.ok(Check(subdomain, { subdomain: name }), name)
    }
    for (const name of ['-ab', 'ab-', 'Abc', 'a.b', 'a_b', 'äbc']) {
      assert.ok(!Check(subdomain, { subdomain: name }), name)
    }
  })

  test('one request invites 1 to 100 people', () => {
    const emails = Array.from({ length: 101 }, () => 'ann@example.com')
    assert.ok(!Check(invites, { emails: [] }))
    assert.ok(Check(invites, { emails: emails.slice(1) }))
    assert.ok(!Check(invites, { emails }))
    assert.ok(Check(invites, { emails: [{ email: 'ann@example.com', role: null }] }))
  })

  test('one request changes at most 1000 members of a team', () => {
    const { body } = operations.updateMembersInOrganizationTeam
    const users = Array.from({ length: 1001 }, (_, index) => `user${index}`)
    const memberships = Object.fromEntries(users.map((id) => [id, { role: 'member' }]))
    const { user0, ...fitting } = memberships
    assert.ok(user0)
    assert.ok(Check(body, { add: users.slice(1), memberships: fitting }))
    assert.ok(!Check(body, { add: users }))
    assert.ok(!Check(body, { remove: users }))
    assert.ok(!Check(body, { memberships }))
  })
})

describe('values', () => {
  test('a role is one of six, or null for a guest', () => {
    assert.deepEqual(roles, ['admin', 'create', 'review', 'edit', 'comment', 'read'])
    for (const value of [...roles, null]) assert.ok(Check(role, value), String(value))
    for (const value of ['guest', 'inherit', '', 0]) assert.ok(!Check(role, value))
  })

  test('only the filter of the member list knows guests by name', () => {
    const query = Type.Object(operations.listMembersInOrganizationById.query)
    assert.ok(Check(query, { role: 'guest', sort: 'lastSeenAt', order: 'asc' }))
    assert.ok(!Check(query, { role: 'owner' }))
    assert.ok(!Check(query, { sort: 'displayName' }))
    assert.ok(!Check(order, 'ascending'))
  })

  test('a team has owners and members', () => {
    assert.ok(Check(teamRole, 'owner') && Check(teamRole, 'member'))
    assert.ok(!Check(teamRole, 'admin'))
  })

  test('content is written in one of 38 languages', () => {
    assert.equal(new Set(languages).size, 38)
  })

  test('a space can inherit merge rules, an organization cannot', () => {
    const inherit = { type: 'inherit' }
    assert.ok(Check(spaceMergeRules, inherit))
    assert.ok(!Check(organizationMergeRules, inherit))
    const custom = { rule: 'custom', expression: 'a'.repeat(1024), message: 'Not yet.' }
    assert.ok(Check(organizationMergeRules, { type: 'rules', rules: [custom] }))
    const long = { ...custom, expression: 'a'.repeat(1025) }
    assert.ok(!Check(organizationMergeRules, { type: 'rules', rules: [long] }))
    const reviewers = { rule: 'require_specific_reviewers' }
    assert.ok(!Check(organizationMergeRules, { type: 'rules', rules: [reviewers] }))
  })

  test('an invite link leads to one place only', () => {
    const { body } = operations.createOrganizationInvite
    assert.ok(Check(body, { role: 'read' }))
    assert.ok(Check(body, { level: null, space: 'space1' }))
    assert.ok(Check(body, { level: 'edit', collection: 'collection1' }))
    assert.ok(!Check(body, { role: 'read', level: 'edit', space: 'space1' }))
    assert.ok(!Check(body, { level: 'edit', space: 'space1', collection: 'collection1' }))
    assert.ok(!Check(body, { level: 'edit' }))
  })

  test('a token has scopes without repetition, and at least one', () => {
    const { body } = operations.createUserAPIToken
    assert.ok(Check(body, { label: 'ci' }))
    assert.ok(Check(body, { label: 'ci', scopes: ['read'] }))
    assert.ok(!Check(body, { label: 'ci', scopes: [] }))
    assert.ok(!Check(body, { label: 'ci', scopes: ['read', 'read'] }))
    assert.ok(!Check(body, { label: 'ci', scopes: ['admin'] }))
  })

  test('agent instructions are a document made of nodes', () => {
    const { body } = operations.updateOrganizationAgentInstructions
    const node = { object: 'block', type: 'paragraph', nodes: [] }
    const document = { object: 'document', data: { schemaVersion: 1 }, nodes: [node] }
    assert.ok(Check(body, { instructions: document }))
    assert.ok(!Check(body, { instructions: { ...document, nodes: ['text'] } }))
    assert.ok(!Check(body, { instructions: { ...document, object: 'block' } }))
  })
})

describe('documented statuses', () => {
  test('of an open read are only those any request can get', () => {
    const statuses = documentedStatuses(operations.getApiInformation)
    assert.deepEqual(statuses, [200, 400, 401, 429, 500, 503])
  })

  test('of a versioned read include 304', () => {
    const statuses = documentedStatuses(operations.getTeamInOrganizationById)
    assert.deepEqual(statuses, [200, 304, 400, 401, 403, 404, 429, 500, 503])
  })

  test('of a conditional write with a body include its ways to fail', () => {
    assert.deepEqual(
      documentedStatuses(operations.updateTeamInOrganizationById),
      [200, 400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503],
    )
  })

  test('of a delete have no 404, because a missing target is a success', () => {
    for (const [id, definition] of all) {
      if (definition.method !== 'DELETE') continue
      assert.equal(definition.status, 204, id)
      assert.ok(!documentedStatuses(definition).includes(404), id)
    }
  })
})

describe('the OpenAPI document', () => {
  test('is committed as the contract gives it', async () => {
    const committed = await readFile(new URL('../openapi.json', import.meta.url), 'utf8')
    assert.ok(
      committed === openApiText(manifest.version),
      'contract/openapi.json is stale: run "node tools/generate-openapi.ts"',
    )
  })

  test('says under which address the operations are', () => {
    const serverUrl = 'https://docs.example.com/v1'
    const { servers } = buildOpenApi({ version: '1.2.3', serverUrl })
    assert.deepEqual(servers, [{ url: serverUrl, description: 'This server.' }])
  })

  test('resolves every reference it makes', () => {
    const document = buildOpenApi({ version: '1.2.3' })
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
    assert.ok(references.length > 0)
    for (const [, pointer = ''] of references) {
      const target = pointer.split('/').reduce<unknown>(child, document)
      assert.ok(target !== undefined, pointer)
    }
  })
})

/** Every schema inside the parameters and bodies of all operations, with its path. */
function* requestSchemas(): Generator<
  [id: string, schema: Record<string, unknown>, path: string]
> {
  for (const [id, { params = {}, query = {}, body }] of all) {
    for (const part of [Type.Object(params), Type.Object(query), body ?? {}]) {
      for (const [schema, path] of within(part, '')) yield [id, schema, path]
    }
  }
}

// The compiler checks that the types of handlers are those of the schemas.
type Same<A, B> = [A, B] extends [B, A] ? [] : [never]
function sameType<A, B>(..._proof: Same<A, B>) {}
sameType<Operations['updateTeamInOrganizationById']['body'], { title: string }>()
sameType<
  Operations['updateTeamInOrganizationById']['params'],
  { organizationId: string; teamId: string }
>()
sameType<
  Operations['addMemberToOrganizationTeamById']['body'],
  { role?: 'owner' | 'member' } | undefined
>()
sameType<Operations['getTeamInOrganizationById']['body'], undefined>()
sameType<Operations['removeTeamFromOrganizationById']['reply'], undefined>()
sameType<Operations['getTeamInOrganizationById']['versioned'], true>()
sameType<Operations['createOrganizationTeam']['writes'], true>()
sameType<
  Operations['listTeamMembersInOrganizationById']['query'],
  { page?: string; limit?: number }
>()
