import type { Revision } from '@lectern/contract/content.ts'
import type { Page } from '@lectern/contract/pages.ts'

/** What pages say in a later revision, where nothing else is new. */
export interface BodyChanges {
  readonly createdAt: string
  readonly pages: readonly {
    readonly id: string
    readonly documentId: string
    readonly updatedAt: string
  }[]
}

export interface BodiesAsked {
  readonly organizationId: string
  readonly spaceId: string
  readonly from: string
  readonly to: string
}

export type BodiesSince = (asked: BodiesAsked) => Promise<BodyChanges | undefined>

/** Whoever reads the whole instead gets the same, so this need not be waited for. */
const waitMsMax = 1000

/**
 * Asks the api what has changed, which costs little however large the space is. Undefined: more than
 * texts, or nobody can say.
 */
export function askForBodies(options: {
  readonly url: string
  readonly rendererSecret: string
}): BodiesSince {
  const { url, rendererSecret } = options
  return async ({ organizationId, spaceId, from, to }) => {
    const ids = [organizationId, 'spaces', spaceId, 'bodies', from, to]
    const target = `${url}/~render/orgs/${ids.map(encodeURIComponent).join('/')}`
    try {
      const reply = await fetch(target, {
        headers: { authorization: `Bearer ${rendererSecret}` },
        signal: AbortSignal.timeout(waitMsMax),
      })
      if (!reply.ok) {
        await reply.body?.cancel()
        return undefined
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its only optional field is checked
      const changes = (await reply.json()) as Partial<BodyChanges>
      const { createdAt, pages } = changes
      return createdAt === undefined || pages === undefined
        ? undefined
        : { createdAt, pages }
    } catch {
      return undefined
    }
  }
}

/** The later revision. What did not change is the same object as before. */
export function withBodies(
  revision: Revision,
  id: string,
  { createdAt, pages }: BodyChanges,
): Revision {
  const changes = new Map(pages.map((page) => [page.id, page]))
  return { ...revision, id, createdAt, pages: changedIn(revision.pages, changes) }
}

function changedIn(
  pages: Page[],
  changes: ReadonlyMap<string, BodyChanges['pages'][number]>,
): Page[] {
  let isSame = true
  const changed = pages.map((page) => {
    const now = changedPage(page, changes)
    if (now !== page) isSame = false
    return now
  })
  return isSame ? pages : changed
}

function changedPage(
  page: Page,
  changes: ReadonlyMap<string, BodyChanges['pages'][number]>,
): Page {
  if (page.type !== 'document' && page.type !== 'group') return page
  const inside = changedIn(page.pages, changes)
  const change = changes.get(page.id)
  if (change === undefined || page.type === 'group') {
    return inside === page.pages ? page : { ...page, pages: inside }
  }
  const { documentId, updatedAt } = change
  return { ...page, documentId, updatedAt, pages: inside }
}
