import type { SiteInsightsEvent } from '@lectern/contract/site-insights.ts'

import type { SiteModel } from '#/features/publishing/published-sites/public.ts'

import type { Dimensions, Facet } from './facets.ts'
import { withoutSecrets } from './insights-events.ts'
import { agentOf } from './visitor-agent.ts'
import { markOfVisitor, type VisitorMark } from './visitor-sketch.ts'

/** An event of a reader as it is counted: of who did it, only a mark in a sketch remains. */
export interface CountedEvent {
  readonly atMs: number
  readonly dimensions: Readonly<Record<Facet, Dimensions>>
  readonly visitor: VisitorMark | undefined
  /** Whether it was reported with a token of the site. */
  readonly byToken: boolean
}

export interface Reported {
  readonly model: SiteModel
  /** The site-spaces that the reader sees: what is told of others counts as of no page. */
  readonly siteSpaceIds: ReadonlySet<string>
  /** The claims by which visitors are told apart, as JSON; empty without any. */
  readonly segment: string
  readonly nowMs: number
  readonly byToken: boolean
}

const queryCharactersMax = 128
const urlCharactersMax = 512
const commentCharactersMax = 512
const hostCharactersMax = 253

export function countedEvent(
  event: SiteInsightsEvent,
  { model, siteSpaceIds, segment, nowMs, byToken }: Reported,
): CountedEvent {
  const { type, session, location } = event
  const siteSpace = model.tree.siteSpaces.find(
    ({ id }) => id === location.siteSpace && siteSpaceIds.has(id),
  )
  const url = withoutSecrets(model, location.url)
  const isPage = siteSpace !== undefined && location.page !== null
  const page = isPage ? `${siteSpace.spaceId}:${cleaned(location.page ?? '', 128)}` : ''
  const place = filled({ siteSpace: siteSpace?.id ?? '', page })
  const agent = agentOf(session.userAgent)
  const dimensions: Record<Facet, Dimensions> = {
    site: { type, context: contextOf(event) },
    page: filled({
      type,
      context: contextOf(event),
      ...place,
      section: siteSpace?.sectionId ?? '',
      url: cleaned(url ?? '', urlCharactersMax),
      ...said(event),
    }),
    agent: { type, device: agent.device, browser: agent.browser, system: agent.system },
    language: filled({ type, language: languageOf(session.language) }),
    referrer: filled({ type, ...place, referrer: hostOf(session.referrer, url) }),
    segment: filled({ type, claims: segment }),
  }
  const atMs = event.timestamp === undefined ? nowMs : Date.parse(event.timestamp)
  return { atMs, dimensions, visitor: markOfVisitor(session.visitorId), byToken }
}

/** What a reader searched for or said, with what became of it. */
function said({ type, query, found, feedback }: SiteInsightsEvent): Dimensions {
  if (type.startsWith('search_') && query !== undefined) {
    const outcome = found === undefined ? '' : found ? 'some' : 'none'
    return { query: cleaned(query, queryCharactersMax).toLowerCase(), outcome }
  }
  if (!type.startsWith('page_post_feedback') || feedback === undefined) return {}
  const { rating, comment = '' } = feedback
  return { rating, comment: cleaned(comment, commentCharactersMax) }
}

function contextOf({ location }: SiteInsightsEvent): string {
  return location.displayContext ?? 'site'
}

function languageOf(language: string | null): string {
  return /^[A-Za-z]{2,3}(?![A-Za-z])/.exec(language ?? '')?.[0].toLowerCase() ?? ''
}

/** The host that led to the site; empty for the site itself, and where nothing is known. */
function hostOf(referrer: string | null, url: string | null): string {
  if (referrer === null || !URL.canParse(referrer)) return ''
  const { hostname, protocol } = new URL(referrer)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isOwn = url !== null && new URL(url).hostname === hostname
  return isWeb && !isOwn ? hostname.slice(0, hostCharactersMax) : ''
}

/** A text in one line that any database stores. */
function cleaned(text: string, charactersMax: number): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.slice(0, charactersMax).toWellFormed()
}

function filled(dimensions: Dimensions): Dimensions {
  return Object.fromEntries(
    Object.entries(dimensions).filter(([, value]) => value !== ''),
  )
}
