import { pageIn, type View } from '#/features/joining/page-words/public.ts'
import type { Offer } from '#/features/people/second-factor/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { fill } from '#/platform/html/fill.ts'
import { html } from '#/platform/html/html.ts'

import { qrCode } from './qr-code.ts'
import { methodsPath } from './sign-in-links.ts'

type Place = Pick<Config, 'PUBLIC_URL'>

interface OfferPage extends Offer {
  readonly config: Place
  /** Whether a code was wrong. */
  readonly isWrong?: boolean
}

/** The page that gives an app its secret and asks for a code of it. */
export function viewOffer({
  config,
  offer,
  secret,
  appUrl,
  isWrong = false,
}: OfferPage): View {
  const url = `${config.PUBLIC_URL}${methodsPath}`
  const marks = isWrong
    ? html`aria-describedby="problem" aria-invalid="true" autofocus`
    : undefined
  return pageIn(({ factor }) => ({
    title: factor.set,
    isError: isWrong,
    content: html`<p>
        ${fill(factor.read, { link: html`<a href="${appUrl}">${factor.readLink}</a>` })}
      </p>
      <p>${qrCode(appUrl, factor.qrCode)}</p>
      <label for="secret">${factor.secret}</label>
      <input
        id="secret"
        value="${inGroups(secret)}"
        readonly
        autocomplete="off"
        spellcheck="false"
        dir="ltr"
      />
      <form method="post" action="${url}/second-factor">
        <input type="hidden" name="offer" value="${offer}" />
        <label for="code">${factor.code}</label>
        ${
          isWrong
            ? html`<p class="alarm" id="problem" role="alert">${factor.problem}</p>`
            : undefined
        }
        <input
          id="code"
          name="code"
          required
          maxlength="20"
          inputmode="numeric"
          autocomplete="one-time-code"
          dir="ltr"
          ${marks}
        />
        <button type="submit">${factor.confirm}</button>
      </form>
      <p><a href="${url}">${factor.backUnchanged}</a></p>`,
  }))
}

/** The page that shows recovery codes, which no other does. */
export function viewCodes(codes: readonly string[], { PUBLIC_URL }: Place): View {
  return pageIn(({ factor }) => ({
    title: factor.codesTitle,
    content: html`<p>${factor.codesText}</p>
      <label for="codes">${factor.codes}</label>
      <textarea
        id="codes"
        rows="${String(codes.length)}"
        readonly
        autocomplete="off"
        spellcheck="false"
        dir="ltr"
      >
${codes.join('\n')}</textarea>
      <p class="alarm">${factor.codesOnce}</p>
      <p><a href="${PUBLIC_URL}${methodsPath}">${factor.codesKept}</a></p>`,
  }))
}

function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
