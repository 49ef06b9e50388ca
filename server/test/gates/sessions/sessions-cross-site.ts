import { send } from '#test/http/test-wire.ts'
import { ownHost } from '#test/sessions/test-browser-session.ts'

import { password, type World } from './sessions-world.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

const sites = ['cross-site', 'same-site', 'none', undefined] as const
const origins = [
  undefined,
  'null',
  'https://evil.example',
  'http://lectern.test.evil.example',
  'http://app.lectern.test',
  'http://lectern.test:8080',
  'https://lectern.test',
] as const

interface Write {
  readonly method: string
  readonly path: string
  readonly type: string
  readonly body: string
}

/** What another page could want to have done with somebody's cookie. */
function writesOf({ accountId, email }: { accountId: string; email: string }) {
  const name = JSON.stringify({ displayName: 'Somebody else' })
  const token = JSON.stringify({ label: 'Theirs' })
  const signIn = new URLSearchParams({ email, password }).toString()
  const fields = new URLSearchParams({ password: 'words of somebody else' }).toString()
  return {
    ofApi: [
      { method: 'PATCH', path: `/v1/users/${accountId}`, type: json, body: name },
      { method: 'POST', path: '/v1/user/tokens', type: json, body: token },
      {
        method: 'PUT',
        path: '/v1/user/password',
        type: json,
        body: JSON.stringify({ password: 'words of somebody else' }),
      },
      { method: 'DELETE', path: '/v1/user/sessions', type: json, body: '' },
    ],
    ofForms: [
      { method: 'POST', path: '/~sign-in/out', type: form, body: '' },
      { method: 'POST', path: '/~sign-in/password', type: form, body: signIn },
      { method: 'POST', path: '/~sign-in/methods/password', type: form, body: fields },
    ],
  } satisfies Record<string, readonly Write[]>
}

/** No page of another origin changes anything, whatever it makes a browser send. */
export async function tryCrossSite(
  world: World,
): Promise<{ problems: string[]; tried: number }> {
  const problems: string[] = []
  const [victim, attacker] = [await world.person(), await world.person()]
  const session = (await world.signedIn(victim)).session(victim.accountId)
  const { ofApi, ofForms } = writesOf({ ...victim, email: attacker.email })
  const forged = [...ofApi, ...ofForms].flatMap((write) =>
    sites.flatMap((site) => origins.map((origin) => ({ write, site, origin }))),
  )
  const mistyped = ofApi
    .filter(({ body }) => body !== '')
    .flatMap((write) =>
      ['text/plain', form, 'multipart/form-data; boundary=x', 'application/jsonp'].map(
        (type) => ({
          write: { ...write, type },
          site: 'same-origin' as const,
          origin: undefined,
        }),
      ),
    )
  const before = await stateOf(world)
  for (const { write, site, origin } of [...forged, ...mistyped]) {
    const reply = await send(world.api.url, write.method, write.path, {
      headers: headersOf(world, { cookie: session.cookie, write, site, origin }),
      body: write.body,
    })
    const what = `${write.method} ${write.path} as ${write.type} from ${site ?? 'nowhere'}, ${origin ?? 'no origin'}`
    if (reply.status !== 403) problems.push(`${what}: ${reply.status}`)
    if (reply.headers['set-cookie'] !== undefined) problems.push(`${what}: a cookie`)
  }
  if ((await stateOf(world)) !== before) {
    problems.push('a forged request changed something')
  }
  return { problems, tried: forged.length + mistyped.length }
}

interface Sent {
  readonly cookie: string
  readonly write: Write
  readonly site: (typeof sites)[number] | 'same-origin'
  readonly origin: string | undefined
}

function headersOf(
  { broken }: World,
  { cookie, write, site, origin }: Sent,
): Record<string, string> {
  // The planted defect: a server that does not look where a request comes from.
  const seen = broken === 'cross-site' ? 'same-origin' : site
  return {
    host: ownHost,
    cookie,
    'content-length': String(Buffer.byteLength(write.body)),
    ...(write.body !== '' && { 'content-type': write.type }),
    ...(seen !== undefined && { 'sec-fetch-site': seen }),
    ...(origin !== undefined && { origin }),
  }
}

/** All that the forged requests ask for, as one text. */
async function stateOf({ api }: World): Promise<string> {
  const rows = await api.rows(
    `select
       (select string_agg(id || display_name, ',' order by id) from account) as names,
       (select string_agg(id, ',' order by id) from api_token) as tokens,
       (select string_agg(id, ',' order by id) from browser_session) as sessions,
       (select string_agg(hash, ',' order by account_id) from account_password) as passwords`,
  )
  return JSON.stringify(rows)
}
