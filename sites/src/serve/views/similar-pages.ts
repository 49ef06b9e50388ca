import type { PlacedDocument, RevisionIndex } from '#/serve/reads/revision-index.ts'

const wordsMax = 8
const pagesComparedMax = 20_000

/** The last words of a path, for a search; empty when the path has none. */
export function wordsOfPath(path: string): string {
  return path
    .replace(/\.\w{1,5}$/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .slice(-wordsMax)
    .join(' ')
}

/** The pages with the most similar paths, the closest first; none that has little in common. */
export function similarPages(
  revision: RevisionIndex,
  path: string,
  max: number,
): readonly PlacedDocument[] {
  const wanted = triplesOf(path)
  if (wanted.size === 0) return []
  return revision.shownDocuments
    .slice(0, pagesComparedMax)
    .map((placed) => ({
      placed,
      likeness: likenessOf(wanted, triplesOf(placed.page.path)),
    }))
    .filter(({ likeness }) => likeness >= 0.3)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, max)
    .map(({ placed }) => placed)
}

/** The triples of characters in a path, and in its last segment, which says most about a page. */
function triplesOf(path: string): ReadonlySet<string> {
  const lower = path.toLowerCase().replace(/\.\w{1,5}$/, '')
  const last = lower.split('/').at(-1) ?? ''
  const triples = new Set<string>()
  for (const text of [lower, ` ${last} `]) {
    for (let at = 0; at + 3 <= text.length; at += 1) triples.add(text.slice(at, at + 3))
  }
  return triples
}

/** The likeness of two sets, from 0 to 1: Dice's coefficient. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const triple of other) if (one.has(triple)) shared += 1
  return (2 * shared) / (one.size + other.size)
}
