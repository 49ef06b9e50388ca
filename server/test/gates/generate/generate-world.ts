import { setTimeout as sleep } from 'node:timers/promises'

import { addMember } from '#/features/people/members/public.ts'
import { foundOrganization } from '#/features/people/organizations/public.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'
import {
  createSample,
  type Sample,
  sampleMembers,
  type SampleName,
} from '#test/sample.ts'

import { type GateApi, type Plant, startGateApi } from './generate-api.ts'
import { giveAccess } from './generate-content.ts'
import { type MadeDirectory, makeDirectory } from './generate-directories.ts'
import type { Things } from './generate-call.ts'
import {
  addSecondFactor,
  cookiesOf,
  keepOut,
  type KeptOut,
  knowAtProvider,
  newPerson,
  removeMember,
  type Spares,
  sparesOf,
  specialTokens,
  withSession,
} from './generate-people.ts'
import type { MadeSites } from './generate-sites.ts'
import { makeThings, putIntoTeam } from './generate-things.ts'
import { type Snapshot, takeSnapshot } from './generate-snapshot.ts'
import { openWire, type WireClient } from './generate-wire.ts'

/** An organization with one of everything, and its traces that nobody else may see. */
export interface Place {
  readonly organizationId: string
  /** A word that stands in every text of the place. */
  readonly canary: string
  /** The accounts that belong to this organization and to no other. */
  readonly accountIds: readonly string[]
  readonly adminToken: string
  /** The ids of things that exist, by kind, such as `team`; `deleted` has those that are gone. */
  readonly things: Things
  readonly deleted: Things
  /** The sites of the organization, as their readers reach them. */
  readonly sites: Pick<MadeSites, 'readers' | 'formerReader' | 'aside'>
}

/** A place that a directory keeps the members of. */
export interface KeptPlace extends Place {
  readonly directory: MadeDirectory
}

export interface World {
  readonly api: GateApi
  readonly wire: WireClient
  readonly sample: Sample
  /** The organization in which the sample's people have their roles. */
  readonly home: KeptPlace
  /** The organization in which the same people have the same roles. */
  readonly second: KeptPlace
  /** The organization whose admin is the outsider. */
  readonly elsewhere: KeptPlace
  /** The organization that none of the others belongs to. */
  readonly vault: KeptPlace
  readonly snapshot: Snapshot
  readonly tokens: Readonly<
    Record<'revoked' | 'expired' | 'readOnly' | 'boundToSecond', string>
  >
  /** Two API tokens and sessions of each of the sample's people: one to end, and one that has. */
  readonly spares: Readonly<Record<SampleName, Spares>>
  /** The Cookie header of a browser that the admin is signed in with. */
  readonly cookie: string
  /** The same of one that the second organization signed the admin in with, for itself alone. */
  readonly boundCookie: string
  /** A member of home who has to come in through its single sign-on, and did not. */
  readonly keptOut: KeptOut
  readonly stop: () => Promise<void>
}

