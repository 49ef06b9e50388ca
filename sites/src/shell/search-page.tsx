import type { ReactElement } from 'react'

import { markWords, type SearchHit } from '#/search-answer.ts'

import { Link } from './link.tsx'
import { BigSearch } from './missing.tsx'
import { PageMark } from './page-mark.tsx'
import { fill } from './strings/strings-for.ts'
import type { Strings } from './strings/strings.ts'
import type { SearchPageView } from './views.ts'

interface SearchPageProps {
  readonly view: SearchPageView
  readonly strings: Strings
}

export function SearchPage({ view, strings }: SearchPageProps): ReactElement {
  const { query, hits } = view
  return (
    <div className="search-page">
      <h1>{query === '' ? strings.search : fill(strings.searchFor, { query })}</h1>
      <BigSearch href={view.searchHref} query={query} strings={strings} />
      <p className="search-summary">{summary(view, strings)}</p>
      {hits.length > 0 && (
        <ol className="search-hits">
          {hits.map((hit) => (
            <li key={hit.href}>
              <Hit hit={hit} query={query} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function summary(view: SearchPageView, strings: Strings): string {
  if (view.failure === 'busy') return strings.busyText
  if (view.failure === 'away') return strings.searchUnavailable
  if (view.query === '') return strings.searchStart
  const [none, count] = view.isPartial
    ? [strings.searchPartialNone, strings.searchPartialCount]
    : [strings.searchNone, strings.searchCount]
  if (view.hits.length === 0) return fill(none, { query: view.query })
  return fill(count, { count: String(view.hits.length) })
}

interface HitProps {
  readonly hit: SearchHit
  readonly query: string
}

function Hit({ hit, query }: HitProps): ReactElement {
  return (
    <article className="search-hit">
      {hit.trail.length > 0 && <p className="search-trail">{hit.trail.join(' › ')}</p>}
      <h2>
        <Link href={hit.href}>
          <PageMark emoji={hit.emoji} />
          <Marked text={hit.title} query={query} />
        </Link>
      </h2>
      {hit.excerpt !== undefined && (
        <p>
          <Marked text={hit.excerpt} query={query} />
        </p>
      )}
      {hit.sections.length > 0 && (
        <ul>
          {hit.sections.map((section) => (
            <li key={section.href}>
              <Link href={section.href}>
                <Marked text={section.title} query={query} />
              </Link>
              {section.excerpt !== undefined && (
                <p>
                  <Marked text={section.excerpt} query={query} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  return markWords(text, query).map((part, index) =>
    // oxlint-disable-next-line no-array-index-key -- never reordered: rendered once, as text
    part.isMatch ? <mark key={index}>{part.text}</mark> : part.text,
  )
}
