import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'
import { safeHref } from '#/urls.ts'

import { suggestionsId } from './ids.ts'
import { Link } from './link.tsx'
import { PageMark } from './page-mark.tsx'
import { queryMax } from './search-box.tsx'
import type { Strings } from './strings/strings.ts'
import type { MissingView } from './views.ts'

interface MissingProps {
  readonly view: MissingView
  readonly strings: Strings
}

export function Missing({ view, strings }: MissingProps): ReactElement {
  return (
    <div className="notice">
      <p className="notice-status" aria-hidden="true">
        404
      </p>
      <h1>{strings.missingTitle}</h1>
      <p>{strings.missingText}</p>
      <BigSearch href={view.searchHref} query={view.query ?? ''} strings={strings} />
      {view.suggestions.length > 0 && (
        <section className="suggestions" aria-labelledby={suggestionsId}>
          <h2 id={suggestionsId}>{strings.missingSuggestions}</h2>
          <ul>
            {view.suggestions.map((suggestion) => (
              <li key={suggestion.href}>
                <Link href={suggestion.href}>
                  <PageMark emoji={suggestion.emoji} icon={suggestion.icon} />
                  <span>{suggestion.title}</span>
                  {suggestion.description !== undefined && (
                    <span className="suggestion-description">
                      {suggestion.description}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p>
        <Link className="shell-button shell-button-secondary" href={view.homeHref}>
          {strings.goHome}
        </Link>
      </p>
    </div>
  )
}

/** What stands in place of a start page while a space has no pages. */
export function Empty({ strings }: { readonly strings: Strings }): ReactElement {
  return (
    <div className="notice">
      <h1>{strings.emptyTitle}</h1>
      <p>{strings.emptyText}</p>
    </div>
  )
}

interface BigSearchProps {
  readonly href: string
  readonly query: string
  readonly strings: Strings
}

export function BigSearch({ href, query, strings }: BigSearchProps): ReactElement {
  return (
    <form className="big-search" role="search" method="get" action={safeHref(href)}>
      <Icon name="search" />
      <input
        type="search"
        name="q"
        maxLength={queryMax}
        defaultValue={query.slice(0, queryMax)}
        placeholder={strings.searchPlaceholder}
        aria-label={strings.searchQueryLabel}
        autoComplete="off"
      />
      <button className="shell-button shell-button-primary" type="submit">
        {strings.search}
      </button>
    </form>
  )
}
