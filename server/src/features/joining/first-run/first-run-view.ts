import { type Html, html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import type { Field, Read, Typed } from './first-run-form.ts'

interface Line {
  readonly name: Field
  readonly label: string
  readonly hint: string
  readonly type: 'text' | 'email'
  readonly complete: string
}

const lines: readonly Line[] = [
  {
    name: 'displayName',
    label: 'Your name',
    hint: 'Others in your organizations see it. Up to 64 characters.',
    type: 'text',
    complete: 'name',
  },
  {
    name: 'email',
    label: 'Your mail address',
    hint: 'You sign in with it. Make sure that mail to it reaches you.',
    type: 'email',
    complete: 'email',
  },
  {
    name: 'organizationTitle',
    label: 'Your organization',
    hint: 'What it is called. You can change it later.',
    type: 'text',
    complete: 'organization',
  },
]

/** The page that asks for what the first account needs, once more with what was wrong. */
export function viewFirstRun(typed?: Typed, problems: Read['problems'] = {}): string {
  const fields = lines.map((line) => field(line, typed?.[line.name], problems[line.name]))
  return page(
    'Welcome to Lectern',
    html`<p>Nobody has an account here yet. Make the first one: it is an admin.</p>
      <form method="post">
        ${fields.reduce((before, each) => html`${before} ${each}`, html``)}
        <button type="submit">Make the account</button>
      </form>`,
  )
}

export function viewFirstRunOver(): string {
  return page(
    'This link does not work',
    html`<p>
        It makes the first account of this server, once and within a day. It may also not
        have been copied whole.
      </p>
      <h2>What you can do</h2>
      <p>
        If nobody has an account yet, start the api again: it writes another link to its
        log. If you have just used this link, your account is ready:
        <a href="/~sign-in">sign in</a>.
      </p>`,
  )
}

function field(
  { name, label, hint, type, complete }: Line,
  typed = '',
  problem?: string,
): Html {
  const marks =
    problem === undefined
      ? html`aria-describedby="${name}-hint"`
      : html`aria-describedby="${name}-hint ${name}-problem" aria-invalid="true"`
  return html`<label for="${name}">${label}</label>
    ${problem && html`<p class="alarm" id="${name}-problem" role="alert">${problem}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${typed}"
      required
      autocomplete="${complete}"
      ${marks}
    />
    <p class="soft" id="${name}-hint">${hint}</p>`
}
