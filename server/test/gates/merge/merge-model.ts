import type { StoredContent, StoredRevision, StoredVersion } from './merge-history.ts'

/** A page in pieces: its title, then its paragraphs. Undefined for a page that is not there. */
export type Pieces = readonly string[] | undefined

export interface ContentModel {
  readonly byId: ReadonlyMap<string, StoredRevision>
  readonly revisionAt: (branch: string, number: number) => StoredRevision | undefined
  /** A page as a revision has it: as its branch says, or else as the main branch said then. */
  readonly piecesIn: (revision: StoredRevision, page: string) => Pieces
  /** What the branch of a revision says itself there. */
  readonly ownPages: (revision: StoredRevision) => readonly string[]
}

/** What every revision held, told from the rows alone and without any statement of the server. */
export function modelOf({ spaceId, revisions, versions }: StoredContent): ContentModel {
  const byId = new Map(revisions.map((revision) => [revision.id, revision]))
  const byPlace = new Map(
    revisions.map((revision) => [`${revision.branch} ${revision.number}`, revision]),
  )
  const byPage = new Map(
    [...Map.groupBy(versions, ({ branch, page }) => `${branch} ${page}`)].map(
      ([key, ofPage]) => [key, ofPage.toSorted((a, b) => a.from - b.from)],
    ),
  )
  const pagesOf = Map.groupBy(versions, ({ branch }) => branch)
  const pieces = new Map<StoredVersion, readonly string[]>()

  function versionIn(branch: string, page: string, number: number) {
    const last = lastUpTo(byPage.get(`${branch} ${page}`) ?? [], number)
    return last === undefined || (last.to !== null && last.to <= number)
      ? undefined
      : last
  }

  function piecesOf(version: StoredVersion): readonly string[] {
    const known = pieces.get(version)
    if (known !== undefined) return known
    const made = [version.title, ...version.markdown.trimEnd().split('\n\n')]
    pieces.set(version, made)
    return made
  }

  return {
    byId,
    revisionAt: (branch, number) => byPlace.get(`${branch} ${number}`),
    piecesIn({ branch, number, mainNumber }, page) {
      const own = versionIn(branch, page, number)
      const version =
        own ?? (mainNumber === null ? undefined : versionIn(spaceId, page, mainNumber))
      return version === undefined || version.isGone ? undefined : piecesOf(version)
    },
    ownPages({ branch, number }) {
      const all = (pagesOf.get(branch) ?? []).map(({ page }) => page)
      return [...new Set(all)].filter((page) => versionIn(branch, page, number))
    },
  }
}

function lastUpTo(
  ordered: readonly StoredVersion[],
  number: number,
): StoredVersion | undefined {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ordered[middle]?.from ?? 0) <= number) low = middle + 1
    else high = middle
  }
  return ordered[low - 1]
}

/** What three versions of a page make; a text where both sides say something else of a piece. */
export function mergedPieces(base: Pieces, ours: Pieces, theirs: Pieces) {
  const whole = chosen(joined(base), joined(ours), joined(theirs))
  if (whole !== undefined) return { ours, theirs }[whole]
  if (base === undefined || ours === undefined || theirs === undefined) return 'conflict'
  const merged = base.map((piece, index) => {
    const side = chosen(piece, ours[index], theirs[index])
    return side === undefined ? undefined : { ours, theirs }[side][index]
  })
  return merged.every((piece) => piece !== undefined) ? merged : 'conflict'
}

function chosen(base: string | undefined, ours?: string, theirs?: string) {
  if (ours === base) return 'theirs'
  return theirs === base || ours === theirs ? 'ours' : undefined
}

export function joined(pieces: Pieces): string | undefined {
  return pieces?.join('\n\n')
}
