import assert from 'node:assert/strict'

import { type Client, createClient } from '@lectern/contract/client.ts'

import {
  type RunningCommand,
  runCommand,
  startCommand,
} from '../../server/test/commands/test-command.ts'
import {
  startTestDns,
  type TestDns,
} from '../../server/test/custom-hostnames/test-dns.ts'
import { until } from '../../server/test/database/test-until.ts'
import {
  openPostOffice,
  type PostOffice,
} from '../../server/test/notifications/test-post-office.ts'
import { makeIdentity } from '../../server/test/sso/test-certificates.ts'
import {
  startOidcProvider,
  type TestOidcProvider,
} from '../../server/test/sso/test-oidc-provider.ts'
import {
  type PhpPerson,
  type SimpleSamlPhp,
  startSimpleSamlPhp,
} from '../../server/test/sso/test-simplesamlphp.ts'
import { createTestDatabase } from '../../server/test/test-database.ts'
import { freePort } from '../../tools/free-port.ts'
import { untilReady } from '../../tools/until-ready.ts'
import { startSitesProcess } from './test-sites-process.ts'

/** An installation as operators run it: processes of ours, a mail server, a name server, two providers. */
export interface SignInWorld {
  /** PUBLIC_URL. */
  readonly own: string
  /** Signs in everybody to whom the operator opens it. */
  readonly oidc: TestOidcProvider
  /** Belongs to the organization that sets it up. */
  readonly saml: SimpleSamlPhp
  readonly dns: TestDns
  /** What `lectern-server` prints. */
  readonly command: (...words: readonly string[]) => Promise<string>
  /** The link in a mail to somebody, once it has arrived; each mail is read once. */
  readonly linkFor: (email: string, subject: string) => Promise<string>
  readonly api: (token: string) => Client
  readonly stop: () => Promise<void>
}

interface Known {
  /** What the provider of OpenID Connect says of each person. */
  readonly atOidc: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly atSaml: readonly PhpPerson[]
}

/** What the provider of the installation says of its people, and that of the organization of its own. */
const known: Known = {
  atOidc: { cid: { email: 'cid@acme.example', email_verified: true, name: 'Cid' } },
  atSaml: [
    ['dora', 'dora@acme.example', 'Dora Dahl'],
    ['ben', 'ben@acme.example', 'Ben Berg'],
  ].map(([name = '', mail = '', shown = '']) => ({
    name,
    attributes: { uid: [name], mail: [mail], displayName: [shown] },
  })),
}

/** Without any account: the first one is made by the command. */
export async function startSignInWorld(): Promise<SignInWorld> {
  const started = new AsyncDisposableStack()
  try {
    return await startAll(started)
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function startAll(started: AsyncDisposableStack): Promise<SignInWorld> {
  const [port, sitesPort] = [await freePort(), await freePort()]
  const own = `http://localhost:${port}`
  const database = await createTestDatabase()
  started.defer(database.drop)
  const office = await openPostOffice()
  started.defer(office.stop)
  const dns = await startTestDns()
  started.defer(dns.stop)
  const redirectUri = `${own}/~sign-in/with/staff/callback`
  const oidc = await startOidcProvider({ redirectUri, people: known.atOidc })
  started.defer(oidc.stop)
  const saml = await startSimpleSamlPhp(makeIdentity({ name: 'acme' }), known.atSaml)
  started.defer(saml.stop)
  const environment = {
    DATABASE_URL: database.url,
    PUBLIC_URL: own,
    PUBLISH_HOST: `localhost:${sitesPort}`,
    SITES_URL: `http://127.0.0.1:${sitesPort}`,
    MAIL_URL: office.url,
    DNS_SERVERS: dns.address,
    EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
    SIGN_IN_PROVIDERS: providersOf(oidc),
    LOG_LEVEL: 'warn',
  }
  const api = startCommand(['start', 'api'], { ...environment, PORT: String(port) })
  started.defer(async () => ended(api))
  const worker = startCommand(['start', 'worker'], environment)
  started.defer(async () => ended(worker))
  const apiUrl = `http://127.0.0.1:${port}`
  const ready = untilReady([`${apiUrl}/readyz`], api.child)
  const sites = await startSitesProcess(sitesPort, {
    API_URL: apiUrl,
    LOG_LEVEL: 'error',
  })
  started.defer(sites.stop)
  await ready
  return {
    own,
    oidc,
    saml,
    dns,
    async command(...words) {
      const { code, stdout, stderr } = await runCommand(words, environment)
      assert.equal(code, 0, stderr)
      return stdout.trim()
    },
    linkFor: async (email, subject) => nextLink(office, email, subject),
    api: (token) => createClient({ url: own, token, userAgent: 'lectern story' }),
    stop: async () => started.disposeAsync(),
  }
}

/** Its word on addresses counts: whoever runs the installation hands them out. */
function providersOf({ issuer, clientId, clientSecret }: TestOidcProvider): string {
  const entry = { kind: 'oidc', id: 'staff', label: 'Staff login', trustsEmail: true }
  return JSON.stringify([{ ...entry, issuer, clientId, clientSecret }])
}

async function ended({ child, ended: done }: RunningCommand): Promise<void> {
  child.kill('SIGTERM')
  await done
}

async function nextLink(
  { received }: PostOffice,
  email: string,
  subject: string,
): Promise<string> {
  return until(`a mail "${subject}" reaches ${email}`, () => {
    const at = received.findIndex(
      (mail) => mail.to.includes(email) && mail.subject.includes(subject),
    )
    const [mail] = at === -1 ? [] : received.splice(at, 1)
    return mail && /https?:\/\/\S+/.exec(mail.text)?.[0]
  })
}
