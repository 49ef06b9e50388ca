import type { OpenApiChange } from '@lectern/content/openapi-changes/change.ts'

import { type Html, html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import type { FoundVersions } from './changes-between.ts'
import type { VersionsCompared } from './compare-versions-work.ts'

/** Of changes on the page; the rest are counted, and listed over the API. */
const shownMax = 500

/** The changes between two versions for people, the breaking ones first. */
export function viewChangesPage(
  { spec, from, to }: FoundVersions,
  { changes, isPartial }: VersionsCompared,
): string {
  const breaking = changes.filter(({ isBreaking }) => isBreaking)
  const harmless = changes.filter(({ isBreaking }) => !isBreaking)
  const rest = changes.length - shownMax
  return page(
    `Changes of ${spec.slug}`,
    html`<p>
        From the version of ${dateOf(from.created_at)} to that of
        ${dateOf(to.created_at)}: ${countOf(changes.length, 'change')},
        ${String(breaking.length)} of them breaking.
      </p>
      ${
        isPartial
          ? html`<p>
              The documents are too large to be compared as a whole: there may be more.
            </p>`
          : undefined
      }
      ${viewPart('What breaks callers', breaking.slice(0, shownMax))}
      ${viewPart(
        'What does not',
        harmless.slice(0, Math.max(0, shownMax - breaking.length)),
      )}
      ${rest > 0 ? html`<p>And ${String(rest)} more, over the API.</p>` : undefined}`,
  )
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

function viewPart(title: string, changes: readonly OpenApiChange[]): Html | undefined {
  if (changes.length === 0) return undefined
  let entries = html``
  for (const change of changes) entries = html`${entries}${viewChange(change)}`
  return html`<h2>${title}</h2>
    <ul>
      ${entries}
    </ul>`
}

function viewChange({ message, reason, place, reaches }: OpenApiChange): Html {
  return html`<li>
    <p>${whereOf(place, reaches)}${message}</p>
    <p>${reason} <code>${place.pointer}</code></p>
  </li> `
}

function whereOf(
  { operation }: OpenApiChange['place'],
  reaches: OpenApiChange['reaches'],
): Html | undefined {
  if (operation !== undefined) {
    const { method, path } = operation
    return html`<strong>${method.toUpperCase()} ${path}</strong>: `
  }
  return reaches === undefined
    ? undefined
    : html`<strong>In ${countOf(reaches.count, 'operation')}</strong>: `
}

function dateOf(timestamp: string): string {
  return timestamp.slice(0, 16).replace('T', ' ')
}
