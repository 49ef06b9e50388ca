import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'
import { safeHref } from '#/urls.ts'

import { searchId, searchResultsId } from './ids.ts'
import type { Strings } from './strings/strings.ts'

/** The limit of the api's contract for queries. */
export const queryMax = 512

interface SearchProps {
  readonly href: string
  readonly strings: Strings
}

/** A form for readers without scripts, and a button that opens the dialog for all others. */
export function SearchBox({ href, strings }: SearchProps): ReactElement {
  return (
    <lectern-search className="search-box">
      <form className="search-form" role="search" method="get" action={safeHref(href)}>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          maxLength={queryMax}
          placeholder={strings.searchPlaceholder}
          aria-label={strings.searchQueryLabel}
          autoComplete="off"
        />
      </form>
      <button
        type="button"
        className="search-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
      >
        <Icon name="search" />
        <span className="search-button-text">{strings.searchPlaceholder}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
    </lectern-search>
  )
}

/** The search dialog, which a script opens and fills; its attributes hold the words for that. */
export function SearchDialog({ href, strings }: SearchProps): ReactElement {
  return (
    <dialog
      id={searchId}
      className="search-dialog"
      aria-label={strings.search}
      data-none={strings.searchNone}
      data-count={strings.searchCount}
      data-partial-none={strings.searchPartialNone}
      data-partial-count={strings.searchPartialCount}
      data-unavailable={strings.searchUnavailable}
      data-start={strings.searchStart}
      data-suggested={strings.searchSuggested}
      data-running={strings.searchRunning}
    >
      <form
        className="search-dialog-form"
        role="search"
        method="get"
        action={safeHref(href)}
      >
        <Icon name="search" />
        <input
          type="search"
          name="q"
          maxLength={queryMax}
          placeholder={strings.searchPlaceholder}
          aria-label={strings.searchQueryLabel}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded="false"
          aria-controls={searchResultsId}
        />
        <button
          type="button"
          className="icon-button"
          data-close=""
          aria-label={strings.close}
        >
          <Icon name="close" />
        </button>
      </form>
      <div className="search-recent" hidden>
        <p>{strings.searchRecent}</p>
        <button type="button" className="text-button" data-clear="">
          {strings.searchClear}
        </button>
      </div>
      <div
        id={searchResultsId}
        className="search-results"
        role="listbox"
        aria-label={strings.search}
        tabIndex={-1}
      />
      <p className="search-message visually-hidden" role="status" />
      <Keys strings={strings} />
    </dialog>
  )
}

function Keys({ strings }: Pick<SearchProps, 'strings'>): ReactElement {
  return (
    <p className="search-keys" aria-hidden="true">
      <span>
        <kbd>↵</kbd> {strings.keySelect}
      </span>
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {strings.keyMove}
      </span>
      <span>
        <kbd>Esc</kbd> {strings.keyClose}
      </span>
    </p>
  )
}
