import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { Client } from 'pg'

import { createSignInLink } from '#/features/joining/sign-in/public.ts'

import { userUrn } from '../../provisioning/test-directory.ts'
import { appCode } from '../../sessions/test-app-codes.ts'
import { mailsIn } from '../../invites/test-mails.ts'

import type { Instance } from '../harness/instance.ts'
import { browse, call } from './tokens-people.ts'

const run = promisify(execFile)
const dumpBytesMax = 1024 ** 3
const invited = 4
// An account may have 100 tokens.
const failuresTriedMax = 12

export interface Secret {
  readonly name: string
  readonly text: string
}

/** Has the server make and see secrets of every kind, in requests that succeed and that fail. */
export async function plantSecrets(instance: Instance, url: string): Promise<Secret[]> {
  const { tokens } = instance.sample
  const secrets: Secret[] = Object.entries(tokens).map(([name, text]) => ({
    name: `token of ${name}`,
    text,
  }))
  const freshKey = (of: string) => {
    const text = randomBytes(24).toString('base64url')
    secrets.push({ name: `Idempotency-Key of ${of}`, text })
    return { 'idempotency-key': text }
  }
  const createToken = async (label: string, headers: Record<string, string>) =>
    call(`${url}/v1/user/tokens`, tokens.edit, {
      method: 'POST',
      body: { label },
      headers,
    })

  for (let made = 0; made < 5; made += 1) {
    const headers = freshKey('a token')
    await createToken(`Planted ${made}`, headers)
    const { text } = await createToken(`Planted ${made}`, headers)
    secrets.push({ name: 'token made with a key', text: onlyToken(text) })
    // Refused with 422: the key belongs to another request.
    await createToken('Another', headers)
  }
  await failWith(instance, async (index) =>
    createToken(`Failing ${index}`, freshKey('a failure')),
  )
  await call(`${url}/v1/user`, `${tokens.edit}x`)
  await call(`${url}/v1/nowhere/${tokens.edit}?token=${tokens.edit}`, tokens.edit)
  await call(`${url}/v1/user/tokens`, tokens.edit, {
    method: 'POST',
    body: { label: 7, token: tokens.edit },
  })
  secrets.push(...(await plantInvites(instance, url, freshKey('invites'))))
  secrets.push(...(await plantSessions(instance, url)))
  secrets.push(...(await plantDirectory(instance, url)))
  secrets.push(await plantAnswer(url))
  return secrets
}

/** The database goes away under requests that wait to write, so that they fail and the cause is logged. */
async function failWith(
  { databaseUrl }: Instance,
  send: (index: number) => Promise<{ status: number }>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let attempt = 0; attempt < failuresTriedMax; attempt += 1) {
      await client.query('begin')
      // Tokens can be looked up, but none can be made.
      await client.query('lock table api_token in exclusive mode')
      const sent = Promise.all(Array.from({ length: 5 }, async (_, index) => send(index)))
      await endWaiting(client)
      await client.query('rollback')
      if ((await sent).some(({ status }) => status >= 500)) return
    }
  } finally {
    await client.end()
  }
}

