import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * What GitHub Enterprise Server does for a sign-in, in a process of its own: its pages, its tokens
 * and what it says of people. `node github-process.ts SETTINGS`.
 */
interface Settings {
  readonly port: number
  readonly clientId: string
  readonly clientSecret: string
  readonly people: Readonly<Record<string, { user: object; emails: readonly object[] }>>
}

const [, , given = ''] = process.argv
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test that starts it writes them
const { port, clientId, clientSecret, people } = JSON.parse(given) as Settings

const codes = new Map<string, { login: string; challenge: string }>()

/** The page where somebody agrees; a test says who it is. */
function authorize({ searchParams }: URL): string {
  const login = searchParams.get('login') ?? ''
  const code = `code-of-${login}-${codes.size}`
  codes.set(code, { login, challenge: searchParams.get('code_challenge') ?? '' })
  const back = new URL(searchParams.get('redirect_uri') ?? '')
  back.searchParams.set('iss', `http://127.0.0.1:${port}/login/oauth`)
  back.searchParams.set('code', code)
  back.searchParams.set('state', searchParams.get('state') ?? '')
  return back.href
}

/** GitHub says what went wrong with status 200. */
function exchange(form: URLSearchParams): object {
  const isOurs =
    form.get('client_id') === clientId && form.get('client_secret') === clientSecret
  if (!isOurs) return { error: 'incorrect_client_credentials' }
  const code = form.get('code') ?? ''
  const found = codes.get(code)
  const verifier = form.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  if (found?.challenge !== challenge) return { error: 'bad_verification_code' }
  codes.delete(code)
  return { access_token: `token-of-${found.login}`, token_type: 'bearer' }
}

/** What the API says to whoever has a token. */
function tell(path: string, authorization = ''): [number, object] {
  const person = people[authorization.replace(/^bearer token-of-/i, '')]
  if (person === undefined) return [401, { message: 'Bad credentials' }]
  if (path === '/api/v3/user') return [200, person.user]
  if (path === '/api/v3/user/emails') return [200, person.emails]
  return [404, { message: 'Not Found' }]
}

const server = createServer((request, reply) => {
  const url = new URL(request.url ?? '', `http://127.0.0.1:${port}`)
  const json = (status: number, body: object) =>
    reply
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body))
  if (url.pathname === '/login/oauth/authorize') {
    reply.writeHead(302, { location: authorize(url) }).end()
  } else if (url.pathname === '/login/oauth/access_token') {
    void text(request).then((body) => json(200, exchange(new URLSearchParams(body))))
  } else {
    json(...tell(url.pathname, request.headers.authorization))
  }
})
server.listen(port, '127.0.0.1', () => process.send?.('ready'))
