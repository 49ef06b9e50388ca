import { fill } from '#/platform/html/fill.ts'
import { html } from '#/platform/html/html.ts'
import { languages } from '#/platform/html/language.ts'
import type { PageFailure } from '#/platform/html/page-failure.ts'

import type { Words } from './en.ts'
import { pageIn, type View } from './page-view.ts'

export function viewFailure(failure: PageFailure): View {
  return (reading) => {
    const { tag } = languages[reading.language]
    return pageIn(({ common, failures }) => ({
      title: common.didNotWork,
      content: html`<p>${failureText(failure, failures, tag)}</p>`,
    }))(reading)
  }
}

function failureText(failure: PageFailure, failures: Words['failures'], tag: string) {
  switch (failure.kind) {
    case 'too-many-requests': {
      const time = new Intl.NumberFormat(tag, {
        style: 'unit',
        unit: 'second',
        unitDisplay: 'long',
      }).format(Number(failure.seconds))
      return fill(failures.tooManyRequests, { time: html`${time}` })
    }
    case 'unreadable':
      return html`${failures.unreadable}`
    default:
      return fill(failures.ours, { id: failure.requestId })
  }
}
