import { pageIn, type View } from '#/features/joining/page-words/public.ts'
import { fill } from '#/platform/html/fill.ts'
import { html, strong } from '#/platform/html/html.ts'

/** The page that asks for a name; once more where the typed one cannot be one. */
export function viewOpening(email: string, isWrong = false): View {
  const marks = isWrong
    ? html`aria-describedby="problem" aria-invalid="true" autofocus`
    : undefined
  return pageIn(({ common, signUp }) => ({
    title: signUp.title,
    isError: isWrong,
    content: html`<p>${fill(signUp.address, { email: strong(email) })}</p>
      <form method="post">
        <label for="displayName">${common.yourName}</label>
        ${
          isWrong
            ? html`<p class="alarm" id="problem" role="alert">${common.nameProblem}</p>`
            : undefined
        }
        <input
          id="displayName"
          name="displayName"
          required
          maxlength="64"
          autocomplete="name"
          dir="auto"
          ${marks}
        />
        <button type="submit">${signUp.open}</button>
      </form>
      <p class="soft">${signUp.onlyIfAsked}</p>`,
  }))
}

export function viewOver(signInUrl: string): View {
  return pageIn(({ common, signUp }) => ({
    title: common.linkDoesNotWork,
    content: html`<p>${signUp.over}</p>
      <p><a href="${signInUrl}">${signUp.askAgain}</a></p>`,
  }))
}
