import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

import { serversOf } from '../../server/test/database/test-cluster.ts'

/**
 * A day of work on a cluster, with api, worker and the command line: push, import, change request,
 * merge, publish, transfer, purge. Afterwards the stored data is consistent and nothing waits.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)
const url = process.env['TEST_DATABASE_URL'] ?? ''
process.env['LECTERN_TEST_SERVERS'] = (await serversOf(url)).join(' ')
const { startChangeWorld, manual } = await import('../../cli/test/change-world.ts')
const { newPerson } = await import('../../server/test/test-people.ts')
const { newSite, ok, resolve } = await import('../../server/test/test-published.ts')
const { packFiles, uploadArchive } = await import('../../server/test/test-archives.ts')
const { runCommand } = await import('../../server/test/commands/test-command.ts')
const { addMember } = await import('@lectern/server/features/people/members/public.ts')
const { purgeSpaces } =
  await import('@lectern/server/features/writing/spaces/space-jobs.ts')

const withinMs = 60_000
const world = await startChangeWorld()
const { server } = world
const admin = server.as('admin')
try {
  const pushed = await world.newSpace()
  say('pushed a folder')
  const imported = await importInto()
  say('imported an archive')
  await proposeAndMerge(pushed)
  say('pushed a change request and merged it')
  const site = await newSite(server, 'Manual', [pushed])
  assert.equal((await resolve(server, site.url)).status, 200)
  say('published a site')
  await transfer(imported)
  say('transferred a space')
  await purge(imported)
  say('purged it')
  await untilHandedOn()
  say('0 events pending')
  const { code, stdout, stderr } = await runCommand(['fsck'], {
    DATABASE_URL: server.databaseUrl,
  })
  say(`fsck: ${stdout.trim()}`)
  assert.equal(code, 0, stderr)
} finally {
  await world.stop()
}

async function importInto(): Promise<string> {
  const { id } = await ok(
    admin.post(`/orgs/${server.organization}/spaces`, { title: 'Imported' }),
  )
  const key = await uploadArchive(
    server,
    await packFiles(new Map(Object.entries(manual))),
  )
  const imports = `/org/${server.organization}/imports`
  const started = await ok(
    server.as('edit').post(imports, {
      source: { type: 'file', files: [key] },
      target: { space: id, mode: 'mirror' },
    }),
  )
  await until('the import is completed', async () => {
    const { status } = await ok(server.as('edit').get(`${imports}/${started.id}`))
    assert.notEqual(status, 'failed')
    return status === 'completed'
  })
  return id
}

async function proposeAndMerge(space: string): Promise<void> {
  await world.write({ ...manual, 'new.md': '# New\n\nSomething new.\n' })
  const words = ['change', 'push', world.folder, '--space', space, '--subject', 'New']
  const { number } = await world.ask(...words).then(async () => {
    const [change] = await world.ask('change', 'list', '--space', space)
    return change
  })
  const merged = await world.run(
    ['change', 'merge', String(number), '--space', space],
    'review',
  )
  assert.equal(merged.code, 0, merged.stderr)
}

async function transfer(space: string): Promise<void> {
  const { caller, userId } = await newPerson(server, { name: 'Both', role: 'admin' })
  const member = { organizationId: server.otherOrganization, userId, sso: false }
  await server.services.db.transaction(async (tx) =>
    addMember(tx, { ...member, role: 'admin' }),
  )
  const organization = server.otherOrganization
  await ok(caller.post(`/spaces/${space}/transfer`, { organization }))
  await ok(caller.delete(`/spaces/${space}`))
}

async function purge(space: string): Promise<void> {
  await server.rows(
    `update content_node set deleted_at = $3::timestamptz
     where organization_id = $1 and id = $2`,
    [server.otherOrganization, space, '2020-01-01'],
  )
  await purgeSpaces.run({}, server.services)
  const left = await server.rows(
    'select from revision where organization_id = $1 and space_id = $2',
    [server.otherOrganization, space],
  )
  assert.equal(left.length, 0)
}

async function untilHandedOn(): Promise<void> {
  await until('every event is handed on', async () => {
    const rows = await server.rows('select from event_pending limit 1')
    return rows.length === 0
  })
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + withinMs
  while (!(await check())) {
    if (Date.now() > deadlineMs) throw new Error(`It takes too long until ${what}`)
    await sleep(200)
  }
}
