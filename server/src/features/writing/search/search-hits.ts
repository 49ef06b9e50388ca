import type { SearchPage, SearchSection } from '@lectern/contract/search.ts'
import { sql } from 'kysely'

import { spaceAppUrl } from '#/content-store/nodes/public.ts'
import {
  type PlaceForSearch,
  selectPlacesForSearch,
} from '#/content-store/search/public.ts'
import { statement } from '#/platform/database/statement.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { excerpt } from './excerpt.ts'
import type { Found } from './find-pages.ts'
import type { RankedPage } from './rank-pages.ts'

interface SectionRow {
  readonly space_id: string
  readonly page_id: string
  readonly number: number
  readonly anchor: string | null
  readonly heading: string
  readonly body: string
}

/** The most characters of a section in which an excerpt is looked for. */
const charactersMax = 12_000

const selectSectionTexts = statement<
  {
    organizationId: string
    spaceIds: readonly string[]
    pageIds: readonly string[]
    numbers: readonly number[]
    seen: string | null
  },
  SectionRow
>(
  'search.section-texts',
  (p) => sql`
    select s.space_id, s.page_id, s.number, s.anchor, s.heading,
      left(s.body, ${sql.lit(charactersMax)}) as body
    from unnest(${p.spaceIds}::text[], ${p.pageIds}::text[], ${p.numbers}::integer[])
      as asked (space_id, page_id, number)
    join search_section as s on s.organization_id = ${p.organizationId}
      and s.space_id = asked.space_id and s.page_id = asked.page_id
      and s.number = asked.number
    -- The page may have been indexed anew since the section was found: its number may be another's.
    where ${p.seen}::text is null or s.words @@ ${p.seen}::text::tsquery`,
)

const selectSpaceTitles = statement<
  { organizationId: string; spaceIds: readonly string[] },
  { id: string; title: string }
>(
  'search.space-titles',
  (p) => sql`
    select id, title from content_node
    where organization_id = ${p.organizationId} and id = any (${p.spaceIds}::text[])`,
)

export async function readSpaceTitles(
  { db }: Pick<ReaderContext, 'db'>,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many(selectSpaceTitles, { organizationId, spaceIds })
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Reads the places and texts of the pages on one page of the list; the result shows each page. */
export async function readHits(
  { db, config }: Pick<ReaderContext, 'db' | 'config'>,
  { organizationId, query, seen, pages }: Found,
  shown: readonly RankedPage[],
): Promise<(page: RankedPage) => SearchPage> {
  const parts = shown.flatMap(({ spaceId, pageId, sections }) =>
    sections.map((number) => ({ spaceId, pageId, number })),
  )
  const [places, texts] =
    shown.length === 0
      ? [[], []]
      : await Promise.all([
          db.many(selectPlacesForSearch, {
            organizationId,
            spaceIds: shown.map(({ spaceId }) => spaceId),
            pageIds: shown.map(({ pageId }) => pageId),
          }),
          db.many(selectSectionTexts, {
            organizationId,
            spaceIds: parts.map(({ spaceId }) => spaceId),
            pageIds: parts.map(({ pageId }) => pageId),
            numbers: parts.map(({ number }) => number),
            seen,
          }),
        ])
  const placeOf = new Map(places.map((row) => [keyOf(row), row]))
  const rankOf = new Map(pages.map((page, at) => [page, at + 1]))
  const textsOf = Map.groupBy(texts, keyOf)
  return (page) => {
    const key = `${page.spaceId} ${page.pageId}`
    const spaceUrl = spaceAppUrl(config, page.spaceId)
    const own = Map.groupBy(textsOf.get(key) ?? [], ({ number }) => number)
    return viewPage(placeOf.get(key), {
      pageId: page.pageId,
      rank: rankOf.get(page) ?? pages.length + 1,
      spaceUrl,
      words: query.words,
      sections: page.sections.flatMap((number) => own.get(number) ?? []),
    })
  }
}

interface PageHit {
  readonly pageId: string
  readonly rank: number
  readonly spaceUrl: string
  readonly words: readonly string[]
  readonly sections: readonly SectionRow[]
}

function viewPage(
  place: PlaceForSearch | undefined,
  { pageId, rank, spaceUrl, words, sections }: PageHit,
): SearchPage {
  const titles = place?.titles ?? []
  const path = (place?.slugs ?? []).filter((slug) => slug !== null).join('/')
  const app = `${spaceUrl}/${encodeURI(path)}`
  return {
    id: pageId,
    title: titles.at(-1) ?? '',
    description: place?.description ?? '',
    path,
    score: scoreAt(rank),
    rank,
    sections: sections.map((section, at): SearchSection => {
      const anchor = section.anchor === null ? '' : `#${section.anchor}`
      return {
        id: section.anchor ?? pageId,
        title: section.heading,
        path: path + anchor,
        score: scoreAt(rank * (at + 1)),
        body: excerpt(section.body, words),
        urls: { app: app + encodeURI(anchor) },
      }
    }),
    ancestors: titles.slice(0, -1).map((title) => ({ title })),
    urls: { app },
  }
}

/**
 * The score of a place. Scores by which pages are ordered depend on more than the caller sees, and
 * are told to nobody; places are.
 */
function scoreAt(place: number): number {
  return Number((1 / place).toFixed(6))
}

function keyOf({ space_id, page_id }: { space_id: string; page_id: string }): string {
  return `${space_id} ${page_id}`
}
