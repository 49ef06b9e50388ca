import { spaceAppUrl } from '#/content-store/nodes/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { type Html, html } from '#/platform/html/html.ts'
import { type MailMessage, singleLine } from '#/platform/mail/message.ts'
import { plainWords } from '#/platform/mail/plain-words.ts'

import type { NotifiedRow } from './mail-contents-queries.ts'
import { asKind, headlineOf, sentenceOf, subscriptionName } from './notification-words.ts'
import type { Subscription } from './unsubscribe-link.ts'

export type NotifiedText = NotifiedRow & { readonly excerpt: string }

interface MailParts {
  readonly config: Pick<Config, 'APP_URL' | 'PUBLIC_URL'>
  readonly to: string
  readonly organizationTitle: string
  readonly messageId: string
  /** The notifications of the mail, oldest first; at least one. */
  readonly texts: readonly NotifiedText[]
  readonly unsubscribeUrl: (subscription: Subscription) => string
}

/** A change request, a page or a space, with its notifications. */
interface Group {
  readonly title: string
  /** The page of the web app, where there is one. */
  readonly url: string | undefined
  readonly entries: readonly Entry[]
}

interface Entry {
  readonly sentence: string
  readonly quoted: readonly string[]
}

/** One mail with all notifications, grouped by place in the order of the first of each. */
export function notificationMail(parts: MailParts): MailMessage {
  const { config, to, messageId, texts } = parts
  const groups = Map.groupBy(texts, placeOf)
    .values()
    .map((notified) => groupOf(config, notified))
    .toArray()
  const ways = waysOut(parts)
  const why = `You get this mail because you belong to ${plainWords(parts.organizationTitle)} on Lectern.`
  const [only] = ways
  return {
    to,
    subject: subjectOf(parts, groups),
    text: [...groups.map(groupText), `--\n${why}`, ...ways.map(wayText)].join('\n\n'),
    html: htmlOf(groups, why, ways),
    messageId,
    unsubscribeUrl: ways.length === 1 && only ? only.url : parts.unsubscribeUrl('all'),
  }
}

/** The subject of a mail: the event and its place, or the number of several events. */
function subjectOf(
  { texts, organizationTitle }: MailParts,
  groups: readonly Group[],
): string {
  const [first] = texts
  const [group] = groups
  if (first === undefined || group === undefined) return 'News from Lectern'
  if (texts.length === 1) return `${headlineOf(first)}: ${group.title}`
  return groups.length === 1
    ? `${texts.length} updates: ${group.title}`
    : `${texts.length} updates in ${plainWords(organizationTitle)}`
}

function groupOf(config: MailParts['config'], notified: readonly NotifiedText[]): Group {
  const [first] = notified
  return {
    title: first === undefined ? '' : titleOf(first),
    url: urlOf(config, first),
    entries: notified.map((one) => ({
      sentence: sentenceOf(one, plainWords(one.actor_name ?? 'Somebody')),
      quoted: linesOf(one.excerpt),
    })),
  }
}

/** The key of a place: its space, with the number of a change request or the title of a page. */
function placeOf({ space_id: space, number, page_title: page }: NotifiedText): string {
  return JSON.stringify([space, number, number === null ? page : null])
}

function titleOf({
  number,
  subject,
  page_title: page,
  space_title,
}: NotifiedText): string {
  const space = plainWords(space_title) || 'an untitled space'
  if (number !== null) {
    const title = plainWords(subject ?? '')
    return title === ''
      ? `Change request #${number} in ${space}`
      : `${title} (#${number}) in ${space}`
  }
  return page === null ? space : `${plainWords(page)} in ${space}`
}

function urlOf(
  config: MailParts['config'],
  notified: NotifiedText | undefined,
): string | undefined {
  if (config.APP_URL === undefined) return undefined
  const space = spaceAppUrl(config, notified?.space_id ?? '')
  return notified?.number === undefined || notified.number === null
    ? space
    : `${space}/~/changes/${notified.number}`
}

/**
 * Splits an excerpt into lines, so that no text can begin a line that looks like the mail's own.
 */
function linesOf(excerpt: string): readonly string[] {
  return excerpt
    .split(/[\n\r\u0085\u2028\u2029]+/)
    .map(singleLine)
    .filter((line) => line !== '')
}

interface WayOut {
  readonly name: string
  readonly url: string
}

function waysOut({ texts, unsubscribeUrl }: MailParts): readonly WayOut[] {
  const kinds = [...new Set(texts.map(({ kind }) => asKind(kind)))]
  return kinds.map((kind) => ({
    name: subscriptionName(kind),
    url: unsubscribeUrl(kind),
  }))
}

function groupText({ title, url, entries }: Group): string {
  const notified = entries.map(({ sentence, quoted }) =>
    [sentence, ...quoted.map((line) => `> ${line}`)].join('\n'),
  )
  return [url === undefined ? title : `${title}\n${url}`, ...notified].join('\n\n')
}

function wayText({ name, url }: WayOut): string {
  return `No more mails about ${name}:\n${url}`
}

function htmlOf(groups: readonly Group[], why: string, ways: readonly WayOut[]): string {
  return html`${joined(groups.map(groupHtml))}
    <hr />
    <p style="color:#556077;font-size:14px">${why}</p>
    ${joined(
      ways.map(
        ({ name, url }) =>
          html`<p style="color:#556077;font-size:14px">
            <a href="${url}">No more mails about ${name}</a>
          </p>`,
      ),
    )}`.text
}

function groupHtml({ title, url, entries }: Group): Html {
  const place = url === undefined ? html`${title}` : html`<a href="${url}">${title}</a>`
  return html`<h2 style="font-size:18px">${place}</h2>
    ${joined(entries.map(entryHtml))}`
}

function entryHtml({ sentence, quoted }: Entry): Html {
  if (quoted.length === 0) return html`<p>${sentence}</p>`
  const [first = '', ...others] = quoted
  const lines = others.reduce(
    (before, line) => html`${before}<br />${line}`,
    html`${first}`,
  )
  return html`<p>${sentence}</p>
    <blockquote style="margin:0 0 16px;padding-left:12px;border-left:3px solid #7b869c">
      ${lines}
    </blockquote>`
}

function joined(parts: readonly Html[]): Html {
  return parts.reduce((before, part) => html`${before} ${part}`, html``)
}
