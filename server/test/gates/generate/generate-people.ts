import { issueToken } from '#/features/people/api-tokens/public.ts'
import { addMember } from '#/features/people/members/public.ts'
import { noteSsoProvided } from '#/features/people/organizations/public.ts'
import { startSession } from '#/features/people/sessions/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Sample, SampleName } from '#test/sample.ts'

import type { Place } from './generate-world.ts'

export interface Person {
  readonly userId: string
  readonly email: string
  readonly token: string
}

export async function newPerson(
  db: Database,
  name: string,
  canary: string,
): Promise<Person> {
  const email = `${name}@${canary}.example`
  return db.transaction(async (tx) => {
    const displayName = `${name} ${canary}`
    const userId = await createAccount(tx, { displayName, email, isVerified: true })
    const { secret } = await issueToken(tx, { accountId: userId, label: canary })
    return { userId, email, token: secret }
  })
}

export async function removeMember(db: Database, organizationId: string, userId: string) {
  await db.raw('delete from member where organization_id = $1 and user_id = $2', [
    organizationId,
    userId,
  ])
  await db.raw(
    'delete from account_membership where organization_id = $1 and account_id = $2',
    [organizationId, userId],
  )
  await db.raw(
    `update organization_counter set value = value - 1
     where organization_id = $1 and name = 'members'`,
    [organizationId],
  )
}

/** What somebody has of a kind: one thing, and one that they had. */
export type Spares = Readonly<
  Record<'token' | 'session', Readonly<Record<'own' | 'deleted', string>>>
>

export async function sparesOf(
  db: Database,
  { users }: Sample,
): Promise<Readonly<Record<SampleName, Spares>>> {
  const spares: [string, Spares][] = []
  for (const [name, userId] of Object.entries(users)) {
    spares.push([name, await sparesOfOne(db, userId)])
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each of the users
  return Object.fromEntries(spares) as Record<SampleName, Spares>
}

async function sparesOfOne(db: Database, userId: string): Promise<Spares> {
  const issue = async (label: string) =>
    db.transaction(
      async (tx) => (await issueToken(tx, { accountId: userId, label })).row.id,
    )
  const [kept, ended] = [await signIn(db, userId), await signIn(db, userId)]
  await db.raw('delete from browser_session where id = $1', [ended.id])
  const token = { own: await issue('Spare'), deleted: await issue('Gone') }
  await db.raw('delete from api_token where id = $1', [token.deleted])
  return { token, session: { own: kept.id, deleted: ended.id } }
}

/** Admins of an organization that lets them in through its single sign-on alone, who came another way. */
export interface KeptOut {
  readonly userId: string
  readonly token: string
  readonly cookie: string
  readonly spare: Spares
}

export async function keepOut(db: Database, organizationId: string): Promise<KeptOut> {
  const { userId, token } = await newPerson(db, 'kept', 'out')
  await db.transaction(async (tx) => {
    await addMember(tx, { organizationId, userId, role: 'admin', sso: true })
    await noteSsoProvided(tx, { organizationId, isProvided: true })
  })
  const { cookie } = await signIn(db, userId)
  return { userId, token, cookie, spare: await sparesOfOne(db, userId) }
}

/** Gives somebody a second factor; nobody here signs in with it. */
export async function addSecondFactor(db: Database, accountId: string): Promise<void> {
  await db.raw(
    `insert into second_factor (account_id, sealed, used_step, set_at)
     values ($1, repeat('sealed', 20), 0, now())`,
    [accountId],
  )
}

/** Lets the identity provider of a place know an account of one of its members. */
export async function knowAtProvider(
  db: Database,
  { organizationId, things }: Pick<Place, 'organizationId' | 'things'>,
  accountId: string,
): Promise<void> {
  await db.raw(
    `insert into account_identity (provider, subject, account_id, organization_id)
     values ('saml:' || $1, $2, $2, $3)`,
    [things['samlProvider'], accountId, organizationId],
  )
}

export async function cookiesOf(db: Database, accountId: string, organizationId: string) {
  const { cookie } = await signIn(db, accountId)
  const { cookie: boundCookie } = await signIn(db, accountId, organizationId)
  return { cookie, boundCookie }
}

/** A session that stays fresh for as long as a gate runs. */
async function signIn(db: Database, accountId: string, organizationId?: string) {
  const started = await db.transaction(async (tx) =>
    startSession(
      tx,
      { SESSION_HOURS: 1000 },
      {
        accountId,
        organizationId,
        way: 'link',
        address: '192.0.2.1',
        userAgent: undefined,
      },
    ),
  )
  await db.raw(
    `update browser_session set authenticated_at = now() + interval '30 days' where id = $1`,
    [started.id],
  )
  return { id: started.id, cookie: started.cookie.split(';', 1).join('') }
}

export async function withSession<Of extends Place>(
  db: Database,
  place: Of,
  accountId: string,
): Promise<Of> {
  const { id: session } = await signIn(db, accountId)
  return { ...place, things: { ...place.things, session } }
}

export async function specialTokens(db: Database, accountId: string, second: string) {
  const issue = async (label: string, limits: object) =>
    db.transaction(
      async (tx) => (await issueToken(tx, { accountId, label, ...limits })).secret,
    )
  const tokens = {
    revoked: await issue('Revoked', {}),
    expired: await issue('Expired', { expiresAt: '2020-01-01T00:00:00.000Z' }),
    readOnly: await issue('Reading', { scopes: ['read'] }),
    boundToSecond: await issue('Bound', { organizationId: second }),
  }
  await db.raw(`delete from api_token where label = 'Revoked'`)
  return tokens
}
