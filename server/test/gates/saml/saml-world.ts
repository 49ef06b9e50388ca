import { until } from '#test/database/test-until.ts'
import { openPostOffice, type PostOffice } from '#test/notifications/test-post-office.ts'
import { ownHost } from '#test/sessions/test-browser-session.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import type { TestProvider } from '#test/sso/test-saml-browser.ts'
import {
  type PhpPerson,
  type SimpleSamlPhp,
  startSimpleSamlPhp,
} from '#test/sso/test-simplesamlphp.ts'

import { createInstance, type Instance } from '../harness/instance.ts'

/** Two api processes at one database, with identity providers of two organizations. */
export interface World {
  readonly urls: readonly [string, string]
  readonly idp: TestIdp
  readonly provider: TestProvider
  /** Of the other organization, with the same identity provider. */
  readonly elsewhere: TestProvider
  /** Of the other organization, whose identity provider says what an attacker wants. */
  readonly hostile: { readonly idp: TestIdp; readonly provider: TestProvider }
  /** Of the first organization, each with what SimpleSAMLphp is told about it. */
  readonly php: SimpleSamlPhp
  /** The path of the next link that is mailed for a provider. */
  readonly mailed: (provider: Pick<TestProvider, 'id'>) => Promise<string>
  readonly makeProvider: (idp: Described) => Promise<TestProvider>
  readonly rows: (
    statement: string,
    values?: unknown[],
  ) => Promise<Record<string, unknown>[]>
  readonly stop: () => Promise<void>
}

interface Described {
  readonly entityId: string
  readonly certificate: string
  readonly ssoURL?: string
  readonly isElsewhere?: boolean
}

export async function createSamlWorld(
  broken: string | undefined,
  people: readonly PhpPerson[],
): Promise<World> {
  const office = await openPostOffice()
  const settings = { PUBLIC_URL: `http://${ownHost}`, MAIL_URL: office.url }
  const instance = await createInstance(settings)
  try {
    return await createIn({ instance, office }, broken, people)
  } catch (error) {
    await instance.close()
    await office.stop()
    throw error
  }
}

async function createIn(
  { instance, office }: { instance: Instance; office: PostOffice },
  broken: string | undefined,
  people: readonly PhpPerson[],
): Promise<World> {
  const plant = new URL('saml-plant.ts', import.meta.url).href
  const more: Record<string, string> =
    broken === undefined ? {} : { NODE_OPTIONS: `--import=${plant}`, GATE_BREAK: broken }
  const php = await startSimpleSamlPhp(makeIdentity({ name: 'php' }), people)
  const starting = instance.startApi(undefined, more)
  // One process is enough to find a planted defect.
  const alike = broken === undefined ? instance.startApi(undefined, more) : starting
  const [one, other] = await Promise.all([starting, alike])
  await instance.startWorker()
  const { sample } = instance
  await proveDomains(instance)
  const makeProvider = async ({ isElsewhere = false, ...given }: Described) => {
    const organization = isElsewhere ? sample.otherOrganization : sample.organization
    const token = sample.tokens[isElsewhere ? 'outsider' : 'admin']
    const reply = await fetch(`${one.url}/v1/orgs/${organization}/saml`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        label: 'Acme',
        entityID: given.entityId,
        ssoURL: given.ssoURL ?? 'https://idp.example/sso',
        certificate: given.certificate,
        defaultRole: 'read',
      }),
    })
    return providerIn(reply)
  }
  const idp = new TestIdp()
  const described = { entityId: idp.entityId, certificate: idp.identity.certificate }
  const hostileIdp = new TestIdp('https://hostile.example/metadata')
  return {
    urls: [one.url, other.url],
    idp,
    provider: await makeProvider(described),
    elsewhere: await makeProvider({ ...described, isElsewhere: true }),
    hostile: {
      idp: hostileIdp,
      provider: await makeProvider({
        entityId: hostileIdp.entityId,
        certificate: hostileIdp.identity.certificate,
        isElsewhere: true,
      }),
    },
    php,
    mailed: async ({ id }) => nextLink(office, `/sso/saml/${id}/link/`),
    makeProvider,
    async rows(statement, values) {
      const { rows } = await instance.db.raw(statement, values)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows are records
      return rows as Record<string, unknown>[]
    },
    async stop() {
      await php.stop()
      await instance.close()
      await office.stop()
    },
  }
}

async function providerIn(reply: Response): Promise<TestProvider> {
  const body: unknown = await reply.json()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract says so
  const { id, service } = body as { id: string; service: Omit<TestProvider, 'id'> }
  if (reply.status !== 201) throw new Error(JSON.stringify(body))
  return { id, entityID: service.entityID, acsURL: service.acsURL }
}

/** Where who is new comes in at once; everybody else has to open a link. */
async function proveDomains({ db, sample }: Instance): Promise<void> {
  for (const [organization, domains] of [
    [sample.organization, ['idp.example', 'php.example']],
    [sample.otherOrganization, ['idp.example', 'hostile.example']],
  ]) {
    await db.raw(
      `update organization set email_domains = $2, proven_email_domains = $2
       where organization_id = $1`,
      [organization, domains],
    )
  }
}

/** Takes a mail out whose link begins so. */
async function nextLink({ received }: PostOffice, prefix: string): Promise<string> {
  return until(`a link is mailed to ${prefix}`, () => {
    const at = received.findIndex(({ text }) => text.includes(prefix))
    const [mail] = at === -1 ? [] : received.splice(at, 1)
    return mail && /\/sso\/saml\/\S+/.exec(mail.text)?.[0]
  })
}
