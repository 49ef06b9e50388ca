import type { HeadingLevel, Page } from '#/blocks/page.ts'
import { type ApiWords, apiWordsFor } from './api-words.ts'

/** A part of a specification as its views see it. */
export interface ApiView {
  readonly page: Page
  readonly words: ApiWords
  readonly spec: string
  /** The level of the headings inside. */
  readonly level: HeadingLevel
  /** The id of a place inside, such as `query limit`, for the first who asks. */
  readonly idOf: (place: string) => string | undefined
  /** The places of what was shown before and is the same again: once is enough. */
  readonly shown: Map<string, string | undefined>
  /** The most languages of samples, the same for all operations of a page. */
  readonly languagesMax: number
  /** What may still be shown: it gets less while views are drawn, one after the other. */
  readonly left: Room
}

/** What a part may take of a page: more would make the page heavy for everybody. */
export interface Room {
  /** Rows of schemas. */
  rows: number
  /** Allowed values. */
  values: number
  /** Characters of descriptions. */
  texts: number
  /** Characters of code in colours. */
  colours: number
  /** Characters of examples. */
  examples: number
  /** Characters of samples of requests. */
  samples: number
}

/** What all parts of a page share, and what even one of very many gets. */
const shared: Room = {
  rows: 4000,
  values: 4000,
  texts: 200_000,
  colours: 60_000,
  examples: 100_000,
  samples: 2_000_000,
}
/** What a sample is counted as: few are longer. */
const sampleLength = 2000
const least: Room = {
  rows: 20,
  values: 20,
  texts: 1000,
  colours: 0,
  examples: 500,
  samples: sampleLength,
}
const most: Room = {
  rows: 800,
  values: 1000,
  texts: 100_000,
  colours: 20_000,
  examples: 40_000,
  samples: 200_000,
}

/** The room of each part of a page that shows so many. */
function roomOf(partCount: number): Room {
  const share = (name: keyof Room) =>
    Math.min(most[name], Math.max(least[name], Math.floor(shared[name] / partCount)))
  return {
    rows: share('rows'),
    values: share('values'),
    texts: share('texts'),
    colours: share('colours'),
    examples: share('examples'),
    samples: share('samples'),
  }
}

export function viewIn(
  page: Page,
  given: Pick<ApiView, 'spec' | 'level' | 'idOf'>,
): ApiView {
  const words = apiWordsFor(page.context.language)
  const used = new Set<string>()
  const left = roomOf(page.apiPartCount)
  return {
    page,
    words,
    ...given,
    // Strangers may name two parameters alike: an id is there once.
    idOf(place) {
      if (used.has(place)) return undefined
      used.add(place)
      return given.idOf(place)
    },
    shown: new Map(),
    languagesMax: Math.floor(left.samples / sampleLength),
    left,
  }
}

/** The place that shows a shared schema: on this page, or elsewhere on the site. */
export function schemaHrefIn({ page, spec }: ApiView, name: string): string | undefined {
  return page.schemaHref(spec, name)
}
