import type { JSONDocument } from '@lectern/content/document/nodes.ts'

import { diagramLimits, diagramSourcesIn } from '#/blocks/diagram-source.ts'
import { tryOrigins } from '#/blocks/openapi/try-origins.ts'
import { outline } from '#/blocks/outline.ts'
import { renderBody } from '#/blocks/render-body.tsx'
import type { BodyContext } from '#/model.ts'
import { renderOutline } from '#/shell/render.tsx'
import { type ByteLru, byteLru } from '#/serve/cache/byte-lru.ts'
import { tryPath } from '#/serve/http/try-body.ts'
import { singleFlight } from '#/serve/cache/single-flight.ts'
import type { Metrics } from '#/serve/metrics.ts'
import { expected } from '#/serve/places/head-replaced.ts'
import {
  diagramOf,
  type Diagrams,
  type DiagramState,
  type DiagramStates,
  isFinal,
} from '#/serve/reads/diagrams.ts'
import type { ApiPartsReader, FilesSeen, FoundParts } from '#/serve/reads/api-parts.ts'
import { documentKey, type Library } from '#/serve/reads/library.ts'
import {
  bodyKey,
  type Dependencies,
  recordBody,
  spacesIn,
  stillHold,
} from '#/serve/views/body-view.ts'
import type { PageReading } from '#/serve/views/reading.ts'
import { assetOf } from '#/serve/views/references.ts'

import { includedKeyOf, readIncluded } from './included-documents.ts'
import { type Readings, spacesNamedIn } from './readings.ts'

export interface RenderedBody {
  readonly html: string
  readonly outline: string
  /** Whether it stays as it is until the content changes: a diagram may not be drawn yet. */
  readonly isSettled: boolean
  /** The origins that readers may send its operations to. */
  readonly connectsTo: readonly string[]
}

interface KeptBody extends RenderedBody {
  readonly dependencies: Dependencies
  /** What it shows of specifications. */
  readonly parts: Pick<FoundParts, 'named' | 'digest'>
  /** When to render it again even if nothing has changed. */
  readonly untilMs: number
}

export interface BodiesOptions {
  readonly library: Library
  readonly readings: Readings
  readonly diagrams: Diagrams
  readonly apiParts: ApiPartsReader
  readonly metrics: Metrics
  /** Whether this site sends requests of readers to the servers of specifications. */
  readonly sendsRequests: boolean
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
    const isFresh = known !== undefined && known.untilMs > Date.now()
    if (isFresh && (await this.#holds(reading, known))) return known
    // Members of one audience have URLs of files of their own: nobody is given those of another.
    const { fileReader } = reading.site.scope
    return this.#flight(`${key}|${reading.revision.id}|${fileReader}`, async () => {
      const body = await this.#render(reading)
      this.#kept.set(key, body, bytesOf(body))
      return body
    })
  }

  async #holds(
    reading: PageReading,
    { dependencies, parts }: KeptBody,
  ): Promise<boolean> {
    const { named, digest } = parts
    const { apiParts } = this.#options
    const now = await apiParts.digestOf(reading.site.scope, filesOf(reading), named)
    if (now !== undefined && now !== digest) return false
    const whole = await this.#options.readings.with(reading, spacesIn(dependencies))
    return stillHold(whole, dependencies, (id) => includedKeyOf(whole, id))
  }

  async #render(reading: PageReading): Promise<KeptBody> {
    const { library, readings, diagrams, apiParts, metrics } = this.#options
    const found = await library.document({
      ...placeOf(reading),
      page: reading.current.page,
    })
    const document = expected(reading.site, found) ?? emptyDocument
    const included = await readIncluded(library, reading, document)
    const documents = [document, ...[...included.values()].map((entry) => entry.document)]
    const whole = await readings.with(reading, spacesNamedIn(documents))
    const sources = diagramSourcesIn(documents)
    const { scope, spaceId } = placeOf(reading)
    const { organizationId } = scope
    const states = await diagrams.statesOf({ organizationId, spaceId }, sources)
    const diagram = diagramsShown(reading, diagrams, { states, spaceId })
    const parts = await apiParts.of(scope, filesOf(reading), [
      { key: documentKey({ ...placeOf(reading), page: reading.current.page }), document },
      ...included.values(),
    ])
    const { part } = parts
    const tryProxyHref = `${reading.site.siteBasePath}${tryPath}`
    const isOffered = this.#options.sendsRequests
    const shown = { included, diagram, part, ...(isOffered && { tryProxyHref }) }
    const { view, dependencies } = recordBody(whole, document, shown)
    metrics.count('renders', 'body')
    const html = await renderBody(view)
    const headings = view.layout.outline ? outline(view) : []
    return {
      html,
      outline: renderOutline(headings, reading.language),
      dependencies: dependencies(),
      connectsTo: tryOrigins(documents, view.context.api),
      parts,
      ...settledBy(
        sources.map((source) => states.get(source)),
        parts,
        scope.token === '',
      ),
    }
  }
}

const waitingMs = 1000
const unavailableMs = 60_000

/**
 * How long a body is as good as it gets: one whose diagrams are not drawn yet, or whose specification
 * could not be read, for a moment. A page
 * of a site from disk is as good as it gets while the api is away, after which the site is another.
 */
function settledBy(
  states: readonly (DiagramState | undefined)[],
  { isComplete }: FoundParts,
  isFromDisk: boolean,
): Pick<KeptBody, 'isSettled' | 'untilMs'> {
  const open = states.filter((state) => !isFinal(state))
  if (open.length === 0 && isComplete) return { isSettled: true, untilMs: Infinity }
  const isLate = isComplete && open.every((state) => state?.status === 'failed')
  const untilMs = Date.now() + (isLate ? unavailableMs : waitingMs)
  return { isSettled: isFromDisk, untilMs }
}

/** The diagrams of a page by their sources; those beyond a limit are too expensive. */
export function diagramsShown(
  { site }: Pick<PageReading, 'site'>,
  diagrams: Diagrams,
  { states, spaceId }: { readonly states: DiagramStates; readonly spaceId: string },
): NonNullable<BodyContext['diagram']> {
  const { scope, siteBasePath } = site
  return (source) => {
    if (source.length > diagramLimits.characters) {
      return { kind: 'failed', failure: 'expensive' }
    }
    return diagramOf(states.get(source), (id, theme) => {
      const name = diagrams.nameOf(scope.siteId, { spaceId, id, theme })
      return `${siteBasePath}~diagrams/${name}`
    })
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

function filesOf(reading: PageReading): FilesSeen {
  return (ref) => assetOf(reading, ref)
}

function placeOf({ site, place, revision }: PageReading) {
  return { scope: site.scope, spaceId: place.siteSpace.space.id, revision }
}
