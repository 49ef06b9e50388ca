import { html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

export function viewOpening(email: string, problem?: string): string {
  const marks =
    problem === undefined
      ? undefined
      : html`aria-describedby="problem" aria-invalid="true" autofocus`
  return page(
    'Open your account',
    html`<p>Your account will have the address <strong>${email}</strong>.</p>
      <form method="post">
        <label for="displayName">Your name</label>
        ${problem && html`<p class="alarm" id="problem" role="alert">${problem}</p>`}
        <input
          id="displayName"
          name="displayName"
          required
          maxlength="64"
          autocomplete="name"
          ${marks}
        />
        <button type="submit">Open account</button>
      </form>
      <p class="soft">
        Open it only if you asked for this link, and on your own device.
      </p>`,
  )
}

export function viewOver(signInUrl: string): string {
  return page(
    'This link does not work',
    html`<p>
        It may have been used already, or be older than 15 minutes. It works only in the
        browser that asked for it.
      </p>
      <p><a href="${signInUrl}">Ask for a new one</a></p>`,
  )
}
