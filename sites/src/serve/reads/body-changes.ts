import type { Revision } from '@lectern/contract/content.ts'
import type { Page } from '@lectern/contract/pages.ts'

/** The new bodies of a later revision in which nothing else changed. */
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

/** A short timeout: after it the caller reads the whole revision, which gives the same result. */
const waitMsMax = 1000

/**
 * A function that asks the api which bodies changed, a cheap question however large the space is.
 * It gives undefined if more than bodies changed, or the api cannot say.
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

/** The later revision; unchanged parts are the same objects as before. */
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
