import type { SearchQuery } from './search-query.ts'
import type { FoundSection } from './section-search.ts'

export interface RankedPage {
  readonly spaceId: string
  readonly pageId: string
  readonly score: number
  /** The best sections of the page, best first. */
  readonly sections: readonly number[]
}

/** The least part of the query, by weight, that a page must cover to be found at all. */
const coverageMin = 0.4
/** The share of a score for what sections say together; what one says alone counts more. */
const togetherPart = 0.4
export const pagesMax = 1000
const sectionsPerPageMax = 5

/** Puts pages in order: by what their best section says of every term, and by what is missing. */
export function rankPages(
  found: readonly FoundSection[],
  { terms }: SearchQuery,
): readonly RankedPage[] {
  const weights = terms.map(({ weight }) => weight)
  const weightOfAll = weights.reduce((total, weight) => total + weight, 0)
  const byPage = Map.groupBy(found, ({ space_id, page_id }) => `${space_id} ${page_id}`)
  return [...byPage.values()]
    .flatMap((sections) => rankPage(sections, weights, weightOfAll))
    .toSorted(byScore)
    .slice(0, pagesMax)
}

function rankPage(
  sections: readonly FoundSection[],
  weights: readonly number[],
  weightOfAll: number,
): RankedPage[] {
  const [first] = sections
  if (first === undefined) return []
  const best = weights.map((_, at) =>
    Math.max(...sections.map(({ ranks }) => ranks[at] ?? 0)),
  )
  const coverage = covered(best, weights) / weightOfAll
  if (coverage < coverageMin) return []
  const scored = sections
    .map(({ number, ranks }) => ({
      number,
      score:
        (said(ranks, weights) * (covered(ranks, weights) / weightOfAll)) / weightOfAll,
    }))
    .toSorted((a, b) => b.score - a.score || a.number - b.number)
  const together = (said(best, weights) * coverage) / weightOfAll
  return [
    {
      spaceId: first.space_id,
      pageId: first.page_id,
      score:
        coverage *
        ((scored[0]?.score ?? 0) * (1 - togetherPart) + together * togetherPart),
      sections: scored.slice(0, sectionsPerPageMax).map(({ number }) => number),
    },
  ]
}

/** The weight of the terms that were found at all. */
function covered(ranks: readonly number[], weights: readonly number[]): number {
  return weights.reduce(
    (total, weight, at) => total + ((ranks[at] ?? 0) > 0 ? weight : 0),
    0,
  )
}

function said(ranks: readonly number[], weights: readonly number[]): number {
  return weights.reduce((total, weight, at) => total + weight * (ranks[at] ?? 0), 0)
}

function byScore(a: RankedPage, b: RankedPage): number {
  if (a.score !== b.score) return b.score - a.score
  return a.pageId < b.pageId ? -1 : 1
}
