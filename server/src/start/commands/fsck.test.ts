import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Problem } from '#/platform/integrity/integrity-check.ts'
import { lasting } from '#/platform/integrity/global-walk.ts'
import { runCommand } from '#test/commands/test-command.ts'
import { templates } from '#test/fsck/corruptions.ts'
import { createPlaces, type Place } from '#test/fsck/places.ts'
import type { Planned } from '#test/fsck/planned.ts'
import { foundAfter, judgeRound, plant } from '#test/fsck/rounds.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { globalChecksWith, organizationChecksWith } from './fsck/all-checks.ts'

/** Kinds of damage that can be planted in one place without hiding each other. */
const together = [
  'change-request-number',
  'comment-replies',
  'content-base-level',
  'counter-link-invites',
  'counter-members',
  'counter-sites',
  'counter-teams',
  'email-domain-missing',
  'entry-position',
  'member-search-text',
  'merge-rules',
  'pending-event',
  'revision-changed',
  'search-ahead',
  'site-counts',
  'space-comments',
  'space-files',
  'team-members',
  'token-organization',
]

describe('lectern-server fsck', () => {
  let api: TestApi
  let place: Place
  before(async () => {
    api = await startTestApi()
    const [created] = await createPlaces(api, 1)
    assert.ok(created)
    place = created
  })
  after(async () => api.stop())

  const looking = () => ({
    checks: {
      ofOrganization: organizationChecksWith(api.services.sealer),
      global: globalChecksWith(api.services.sealer),
    },
    leaveOut: [api.organization, api.otherOrganization],
  })
  const fsck = async (...args: string[]) =>
    runCommand(['fsck', ...args], { DATABASE_URL: api.databaseUrl })

  /** The first planned damage that the check of this kind must find. */
  function damageTo(kind: string): Planned {
    const template = templates.find((known) => known.kind === kind)
    const [planned] = template?.plans(place) ?? []
    assert.ok(planned, kind)
    return planned
  }

  it('finds nothing wrong with a sample, and says how much it looked at', async () => {
    const { code, stdout, stderr } = await fsck()
    assert.deepEqual([code, stderr], [0, ''])
    const form =
      /^(\d+) rows of 3 organizations checked in [\d.]+ s \(\d+ rows\/s\): 0 problems\n$/
    const [, rows] = form.exec(stdout) ?? []
    assert.ok(Number(rows) > 100, stdout)
  })

  for (const [index, { kind, plans }] of templates.entries()) {
    const nth = templates
      .slice(0, index)
      .filter((earlier) => earlier.kind === kind).length
    it(`finds damage ${nth + 1} to what ${kind} checks, and nothing else`, async () => {
      const [planned] = plans(place)
      assert.ok(planned)
      const wrong = await judgeRound(api, [planned], looking())
      assert.deepEqual(wrong, [])
    })
  }

  it('shows for every check that it can fail', () => {
    const { ofOrganization, global } = looking().checks
    const kinds = [...ofOrganization, ...global].map(({ kind }) => kind)
    const shown = new Set(templates.map(({ kind }) => kind))
    assert.deepEqual(
      kinds.filter((kind) => !shown.has(kind)),
      [],
    )
    assert.equal(new Set(kinds).size, kinds.length)
    assert.ok(shown.size >= 15)
  })

  it('ignores what changes while it looks', async () => {
    const damaged = [damageTo('counter-members')]
    const first: Problem[] = await foundAfter(api, damaged, looking())
    assert.equal(first.length, 1)
    assert.deepEqual(await lasting(first, async () => []), [])
    assert.deepEqual(await lasting(first, async () => first), first)
  })

  it('prints a line for each problem and exits with 1', async () => {
    await api.services.db.transaction(async (tx) => plant(tx, together.map(damageTo)))
    const { code, stdout } = await fsck()
    assert.equal(code, 1)
    const lines = stdout.trimEnd().split('\n')
    assert.match(lines.at(-1) ?? '', new RegExp(`: ${lines.length - 1} problems$`))
    for (const line of lines.slice(0, -1)) {
      assert.match(line, /^organization \S+ [\w-]+ ".*": expected ".*", found ".*"$/)
    }
    const kinds = new Set(lines.slice(0, -1).map((line) => line.split(' ')[2] ?? ''))
    assert.deepEqual([...kinds].toSorted(), together)

    const json = await fsck('--json')
    assert.equal(json.code, 1)
    const objects = json.stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    assert.equal(objects.length, lines.length)
  })

  it('looks at one organization alone when asked to', async () => {
    const { code, stdout } = await fsck('--json', '--organization', api.otherOrganization)
    assert.equal(code, 0, stdout)
    const damaged = await fsck('--json', '--organization', place.organization)
    assert.equal(damaged.code, 1)
    assert.match(damaged.stdout, /"organizations":1,/)
    const unknown = await fsck('--json', '--organization', 'nowhere-at-all')
    assert.equal(unknown.code, 1)
    assert.match(unknown.stdout, /"kind":"organization-missing","id":"nowhere-at-all"/)
  })
})