async function endWaiting(client: Client): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'lectern api'
         and wait_event_type = 'Lock'`,
    )
    if (rowCount !== null && rowCount > 0) return
    await sleep(20)
  }
}

async function plantInvites(
  { sample, environment }: Instance,
  url: string,
  headers: Record<string, string>,
): Promise<Secret[]> {
  const emails = Array.from(
    { length: invited },
    (_, index) => `person${index}@invited.example`,
  )
  await call(`${url}/v1/orgs/${sample.organization}/invites`, sample.tokens.admin, {
    method: 'POST',
    body: { emails },
    headers,
  })
  const mails = await mailsIn(environment['MAIL_FOLDER'] ?? '', invited)
  const found = mails.map(({ link }) => link.pathname.split('/').at(-1) ?? '')
  const [seen = '', accepted = '', misspelt = ''] = found
  await fetch(`${url}/~welcome/${seen}`)
  await fetch(`${url}/~welcome/${misspelt}/more`)
  const page = await fetch(`${url}/~welcome/${accepted}`, {
    method: 'POST',
    body: new URLSearchParams({ displayName: 'Invited Person' }),
  })
  return [
    ...found.map((text) => ({ name: 'secret of a welcome link', text })),
    { name: 'token shown on a welcome page', text: onlyToken(await page.text()) },
  ]
}

/** Somebody signs in with a browser, twice, and is refused in the ways there are. */
async function plantSessions({ db, sample }: Instance, url: string): Promise<Secret[]> {
  const secrets: Secret[] = []
  let cookie = 'none=1'
  for (const name of ['a session', 'a renewed session']) {
    const link = await db.transaction(async (tx) =>
      createSignInLink(tx, { accountId: sample.users.edit }),
    )
    await browse(`${url}${link}`, cookie)
    await browse(`${url}${link}/more`, cookie)
    await browse(`${url}${link}`, cookie, { method: 'POST', site: 'cross-site' })
    const { headers } = await browse(`${url}${link}`, cookie, { method: 'POST' })
    cookie = (headers['set-cookie'] ?? []).join('').split(';', 1).join('')
    const [, text] = cookie.split('=')
    if (text === undefined) throw new Error('The link gave no session')
    secrets.push({ name, text })
    secrets.push({ name: 'secret of a link', text: link.split('/').at(-1) ?? '' })
    await browse(`${url}/v1/user/session`, cookie)
    await browse(`${url}/v1/user/sessions`, cookie)
    await browse(`${url}/v1/nowhere/${text}?session=${text}`, cookie)
    await browse(`${url}/v1/user/sessions`, cookie, { method: 'DELETE', site: 'none' })
    await browse(`${url}/v1/user`, `${cookie}x`)
  }
  return [...secrets, ...(await plantFactor(url, cookie))]
}

/** Somebody sets a password and a second factor, and is refused on the way. */
async function plantFactor(url: string, cookie: string): Promise<Secret[]> {
  const factor = `${url}/v1/user/second-factor`
  const offered = JSON.parse((await browse(factor, cookie, { method: 'POST' })).text)
  const { offer, secret } = offered
  const wrong = { offer, code: 'wrong code' }
  await browse(factor, cookie, { method: 'PUT', body: wrong })
  await browse(`${factor}/${secret}?secret=${secret}`, cookie)
  const right = { offer, code: appCode(secret) }
  const set = await browse(factor, cookie, { method: 'PUT', body: right })
  const { codes } = JSON.parse(set.text)
  if (set.status !== 200) throw new Error('The second factor was not set')
  const next = (set.headers['set-cookie'] ?? []).join('').split(';', 1).join('')
  const password = randomBytes(24).toString('base64url')
  const changed = { method: 'PUT', body: { password } }
  if ((await browse(`${url}/v1/user/password`, next, changed)).status !== 204) {
    throw new Error('The password was not set')
  }
  return [
    { name: 'password', text: password },
    { name: 'secret of an app', text: secret },
    { name: 'offer of a second factor', text: offer },
    ...codes.flatMap((code: string) => [
      { name: 'recovery code', text: code },
      { name: 'recovery code', text: code.replaceAll('-', '') },
    ]),
  ]
}

/** A directory is connected, is served and is refused. */
async function plantDirectory({ db, sample }: Instance, url: string): Promise<Secret[]> {
  const { organization, tokens } = sample
  // People of before have one each, and an organization may have no more than a few.
  await db.raw('delete from scim_token where organization_id = $1', [organization])
  const made = await call(`${url}/v1/orgs/${organization}/scim-tokens`, tokens.admin, {
    method: 'POST',
    body: { label: 'Planted' },
  })
  if (made.status !== 201) throw new Error(`No directory was connected: ${made.text}`)
  const { token } = JSON.parse(made.text)
  const users = `${url}/scim/v2/${organization}/Users`
  const body = { schemas: [userUrn], userName: 'provided@invited.example' }
  const provided = await call(users, token, { method: 'POST', body })
  if (provided.status !== 201) throw new Error(`Nobody was provided: ${provided.text}`)
  // What a directory sends as a password is for nobody to keep.
  const password = randomBytes(24).toString('base64url')
  const other = { schemas: [userUrn], userName: 'other@invited.example', password }
  await call(users, token, { method: 'POST', body: other })
  await call(`${users}/${token}?token=${token}`, token)
  await call(users, token, { method: 'POST', body: { userName: 7, token } })
  await call(users, `${token}x`)
  return [
    { name: 'token of a directory', text: token },
    { name: 'password that a directory sent', text: password },
  ]
}

/** An answer of an identity provider says who somebody is, and is refused here. */
async function plantAnswer(url: string): Promise<Secret> {
  const text = randomBytes(24).toString('base64url')
  const answer = Buffer.from(`<samlp:Response ID="${text}">${text}</samlp:Response>`)
  const body = new URLSearchParams({
    SAMLResponse: answer.toString('base64'),
    RelayState: text,
  })
  const acs = `${url}/sso/saml/NNNNNNNNNNNNNNNNNNN0/acs`
  const reply = await fetch(acs, { method: 'POST', body, redirect: 'manual' })
  if (reply.status < 400) throw new Error(`The answer was taken: ${reply.status}`)
  return { name: 'answer of an identity provider', text }
}

function onlyToken(text: string): string {
  const token = /lec_u_\w{38}/.exec(text)?.[0]
  if (token === undefined) throw new Error(`There is no token in ${text.slice(0, 200)}`)
  return token
}

/** Everything an operator keeps: the dump of the database and what all processes logged. */
export async function readKept(
  databaseUrl: string,
  logFolder: string,
): Promise<Map<string, string>> {
  const folder = process.env['POSTGRES_BIN']
  const program = folder === undefined ? 'pg_dump' : path.join(folder, 'pg_dump')
  const { stdout } = await run(program, ['--dbname', databaseUrl], {
    maxBuffer: dumpBytesMax,
  })
  const kept = new Map([['the dump', stdout]])
  for (const name of await readdir(logFolder)) {
    kept.set(name, await readFile(path.join(logFolder, name), 'utf8'))
  }
  return kept
}

/** A search that looks at nothing finds nothing, so each text must hold what is known to be in it. */
export function judgeKept(kept: ReadonlyMap<string, string>): string[] {
  const known: Readonly<Record<string, string>> = {
    'the dump': 'person0@invited.example',
    'worker.log': '"job done"',
    'here.log': '"request failed"',
  }
  return Object.entries(known)
    .filter(([name, text]) => kept.get(name)?.includes(text) !== true)
    .map(
      ([name, text]) => `${name} does not hold ${text}, so nothing can be told from it`,
    )
}

export function findSecrets(
  kept: ReadonlyMap<string, string>,
  secrets: readonly Secret[],
): string[] {
  return secrets.flatMap((secret) =>
    [...kept]
      .filter(([, text]) => spellings(secret.text).some((spelt) => text.includes(spelt)))
      .map(([name]) => `${name} holds a ${secret.name}`),
  )
}

/** As it is, as a bytea column is dumped, and inside a longer text that was put in base64. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inBase64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url')
    // The first and last characters also depend on the bytes around it.
    return encoded.slice(Math.ceil((before * 4) / 3), -2)
  })
  return [
    secret,
    bytes.toString('hex'),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('-', '+').replaceAll('_', '/')),
  ]
}
