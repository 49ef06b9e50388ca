import type { FastifyReply, FastifyRequest } from 'fastify'

import { type Html, html } from '#/platform/html/html.ts'
import {
  acceptedLanguage,
  isLanguage,
  type Language,
  languages,
} from '#/platform/html/language.ts'

import { words } from './words.ts'

type Asking = Pick<FastifyRequest, 'headers' | 'method' | 'url'>
type Repeatable = Pick<FastifyRequest, 'url' | 'routeOptions' | 'server'>

const parameter = 'language'
/** What our own links to pages have; a query with more is an answer, which counts once. */
const parameters: ReadonlySet<string> = new Set([
  parameter,
  'to',
  'again',
  'link',
  'at',
  'flow',
])
const cookieName = '__Host-lectern-language'
const yearSeconds = 365 * 86_400
const ofCookie = /(?:^|;)[ \t]*__Host-lectern-language=([a-z]{2})[ \t]*(?:;|$)/

/** The language that a page is asked for in: as chosen just now, chosen before, or as the browser says. */
export function languageOf(request: Asking): Language {
  return (
    choiceIn(request) ??
    cookieIn(request) ??
    acceptedLanguage(request.headers['accept-language'])
  )
}

/** Has the browser keep a language that was chosen just now. */
export function keepChoice(reply: FastifyReply): FastifyReply {
  const chosen = choiceIn(reply.request)
  return chosen === undefined
    ? reply
    : reply.header(
        'set-cookie',
        `${cookieName}=${chosen}; Max-Age=${yearSeconds}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      )
}

/** Links to the same page in all languages; none where a link cannot ask for the page once more. */
export function languageChoice(
  request: Repeatable,
  current: Language,
  status: number,
): Html | undefined {
  if (!isRepeatable(request)) return undefined
  // Where nothing is, nothing is there either for less; what somebody made up is not repeated.
  const query = status === 404 ? new URLSearchParams() : queryOf(request)
  // Whoever leads here with a path of another origin does not have us write it.
  if (!/^\/(?![/\\])/.test(query.get('to') ?? '')) query.delete('to')
  return linksToLanguages(query, current)
}

/** Links to all languages, with what else the query of the page says. */
export function linksToLanguages(query: URLSearchParams, current: Language): Html {
  const { language: label } = words[current].common
  const links = Object.entries(languages).map(([language, { tag, name, direction }]) => {
    query.set(parameter, language)
    const marks = language === current ? html`aria-current="true"` : undefined
    return html`<li>
      <a
        href="?${query.toString()}"
        lang="${tag}"
        hreflang="${tag}"
        dir="${direction}"
        rel="nofollow"
        ${marks}
        >${name}</a
      >
    </li>`
  })
  return html`<nav class="languages" aria-label="${label}">
    <details>
      <summary>${label}: <bdi>${languages[current].name}</bdi></summary>
      <ul>
        ${links.reduce((before, link) => html`${before}${link}`, html``)}
      </ul>
    </details>
  </nav>`
}

function choiceIn(request: Asking): Language | undefined {
  const chosen = isRead(request) ? queryOf(request).get(parameter) : undefined
  return isLanguage(chosen) ? chosen : undefined
}

function cookieIn({ headers: { cookie = '' } }: Asking): Language | undefined {
  const kept = ofCookie.exec(cookie)?.[1]
  return isLanguage(kept) ? kept : undefined
}

function isRead({ method }: Asking): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether a link asks for the same page: not where a form alone leads, nor with what counts once. */
function isRepeatable(request: Repeatable): boolean {
  const { url } = request.routeOptions
  return (
    url !== undefined &&
    request.server.hasRoute({ method: 'GET', url }) &&
    queryOf(request)
      .keys()
      .every((name) => parameters.has(name))
  )
}

function queryOf({ url }: Pick<Asking, 'url'>): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}
