import { pageIn, type View, type Words } from '#/features/joining/page-words/public.ts'
import { fill } from '#/platform/html/fill.ts'
import { type Html, html } from '#/platform/html/html.ts'

import type { Field, Typed } from './first-run-form.ts'

interface Line {
  readonly name: Field
  readonly label: string
  readonly hint: string
  readonly problem: string
  readonly type: 'text' | 'email'
  readonly complete: string
}

function linesIn({ common, firstRun }: Words): readonly Line[] {
  return [
    {
      name: 'displayName',
      label: common.yourName,
      hint: common.nameSeen,
      problem: common.nameProblem,
      type: 'text',
      complete: 'name',
    },
    {
      name: 'email',
      label: common.yourAddress,
      hint: firstRun.addressHint,
      problem: firstRun.addressProblem,
      type: 'email',
      complete: 'email',
    },
    {
      name: 'organizationTitle',
      label: firstRun.organization,
      hint: firstRun.organizationHint,
      problem: firstRun.organizationProblem,
      type: 'text',
      complete: 'organization',
    },
  ]
}

/** The page that asks for what the first account needs, once more with what was wrong. */
export function viewFirstRun(typed?: Typed, wrong: readonly Field[] = []): View {
  return pageIn((words) => {
    const { welcome, firstRun } = words
    const fields = linesIn(words).map((line) => {
      const { name } = line
      const isWrong = wrong.includes(name)
      return field(line, { typed: typed?.[name], isWrong, isFirst: name === wrong[0] })
    })
    return {
      title: welcome.title,
      isError: wrong.length > 0,
      content: html`<p>${firstRun.text}</p>
        <form method="post">
          ${fields.reduce((before, each) => html`${before} ${each}`, html``)}
          <button type="submit">${firstRun.make}</button>
        </form>`,
    }
  })
}

export function viewFirstRunOver(): View {
  return pageIn(({ common, firstRun }) => {
    const link = html`<a href="/~sign-in">${firstRun.overLink}</a>`
    return {
      title: common.linkDoesNotWork,
      content: html`<p>${firstRun.over}</p>
        <h2>${common.whatYouCanDo}</h2>
        <p>${fill(firstRun.overHelp, { link })}</p>`,
    }
  })
}

interface State {
  readonly typed: string | undefined
  readonly isWrong: boolean
  /** Whether it is the first that is wrong. */
  readonly isFirst: boolean
}

function field(
  { name, label, hint, problem, type, complete }: Line,
  { typed = '', isWrong, isFirst }: State,
): Html {
  const marks = isWrong
    ? html`aria-describedby="${name}-problem ${name}-hint" aria-invalid="true"`
    : html`aria-describedby="${name}-hint"`
  return html`<label for="${name}">${label}</label>
    ${
      isWrong
        ? html`<p class="alarm" id="${name}-problem" role="alert">${problem}</p>`
        : undefined
    }
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${typed}"
      required
      autocomplete="${complete}"
      dir="${type === 'email' ? 'ltr' : 'auto'}"
      ${marks}
      ${isFirst ? html`autofocus` : undefined}
    />
    <p class="soft" id="${name}-hint">${hint}</p>`
}
