import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Instance } from '../harness/instance.ts'
import { bytesOf } from './kill9-content.ts'
import type { Kind } from './kill9-journal.ts'
import type { AuditCounts, Stored, StoredObject } from './kill9-ledger.ts'
import type { World } from './kill9-world.ts'

const attemptsMax = 100
const pauseMs = 100

/** Reads for the gate itself, whose connections die with all others. */
export async function rowsOf<Row>(
  { db }: Pick<Instance, 'db'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { rows } = await db.raw(text, values)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each caller names the columns it selects
      return rows as Row[]
    } catch (error) {
      if (attempt === attemptsMax) throw error
      await sleep(pauseMs)
    }
  }
}

/** Waits until no process of ours has a transaction under way: what is in doubt is decided then. */
export async function untilQuiet(instance: Instance): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const [row] = await rowsOf<{ busy: number }>(
      instance,
      `select count(*)::integer as busy from pg_stat_activity
       where datname = current_database() and application_name = 'lectern api' and state <> 'idle'`,
    )
    if (row?.busy === 0) return
    await sleep(pauseMs)
  }
  throw new Error('The api did not come to rest')
}

const selections: Readonly<Record<Kind, string>> = {
  team: `select id, title as value, '' as owner from team
    where organization_id = any($1)`,
  // The membership of a team's creator comes with the team and is no write of its own.
  membership: `select team_id || '/' || user_id as id, role as value, '' as owner
    from team_member
    where organization_id = any($1) and not (user_id = any($2) and role = 'owner')`,
  token: `select id, label as value, account_id as owner from api_token
    where account_id = any($2) and label <> 'Gate' and $1::text[] is not null`,
  link: `select id, role as value, created_by as owner from link_invite
    where organization_id = any($1)`,
  mail: `select email as id, email as value, '' as owner from mail_invite
    where organization_id = any($1)`,
  role: `select user_id as id, role as value, '' as owner from member
    where organization_id = any($1) and not user_id = any($2)`,
  // The text of a page says its title: after half of a write the two would differ.
  page: `select v.entry_id as id, '' as owner,
      case d.markdown when 'Text of ' || v.title || E'.\\n' then v.title || '@' || v.parent_id
        else v.title || ' with another text' end as value
    from entry_version v
    left join document d on d.organization_id = v.organization_id
      and d.space_id = v.space_id and d.id = v.document_id
    where v.organization_id = any($1) and v.kind = 'document' and v.to_number is null
      and v.title not like 'Folder %'`,
  file: `select entry_id as id, title as value, '' as owner from entry_version
    where organization_id = any($1) and kind = 'file' and to_number is null`,
}

export async function readStored(instance: Instance, world: World): Promise<Stored> {
  const accounts = world.clients.map(({ userId }) => userId)
  const read = async (kind: Kind) => {
    const text = selections[kind]
    const values = text.includes('$2')
      ? [world.organizations, accounts]
      : [world.organizations]
    const rows = await rowsOf<StoredObject & { id: string }>(instance, text, values)
    return new Map(rows.map(({ id, value, owner }) => [id, { value, owner }]))
  }
  return {
    team: await read('team'),
    membership: await read('membership'),
    token: await read('token'),
    link: await read('link'),
    mail: await read('mail'),
    role: await read('role'),
    page: await read('page'),
    file: await read('file'),
  }
}

export async function readAudits(
  instance: Instance,
  phase: number,
): Promise<AuditCounts> {
  const rows = await rowsOf<{ request_id: string; rows: number }>(
    instance,
    `select request_id, count(*)::integer as rows from audit_event
     where request_id like $1 group by request_id`,
    [`kill9-${phase}-%`],
  )
  return new Map(rows.map((row) => [row.request_id, row.rows]))
}

/** An event and an audit row are written together, so there are as many of one as of the other. */
export async function unevenLogs(instance: Instance, world: World): Promise<string[]> {
  const rows = await rowsOf<{ id: string; events: number; audits: number }>(
    instance,
    `select o.id, (select count(*)::integer from event where organization_id = o.id) as events,
       (select count(*)::integer from audit_event where organization_id = o.id) as audits
     from unnest($1::text[]) as o (id)`,
    [world.organizations],
  )
  return rows
    .filter(({ events, audits }) => events !== audits)
    .map(
      ({ id, events, audits }) => `${id} has ${events} events and ${audits} audit rows`,
    )
}

/** Files whose bytes are not those that were sent with their name. */
export async function unreadFiles(url: string, world: World): Promise<string[]> {
  const problems: string[] = []
  const spaces = new Map(world.clients.map((client) => [client.spaceId, client.token]))
  for (const [spaceId, token] of spaces) {
    const headers = { authorization: `Bearer ${token}` }
    const files = `${url}/v1/spaces/${spaceId}/content/files?limit=100`
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract of listFiles
    const { items } = (await (await fetch(files, { headers })).json()) as {
      items: { name: string; downloadURL: string }[]
    }
    for (const { name, downloadURL } of items) {
      // By this api: the address may be that of the other one.
      const { pathname } = new URL(downloadURL)
      const bytes = await (await fetch(`${url}${pathname}`)).text()
      if (bytes !== bytesOf(name)) problems.push(`file ${name} holds "${bytes}"`)
    }
  }
  return problems
}

/** Waits for the worker, then says which acknowledged invitations were never mailed. */
export async function unsentMails(
  instance: Instance,
  invited: readonly string[],
  withinMs: number,
): Promise<string[]> {
  const deadline = Date.now() + withinMs
  const addresses = new Map<string, string>()
  for (;;) {
    await readMails(instance.environment['MAIL_FOLDER'] ?? '', addresses)
    const mailed = new Set(addresses.values())
    const unsent = invited.filter((email) => !mailed.has(email))
    const [waiting] = await rowsOf<{ events: number }>(
      instance,
      'select count(*)::integer as events from event_pending',
    )
    if (unsent.length === 0 && waiting?.events === 0) return []
    if (Date.now() > deadline) {
      const relay =
        waiting?.events === 0 ? [] : [`${waiting?.events} events wait for ever`]
      return [...unsent.map((email) => `${email} was invited and never mailed`), ...relay]
    }
    await sleep(pauseMs * 5)
  }
}

/** Adds the address of each mail that is not known yet, by the name of its file. */
async function readMails(folder: string, known: Map<string, string>): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (known.has(name) || name.startsWith('.')) continue
    const text = await readFile(path.join(folder, name), 'utf8')
    known.set(name, /^To: (.*)$/m.exec(text)?.[1]?.trim() ?? '')
  }
}
