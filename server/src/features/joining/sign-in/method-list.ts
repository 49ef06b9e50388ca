import type { SignInMethod } from '@lectern/contract/sign-in-methods.ts'

import type { Words } from '#/features/joining/page-words/public.ts'
import { fill } from '#/platform/html/fill.ts'
import { type Html, html } from '#/platform/html/html.ts'

/** The ways in of an account, with a button to remove each where there is a URL for it. */
export function listMethods(
  words: Words,
  methods: readonly SignInMethod[],
  url: string | undefined,
): Html {
  return methods.reduce<Html>(
    (before, method) =>
      html`${before}
        <h2>${nameOf(words, method)}</h2>
        ${method.createdAt && html`<p class="soft">${timesOf(words, method)}</p>`}
        ${method.isOff === true ? html`<p class="soft">${words.methods.isOff}</p>` : undefined}
        ${method.organization && reachOf(words, method.organization)}
        ${
          method.isRemovable && url !== undefined
            ? removeForm(words, method, url)
            : undefined
        }`,
    html``,
  )
}

function removeForm(words: Words, method: SignInMethod, url: string): Html {
  const way = nameOf(words, method)
  return html`<form method="post" action="${url}/remove">
    <input type="hidden" name="method" value="${method.id}" />
    <button type="submit" class="second">${fill(words.methods.remove, { way })}</button>
  </form>`
}

function timesOf({ methods }: Words, { createdAt = '', lastUsedAt }: SignInMethod): Html {
  const day = dayOf(createdAt)
  return lastUsedAt === undefined
    ? fill(methods.since, { day })
    : fill(methods.lastUsed, { day, lastDay: dayOf(lastUsedAt) })
}

function reachOf(
  { methods }: Words,
  { title }: NonNullable<SignInMethod['organization']>,
): Html {
  return html`<p class="soft">${fill(methods.reach, { organization: title })}</p>`
}

function dayOf(time: string): Html {
  return html`${time.slice(0, 10)}`
}

function nameOf(
  { methods }: Words,
  { type, device, organization, provider, knownAs }: SignInMethod,
): Html {
  if (organization !== undefined) {
    return fill(methods.singleSignOn, { organization: organization.title, provider })
  }
  if (provider !== undefined) {
    return knownAs === undefined
      ? html`<bdi>${provider}</bdi>`
      : fill(methods.onDevice, { way: provider, device: knownAs })
  }
  const way = html`${methods[type]}`
  return device === undefined ? way : fill(methods.onDevice, { way, device })
}
