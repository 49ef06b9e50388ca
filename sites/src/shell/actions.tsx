import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'
import { safeHref } from '#/urls.ts'

import { Link } from './link.tsx'
import type { Strings } from './strings/strings.ts'
import type { ActionsView } from './views.ts'

interface ActionsProps {
  readonly view: ActionsView
  readonly strings: Strings
}

/** The actions on a whole page. Copying needs a script, which reveals its button. */
export function Actions({ view, strings }: ActionsProps): ReactElement {
  return (
    <lectern-actions
      className="page-actions"
      role="group"
      aria-label={strings.pageActions}
    >
      {view.markdownHref !== undefined && (
        <>
          <button
            type="button"
            className="quiet-button needs-script"
            data-copy={safeHref(view.markdownHref)}
            data-copied={strings.copied}
            data-failed={strings.copyFailed}
          >
            <Icon name="copy" />
            <span aria-live="polite">{strings.copyMarkdown}</span>
          </button>
          <Link className="quiet-button" href={view.markdownHref}>
            <Icon name="file" />
            <span>{strings.viewMarkdown}</span>
          </Link>
        </>
      )}
      {view.pdfHref !== undefined && (
        <Link className="quiet-button" href={view.pdfHref} rel="nofollow">
          <Icon name="download" />
          <span>{strings.savePdf}</span>
        </Link>
      )}
    </lectern-actions>
  )
}
