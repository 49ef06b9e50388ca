import { Provider } from 'oidc-provider'

/** An identity provider in a process of its own: `node oidc-provider-process.ts SETTINGS`. */
interface Settings {
  readonly port: number
  readonly redirectUri: string
  readonly clientId: string
  readonly clientSecret: string
  /** What is said of each person, by the name that they sign in with. */
  readonly people: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const [, , given = ''] = process.argv
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test that starts it writes them
const settings = JSON.parse(given) as Settings
const { port, redirectUri, clientId, clientSecret, people } = settings

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  pkce: { required: () => true },
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: () => ({ sub, ...people[sub] }),
  }),
})
provider.listen(port, '127.0.0.1', () => process.send?.('ready'))
