import type { JSONDocument } from '@lectern/content/document/nodes.ts'

import { outline } from '#/blocks/outline.ts'
import { renderBody } from '#/blocks/render-body.tsx'
import { renderOutline } from '#/shell/render.tsx'
import { type ByteLru, byteLru } from '#/serve/cache/byte-lru.ts'
import { singleFlight } from '#/serve/cache/single-flight.ts'
import type { Metrics } from '#/serve/metrics.ts'
import { expected } from '#/serve/places/head-replaced.ts'
import type { Library } from '#/serve/reads/library.ts'
import {
  bodyKey,
  type Dependencies,
  recordBody,
  spacesIn,
  stillHold,
} from '#/serve/views/body-view.ts'
import type { PageReading } from '#/serve/views/reading.ts'

import { includedKeyOf, readIncluded } from './included-documents.ts'
import { type Readings, spacesNamedIn } from './readings.ts'

export interface RenderedBody {
  readonly html: string
  readonly outline: string
}

interface KeptBody extends RenderedBody {
  readonly dependencies: Dependencies
}

export interface BodiesOptions {
  readonly library: Library
  readonly readings: Readings
  readonly metrics: Metrics
  readonly bytesMax: number
}

const emptyDocument: JSONDocument = { object: 'document', data: {}, nodes: [] }

/** Bodies of pages, rendered again only when their content has changed. */
export class Bodies {
  readonly #options: BodiesOptions
  readonly #kept: ByteLru<KeptBody>
  readonly #flight = singleFlight<KeptBody>()

  constructor(options: BodiesOptions) {
    this.#options = options
    this.#kept = byteLru(options.bytesMax)
  }

  async of(reading: PageReading): Promise<RenderedBody> {
    const key = bodyKey(reading)
    const known = this.#kept.get(key)
    if (known !== undefined && (await this.#holds(reading, known))) return known
    return this.#flight(`${key}|${reading.revision.id}`, async () => {
      const body = await this.#render(reading)
      this.#kept.set(key, body, bytesOf(body))
      return body
    })
  }

  async #holds(reading: PageReading, { dependencies }: KeptBody): Promise<boolean> {
    const whole = await this.#options.readings.with(reading, spacesIn(dependencies))
    return stillHold(whole, dependencies, (id) => includedKeyOf(whole, id))
  }

  async #render(reading: PageReading): Promise<KeptBody> {
    const { library, readings, metrics } = this.#options
    const found = await library.document({
      ...placeOf(reading),
      page: reading.current.page,
    })
    const document = expected(reading.site, found) ?? emptyDocument
    const included = await readIncluded(library, reading, document)
    const documents = [document, ...[...included.values()].map((entry) => entry.document)]
    const whole = await readings.with(reading, spacesNamedIn(documents))
    const { view, dependencies } = recordBody(whole, document, included)
    metrics.count('renders', 'body')
    const html = await renderBody(view)
    const headings = view.layout.outline ? outline(view) : []
    return {
      html,
      outline: renderOutline(headings, reading.language),
      dependencies: dependencies(),
    }
  }
}

function bytesOf({ html, outline: list, dependencies }: KeptBody): number {
  const { refs, assets, included } = dependencies
  const entries = [...refs, ...assets].reduce(
    (sum, [key, { led }]) => sum + 2 * key.length + (led?.length ?? 0),
    included.size * 100,
  )
  return (html.length + list.length + entries) * 2
}

function placeOf({ site, place, revision }: PageReading) {
  return { scope: site.scope, spaceId: place.siteSpace.space.id, revision }
}
