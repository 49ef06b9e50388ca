import type { ReactElement } from 'react'

import { contentId } from './ids.ts'
import { Link } from './link.tsx'
import type { Strings } from './strings/strings.ts'
import type { ErrorView } from './views.ts'

interface ErrorPageProps {
  readonly view: ErrorView
  readonly strings: Strings
}

/** An error page, which needs nothing of the site: this may be unknown when it is shown. */
export function ErrorPage({ view, strings }: ErrorPageProps): ReactElement {
  const { title, text } = wordsFor(view.status, strings)
  return (
    <main id={contentId} className="error-page">
      <div className="notice">
        <p className="notice-status" aria-hidden="true">
          {view.status}
        </p>
        <h1>{title}</h1>
        <p>{text}</p>
        {view.homeHref !== undefined && (
          <p>
            <Link className="shell-button shell-button-secondary" href={view.homeHref}>
              {strings.goHome}
            </Link>
          </p>
        )}
        {view.requestId !== undefined && (
          <p className="notice-reference">
            {strings.reference}: <code>{view.requestId}</code>
          </p>
        )}
      </div>
    </main>
  )
}

interface Words {
  readonly title: string
  readonly text: string
}

export function wordsFor(status: number, strings: Strings): Words {
  switch (status) {
    case 404:
    case 410:
      return { title: strings.missingTitle, text: strings.goneText }
    case 401:
    case 403:
      return { title: strings.refusedTitle, text: strings.refusedText }
    case 429:
      return { title: strings.busyTitle, text: strings.busyText }
    case 502:
    case 503:
    case 504:
      return { title: strings.unavailableTitle, text: strings.unavailableText }
    default:
      return { title: strings.errorTitle, text: strings.errorText }
  }
}
