import type { Note, Page } from './page.ts'

/** The notes of a page, each with links back to the places that refer to it. */
export function Notes({ notes, page }: { notes: readonly Note[]; page: Page }) {
  if (notes.length === 0) return null
  return (
    <section className="notes" role="doc-endnotes" aria-label={page.words.notes}>
      <ol>
        {notes.map(({ number, id, body, places }) => (
          <li key={number} id={id}>
            {page.flow(body)}
            <span className="note-backs">
              {places.map((place, index) => (
                <a
                  key={place}
                  className="note-back"
                  href={`#${encodeURIComponent(place)}`}
                  role="doc-backlink"
                  aria-label={
                    places.length > 1
                      ? `${page.words.backToText} (${index + 1})`
                      : page.words.backToText
                  }
                >
                  <span aria-hidden="true">↩</span>
                </a>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
