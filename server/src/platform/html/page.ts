import type { FastifyReply } from 'fastify'

import { type Html, html } from './html.ts'
import { contentSecurityPolicy, style } from './page-style.ts'

export interface Frame {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** What windows are called, where it is more than the heading. */
  readonly windowTitle?: string | undefined
  /** What stands below the page. */
  readonly foot?: Html | undefined
}

const english: Frame = { lang: 'en', dir: 'ltr' }

/** A complete page in the style of Lectern, with a title and its content. */
export function page(title: string, content: Html, frame: Frame = english): string {
  const { lang, dir, windowTitle = title, foot } = frame
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${windowTitle} – Lectern</title>
        ${style.element}
      </head>
      <body>
        <main>
          <p class="product">Lectern</p>
          <h1>${title}</h1>
          ${content}
        </main>
        ${foot}
      </body>
    </html>`.text
}

// The URL of the page is a secret: it goes to no cache, no referrer and no search engine.
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

/** Sends a page with headers that protect the secret in its URL. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  return reply
    .status(status)
    .headers({ ...pageHeaders, ...headers })
    .send(text)
}
