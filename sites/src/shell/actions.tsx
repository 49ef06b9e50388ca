import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'
import { safeHref } from '#/urls.ts'

import { Link } from './link.tsx'
import { Menu } from './menu.tsx'
import { fill } from './strings/strings-for.ts'
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
      {view.assistantsUrl !== undefined && (
        <OpenIn url={view.assistantsUrl} strings={strings} />
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

const assistants = [
  { name: 'ChatGPT', address: 'https://chatgpt.com/' },
  { name: 'Claude', address: 'https://claude.ai/new' },
] as const

interface OpenInProps {
  readonly url: string
  readonly strings: Strings
}

/** Links to assistants of others, which learn of the page once a reader follows one. */
function OpenIn({ url, strings }: OpenInProps): ReactElement {
  const query = new URLSearchParams({ q: fill(strings.openInPrompt, { url }) })
  const label = (
    <>
      <Icon name="sparkles" />
      <span>{strings.openIn}</span>
    </>
  )
  return (
    <Menu label={label} className="menu-end menu-quiet" hasChevron={false}>
      <ul>
        {assistants.map(({ name, address }) => (
          <li key={name}>
            <Link
              className="menu-link"
              href={`${address}?${query.toString()}`}
              rel="noopener noreferrer nofollow"
              inNewTab
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
