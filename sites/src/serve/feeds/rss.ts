import type { FlowBlock, JSONDocument, Update } from '@lectern/content/document/nodes.ts'
import { walk } from '@lectern/content/document/walk.ts'
import { diagramSourceOf, plainText } from '@lectern/content/look/plain-text.ts'

import { xmlText } from './xml.ts'

export interface FeedEntry {
  readonly title: string
  readonly url: string
  /** The date as text, by which entries are sorted; those without a date come last. */
  readonly date?: string
  readonly summary?: string
  readonly tags?: readonly string[]
}

export interface Feed {
  readonly title: string
  readonly url: string
  readonly feedUrl: string
  readonly language: string
  readonly entries: readonly FeedEntry[]
}

const entriesMax = 50
const summaryCharactersMax = 1000

/** A feed in RSS 2.0, the newest entry first. */
export function rss({ title, url, feedUrl, language, entries }: Feed): string {
  const sorted = entries
    .toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))
    .slice(0, entriesMax)
  const items = sorted.map(itemOf).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xmlText(title)}</title>
<link>${xmlText(url)}</link>
<description>${xmlText(title)}</description>
<language>${xmlText(language)}</language>
<atom:link href="${xmlText(feedUrl)}" rel="self" type="application/rss+xml"/>
${items}
</channel></rss>
`
}

/** The feed entries in the updates blocks of a page. */
export function updatesIn(document: JSONDocument, pageUrl: string): readonly FeedEntry[] {
  const entries: FeedEntry[] = []
  for (const { node } of walk(document)) {
    if (node.object !== 'block' || node.type !== 'update') continue
    entries.push(entryOf(node, pageUrl, entries.length))
  }
  return entries
}

function entryOf({ nodes, data }: Update, pageUrl: string, at: number): FeedEntry {
  const heading = nodes.find((node: FlowBlock) => node.type.startsWith('heading-'))
  const title =
    heading === undefined
      ? ''
      : plainText({ object: 'document', data: {}, nodes: [heading] })
  const summary = plainText({
    object: 'document',
    data: {},
    nodes: nodes.filter(
      (node) => node !== heading && diagramSourceOf(node) === undefined,
    ),
  })
  return {
    title: title.trim() === '' ? (data.date ?? `${at + 1}`) : title.trim(),
    url: pageUrl,
    ...(data.date !== undefined && { date: data.date }),
    ...(summary.trim() !== '' && {
      summary: summary.trim().slice(0, summaryCharactersMax),
    }),
    ...(data.tags && { tags: data.tags }),
  }
}

function itemOf({ title, url, date, summary, tags = [] }: FeedEntry): string {
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return [
    '<item>',
    `<title>${xmlText(title)}</title>`,
    `<link>${xmlText(url)}</link>`,
    `<guid isPermaLink="false">${xmlText(`${url}|${date ?? ''}|${title}`)}</guid>`,
    Number.isNaN(time) ? '' : `<pubDate>${new Date(time).toUTCString()}</pubDate>`,
    summary === undefined ? '' : `<description>${xmlText(summary)}</description>`,
    ...tags.map((tag) => `<category>${xmlText(tag)}</category>`),
    '</item>',
  ].join('')
}
