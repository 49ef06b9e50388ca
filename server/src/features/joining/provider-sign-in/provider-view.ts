import { pageIn, type View, type Words } from '#/features/joining/page-words/public.ts'
import { fill, fillText } from '#/platform/html/fill.ts'
import { html, strong } from '#/platform/html/html.ts'

import type { Named } from './finish-sign-in.ts'
import type { Problem } from './provider-refusal.ts'

export function viewNoProvider(signInUrl: string): View {
  return pageIn(({ common, provider }) => ({
    title: common.nothingHere,
    content: html`<p>${provider.unknown}</p>
      <p><a href="${signInUrl}">${common.signIn}</a></p>`,
  }))
}

/** The page that another website led to: it begins nothing by itself. */
export function viewBeginning(label: string, startUrl: string): View {
  return pageIn(({ common, signIn, provider }) => {
    const title = fillText(signIn.withProvider, { provider: label })
    return {
      title,
      content: html`<p>${provider.ledHere}</p>
        <p><a href="${startUrl}">${title}</a></p>
        <p class="soft">${common.closeThePage}</p>`,
    }
  })
}

/** The page of an answer that is refused, in words of ours: what came is not shown. */
export function viewRefused(problem: Problem, signInUrl: string): View {
  return pageIn(({ common, provider, providerRefusals }) => ({
    title: common.notSignedIn,
    content: html`<p>${providerRefusals[problem]}</p>
      <p><a href="${signInUrl}">${common.beginAgain}</a></p>
      <p class="soft">${provider.tellOperator}</p>`,
  }))
}

export function viewGone(signInUrl: string): View {
  return pageIn(({ common, provider }) => ({
    title: common.notSignedIn,
    content: html`<p>${provider.gone}</p>
      <p><a href="${signInUrl}">${common.beginAgain}</a></p>`,
  }))
}

export function viewSignInFirst(
  label: string,
  {
    knownAs,
    mayOpen,
  }: { readonly knownAs: string; readonly mayOpen: string | undefined },
  signInUrl: string,
): View {
  return pageIn(({ provider }) => {
    const opening =
      mayOpen &&
      html`<form method="post">
        <input type="hidden" name="open" value="1" />
        <p>${fill(provider.openWith, { email: strong(mayOpen) })}</p>
        <button type="submit">${provider.open}</button>
      </form>`
    const known = { provider: strong(label), knownAs: strong(knownAs) }
    return {
      title: provider.whichAccount,
      content: html`<p>${fill(provider.notConnected, known)}</p>
        <p>${provider.signInFirst}</p>
        <p><a href="${signInUrl}">${provider.signInToAccount}</a></p>
        ${opening}
        <p class="soft">${provider.halfAnHour}</p>`,
    }
  })
}

export function viewJoining(label: string, knownAs: string, person: Named): View {
  return pageIn(({ provider }) => {
    const connects = fill(provider.connects, {
      provider: strong(label),
      knownAs: strong(knownAs),
      name: strong(person.displayName),
      email: person.email,
    })
    return {
      title: fillText(provider.connectTitle, { provider: label }),
      content: html`<p>${connects}</p>
        <form method="post"><button type="submit">${provider.connect}</button></form>
        <p class="soft">${fill(provider.connectHint, { provider: label })}</p>`,
    }
  })
}

export function viewReplacing(label: string, former: Named): View {
  return pageIn(({ common, signIn }) => {
    const named = { name: strong(former.displayName), email: former.email }
    return {
      title: fillText(signIn.withProvider, { provider: label }),
      content: html`<p>${fill(common.signedInAs, named)}</p>
        <form method="post"><button type="submit">${common.goOn}</button></form>
        <p class="soft">${common.closeThePage}</p>`,
    }
  })
}

/** A refusal that the person can do something about. */
export function viewProblem(refusal: keyof Words['failures'], methodsUrl: string): View {
  return pageIn(({ common, failures }) => ({
    title: common.didNotWork,
    content: html`<p role="alert">${failures[refusal]}</p>
      <p><a href="${methodsUrl}">${common.howYouSignIn}</a></p>`,
  }))
}
