import { type Html, html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import type { AppPlace } from './app-place.ts'

/** The page for a place: the same whether it exists or not, but for what anybody may read. */
export function viewAppPage(place: AppPlace, publishedUrl: string | undefined): string {
  const { kind } = place
  const title = kind === 'unknown' ? 'Nothing to open here' : `This is ${named(kind)}`
  return page(
    title,
    html`<p>${meanings[kind]}</p>
      ${publishedUrl === undefined ? undefined : viewPublished(place, publishedUrl)}
      <p>
        There is no web app here yet. If you are a member, read it with
        ${kind === 'specification' ? 'a request' : 'the command line'}:
      </p>
      <p><code>${commandOf(place)}</code></p>
      <p>
        Or over the API: its <a href="/reference">reference</a> lists every operation.
      </p>`,
  )
}

function viewPublished({ kind }: AppPlace, url: string): Html {
  const is = kind === 'site' || kind === 'space' ? 'It is' : 'Its space is'
  return html`<p>${is} published: <a href="${url}">${url}</a></p>`
}

function named(kind: AppPlace['kind']): string {
  return kind === 'organization' ? 'an organization' : `a ${kind}`
}

const meanings: Readonly<Record<AppPlace['kind'], string>> = {
  organization:
    'The address names an organization: its members, their spaces and their sites.',
  collection: 'The address names a collection: spaces that are kept together.',
  specification:
    'The address names an OpenAPI specification of an organization, and its versions.',
  comparison:
    'The address names what changed between two versions of an OpenAPI specification, and what of it breaks callers.',
  site: 'The address names a site: spaces that are published to readers.',
  space: 'The address names a space: pages that people write together.',
  page: 'The address names a page of a space.',
  revision: 'The address names a space as it was at one moment.',
  'change request':
    'The address names a change request: changes to a space that wait for a review.',
  unknown: 'The address names nothing that Lectern knows.',
}

function commandOf(place: AppPlace): string {
  if (place.kind === 'site') return `lectern site open ${place.siteId}`
  if (place.kind === 'specification') {
    return `GET /v1/orgs/${place.organizationId}/openapi/${place.slug}`
  }
  if (place.kind === 'comparison') {
    const { slug, from, to } = place
    return `lectern openapi changes ${slug} --from ${from} --to ${to}`
  }
  if (!('spaceId' in place)) return 'lectern space list'
  return place.kind === 'change request'
    ? `lectern change diff ${place.number} --space ${place.spaceId}`
    : `lectern content pull ${place.spaceId}`
}
