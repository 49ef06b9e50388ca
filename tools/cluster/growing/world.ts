import type { Database } from '@lectern/server/platform/database/database.ts'

/** Something that one writer changes, one write after the other. */
export interface Thing {
  readonly kind: 'comment' | 'page' | 'team'
  readonly organizationId: string
  readonly token: string
  readonly spaceId: string
  /** Empty for comments: each write posts another. */
  readonly id: string
}

const organizations = 8
const spacesEach = 2
const pagesEach = 2
const teamsEach = 4
const commentersEach = 2

/** Organizations with what is written to; of everything some, so that many writes go on at once. */
export async function createThings(db: Database, url: string): Promise<Thing[]> {
  const all: Thing[] = []
  for (let number = 0; number < organizations; number += 1) {
    const owner = await createOwner(db, number)
    for (let space = 0; space < spacesEach; space += 1) {
      all.push(...(await createSpace(url, owner)))
    }
    for (let team = 0; team < teamsEach; team += 1) {
      const path = `/orgs/${owner.organizationId}/teams`
      const { id } = await send(url, owner.token, ['PUT', path], {
        title: `Team ${team}`,
      })
      all.push({ ...owner, kind: 'team', spaceId: '', id })
    }
  }
  return all
}

type Owner = Pick<Thing, 'organizationId' | 'token'>

async function createOwner(db: Database, number: number): Promise<Owner> {
  const { issueToken } =
    await import('@lectern/server/features/people/api-tokens/public.ts')
  const { foundOrganization } =
    await import('@lectern/server/features/people/organizations/public.ts')
  const { createAccount } =
    await import('@lectern/server/features/people/users/public.ts')
  return db.transaction(async (tx) => {
    const displayName = `Owner ${number}`
    const email = `owner${number}@grow.example`
    const accountId = await createAccount(tx, { displayName, email, isVerified: true })
    const title = `Growing ${number}`
    const organizationId = await foundOrganization(tx, { title, createdBy: accountId })
    const { secret } = await issueToken(tx, { accountId, label: 'Growing' })
    return { organizationId, token: secret }
  })
}

async function createSpace(url: string, owner: Owner): Promise<Thing[]> {
  const spaces = `/orgs/${owner.organizationId}/spaces`
  const { id: spaceId } = await send(url, owner.token, ['POST', spaces], {
    title: 'Manual',
    editMode: 'live',
  })
  const content = `/spaces/${spaceId}/content`
  const { changes } = await send(url, owner.token, ['POST', content], {
    changes: Array.from({ length: pagesEach }, (_, page) => ({
      operation: 'insert_page',
      title: `Page ${page}`,
      document: { markdown: `Text ${page}.\n` },
    })),
  })
  const pages = changes.map(({ page }) => ({ kind: 'page' as const, id: page }))
  const comments = Array.from({ length: commentersEach }, () => ({
    kind: 'comment' as const,
    id: '',
  }))
  return [...pages, ...comments].map((thing) => ({ ...owner, spaceId, ...thing }))
}

async function send(
  url: string,
  token: string,
  [method, path]: readonly ['POST' | 'PUT', string],
  body: object,
): Promise<{ id: string; changes: { page: string }[] }> {
  const reply = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract of what is made
  return (await reply.json()) as { id: string; changes: { page: string }[] }
}