/** Boots the api and settles four organizations in it. */
export async function createWorld(plant: Plant = {}): Promise<World> {
  const api = await startGateApi(plant)
  const wire = openWire(api.url)
  const stop = async () => {
    wire.close()
    await api.stop()
  }
  try {
    const sample = await createSample(api.db)
    const { users, tokens } = sample
    const second = await api.db.transaction(async (tx) => {
      const founded = await foundOrganization(tx, {
        title: 'Second',
        createdBy: users.admin,
      })
      await addSampleMembers(tx, sample, founded)
      return founded
    })
    const keeper = await newPerson(api.db, 'keeper', canaryOf('vault'))
    const vault = await api.db.transaction(async (tx) =>
      foundOrganization(tx, { title: 'Vault', createdBy: keeper.userId }),
    )
    const settle = async (name: string, organizationId: string, adminToken: string) => {
      const place = await settlePlace({ api, wire, name, organizationId, adminToken })
      return {
        ...place,
        directory: await makeDirectory({ ...place, wire, url: api.url }),
      }
    }
    const world = {
      api,
      wire,
      sample,
      home: await settle('home', sample.organization, tokens.admin),
      second: await settle('second', second, tokens.admin),
      elsewhere: await settle('elsewhere', sample.otherOrganization, tokens.outsider),
      vault: await withSession(
        api.db,
        alsoOf(await settle('vault', vault, keeper.token), keeper.userId),
        keeper.userId,
      ),
      tokens: await specialTokens(api.db, users.admin, second),
      spares: await sparesOf(api.db, sample),
      ...(await cookiesOf(api.db, users.admin, second)),
      keptOut: await keepOut(api.db, sample.organization),
    }
    await giveRoles(world)
    await addSecondFactor(api.db, users.admin)
    for (const place of [world.home, world.second]) {
      await knowAtProvider(api.db, place, users.admin)
    }
    await knowAtProvider(api.db, world.elsewhere, users.outsider)
    await knowAtProvider(api.db, world.vault, keeper.userId)
    // The time of a token's first use is written behind its answer.
    await sleep(100)
    const snapshot = await takeSnapshot(api.db, api.databaseUrl)
    return {
      ...world,
      snapshot,
      async stop() {
        await snapshot.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Sets up who may do what, so that nobody may for two reasons at once. */
async function giveRoles({
  api,
  wire,
  sample: { users },
  home,
  second,
  elsewhere,
}: Pick<World, 'api' | 'wire' | 'sample' | 'home' | 'second' | 'elsewhere'>) {
  for (const place of [home, second]) {
    // What an admin may do must not rest on owning the team as well.
    await putIntoTeam(wire, place, {
      [users.edit]: 'owner',
      [users.guest]: 'owner',
      [users.admin]: 'member',
    })
  }
  for (const place of [home, second]) {
    await giveAccess({ ...place, wire }, place.things, [users.guest])
  }
  for (const table of ['comment', 'comment_reply']) {
    // Their author may do less than they could when they wrote it.
    await api.db.raw(`update ${table} set posted_by = '${users.read}'
      where organization_id in ('${home.organizationId}', '${second.organizationId}')`)
  }
  await giveAccess({ ...elsewhere, wire }, elsewhere.things, [])
}

/** Long and odd enough never to stand in an answer by chance. */
function canaryOf(name: string): string {
  return `zq7${name}canary`
}

async function addSampleMembers(
  tx: Transaction,
  { users }: Sample,
  organizationId: string,
): Promise<void> {
  for (const name of sampleMembers) {
    const role = name === 'guest' ? null : name
    await addMember(tx, { organizationId, userId: users[name], role, sso: false })
  }
}

function alsoOf(place: KeptPlace, accountId: string): KeptPlace {
  return { ...place, accountIds: [...place.accountIds, accountId] }
}

interface Settling {
  readonly api: Pick<GateApi, 'db' | 'storage' | 'readSpec'>
  readonly wire: WireClient
  readonly name: string
  readonly organizationId: string
  readonly adminToken: string
}

/** Makes one of everything in an organization, through the api and, where it has no way, by hand. */
export async function settlePlace(settling: Settling): Promise<Place> {
  const { api, name, organizationId, adminToken } = settling
  const canary = canaryOf(name)
  const resident = await newPerson(api.db, 'resident', canary)
  const former = await newPerson(api.db, 'former', canary)
  await api.db.transaction(async (tx) => {
    for (const { userId } of [resident, former]) {
      await addMember(tx, { organizationId, userId, role: 'read', sso: false })
    }
  })
  await api.db.raw(
    `update organization set title = $2, logo = $3, merge_rules = $4, email_domains = $5,
       proven_email_domains = $5
     where organization_id = $1`,
    [
      organizationId,
      `Title ${canary}`,
      `https://${canary}.example/logo.png`,
      { type: 'rules', rules: [{ rule: 'custom', expression: `"${canary}" != ""` }] },
      [`${canary}.example`],
    ],
  )
  await api.db.raw(
    `insert into email_domain (domain, organization_id, proven_at) values ($1, $2, now())`,
    [`${canary}.example`, organizationId],
  )
  const made = await makeThings({
    ...settling,
    storage: api.storage,
    readSpec: api.readSpec,
    canary,
    residentId: resident.userId,
    withAccountThings: name === 'vault',
  })
  await removeMember(api.db, organizationId, former.userId)
  const importRun = await startedImport(api.db, organizationId, made.things, canary)
  await api.db.raw(
    'update link_invite set role = null where organization_id = $1 and id <> $2',
    [organizationId, made.things['invite']],
  )
  const hostname = await hostnameOf(api.db, organizationId)
  return {
    organizationId,
    canary,
    adminToken,
    accountIds: [resident.userId, former.userId],
    sites: made.sites,
    things: {
      ...made.things,
      importRun,
      organization: organizationId,
      user: resident.userId,
      email: resident.email,
      subdomain: hostname,
      emailDomain: `${canary}.example`,
    },
    deleted: {
      ...made.deleted,
      organization: await vanishedOrganization(api.db, resident.userId),
      user: former.userId,
      email: former.email,
      subdomain: `gone-${hostname}`.slice(0, 32),
      emailDomain: `gone.${canary}.example`,
    },
  }
}

/** An import that waits for a worker; none runs here. */
async function startedImport(
  db: Database,
  organizationId: string,
  { space }: Things,
  canary: string,
): Promise<string> {
  const id = newId()
  await db.raw(
    `insert into import_run
       (organization_id, id, space_id, mode, upload_keys, upload_names, created_by)
     values ($1, $2, $3, 'add', '{}', array[$4], $4)`,
    [organizationId, id, space, canary],
  )
  return id
}

async function hostnameOf(db: Database, organizationId: string): Promise<string> {
  const { rows } = await db.raw(
    'select hostname from organization where organization_id = $1',
    [organizationId],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column of the statement above
  return (rows as { hostname: string }[])[0]?.hostname ?? ''
}

/** No operation removes an organization, so its rows are taken away by hand. */
async function vanishedOrganization(db: Database, createdBy: string): Promise<string> {
  const id = await db.transaction(async (tx) =>
    foundOrganization(tx, { title: 'Vanished', createdBy }),
  )
  for (const table of ['directory', 'subdomain', 'account_membership', 'organization']) {
    await db.raw(`delete from ${table} where organization_id = $1`, [id])
  }
  return id
}
