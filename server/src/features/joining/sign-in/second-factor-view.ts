import type { SecondFactor } from '@lectern/contract/second-factor.ts'

import type { Offer } from '#/features/people/second-factor/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { type Html, html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import { qrCode } from './qr-code.ts'
import { methodsPath } from './sign-in-links.ts'

type Place = Pick<Config, 'PUBLIC_URL'>

/** What the page of the ways in says of the second factor, with its forms where it may be changed. */
export function secondFactorPart(
  { isSet, setAt = '', recoveryCodesLeft }: SecondFactor,
  { PUBLIC_URL, mayChange }: Place & { readonly mayChange: boolean },
): Html {
  const url = `${PUBLIC_URL}${methodsPath}/second-factor`
  const state = isSet
    ? html`<p>
        After your password or a mailed link you are asked for a code of your app, since
        ${setAt.slice(0, 10)}. Recovery codes left: ${String(recoveryCodesLeft)}.
      </p>`
    : html`<p class="soft">
        After your password or a mailed link you are then asked for a code that an app
        shows. Passkeys need none.
      </p>`
  const forms = isSet
    ? html`${button(`${url}/codes`, 'New recovery codes')}
      ${button(`${url}/offer`, 'Change the app')}
      ${button(`${url}/remove`, 'Remove the second factor')}`
    : button(`${url}/offer`, 'Set a second factor')
  return html`<h2>Second factor</h2>
    ${state} ${mayChange ? forms : undefined}`
}

function button(url: string, text: string): Html {
  return html`<form method="post" action="${url}">
    <button type="submit" class="second">${text}</button>
  </form>`
}

interface OfferPage extends Offer {
  readonly config: Place
  readonly problem?: string
}

/** The page that gives an app its secret and asks for a code of it. */
export function viewOffer({ config, offer, secret, appUrl, problem }: OfferPage): string {
  const url = `${config.PUBLIC_URL}${methodsPath}`
  const marks =
    problem === undefined
      ? undefined
      : html`aria-describedby="problem" aria-invalid="true" autofocus`
  return page(
    'Set a second factor',
    html`<p>
        Let an app for codes read this picture, or <a href="${appUrl}">open it here</a> if
        the app is on this device.
      </p>
      <p>${qrCode(appUrl, 'QR code with the secret that stands below as text')}</p>
      <label for="secret">Or type this secret there</label>
      <input
        id="secret"
        value="${inGroups(secret)}"
        readonly
        autocomplete="off"
        spellcheck="false"
      />
      <form method="post" action="${url}/second-factor">
        <input type="hidden" name="offer" value="${offer}" />
        <label for="code">The code that the app shows now</label>
        ${problem && html`<p class="alarm" id="problem" role="alert">${problem}</p>`}
        <input
          id="code"
          name="code"
          required
          maxlength="20"
          inputmode="numeric"
          autocomplete="one-time-code"
          ${marks}
        />
        <button type="submit">Set the second factor</button>
      </form>
      <p><a href="${url}">Back, without a change</a></p>`,
  )
}

/** The page that shows recovery codes, which no other does. */
export function viewCodes(codes: readonly string[], { PUBLIC_URL }: Place): string {
  return page(
    'Your recovery codes',
    html`<p>
        Each of these signs you in once where you do not have your app. Former ones work
        no more.
      </p>
      <label for="codes">Recovery codes</label>
      <textarea
        id="codes"
        rows="${String(codes.length)}"
        readonly
        autocomplete="off"
        spellcheck="false"
      >
${codes.join('\n')}</textarea>
      <p class="alarm">Print them or copy them now. They are shown only this once.</p>
      <p><a href="${PUBLIC_URL}${methodsPath}">I have kept them</a></p>`,
  )
}

function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
