import type { JsonValue } from '@lectern/content/tree/entries.ts'

import {
  type Attributes,
  type EntryState,
  sourceSpecs,
} from '#/content-store/entries/public.ts'

import { viewDocumentSource } from './computed-source.ts'
import type { PlannedPage } from './planned-pages.ts'

/** What a group of computed pages is made of, as the caller declared it. */
export interface GroupSource {
  /** The slug of the specification, as it was spelled. */
  readonly spec: string
  readonly models: boolean
}

/** What a computed page knows of its plan, so that edits by people are told from it. */
export interface Bookkeeping {
  readonly root: string
  readonly key: string
  /** What the plan gave last: what is different now was changed by a person, and stays. */
  readonly title: string
  readonly description: string
  readonly slug: string
  /** The keys of the pages that the plan gave it last: one that is missing was deleted. */
  readonly pages: readonly string[]
}

interface Made {
  readonly page: PlannedPage
  readonly root: string
  readonly source: GroupSource
  readonly documentId: string
}

/** The attributes of a page as the plan gives it. */
export function attributesOfPlanned({
  page,
  root,
  source,
  documentId,
}: Made): Record<string, JsonValue> {
  const { description } = page
  return {
    ...(description !== undefined && { description }),
    computed: viewDocumentSource(page, source),
    computedSeed: seedOf(documentId, page.digest),
    planned: bookkeepingOf(page, root),
    ...(page.parent === null && { computedSource: revisionSource(source) }),
  }
}

export function bookkeepingOf(
  { key, title, description = '', slug, pages }: PlannedPage,
  root: string,
): { [Name in keyof Bookkeeping]: JsonValue } {
  return { root, key, title, description, slug, pages: [...pages] }
}

function revisionSource({ spec, models }: GroupSource) {
  return {
    type: 'builtin:openapi',
    dependencies: { spec: { ref: { kind: 'openapi', spec } } },
    props: { models },
  }
}

/** The seed of a page: the document that the plan gave last, and what its blocks show. */
export function seedOf(documentId: string, digest: string): string {
  return `${documentId}.${digest}`
}

/** The id of the document that a seed names. */
export function documentOfSeed(seed: string): string {
  return seed.slice(0, Math.max(seed.indexOf('.'), 0))
}

/** The bookkeeping of an entry; undefined for one that no plan gave. */
export function plannedIn({ planned }: Attributes): Bookkeeping | undefined {
  if (typeof planned !== 'object' || planned === null) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `bookkeepingOf` is stored under this name
  return planned as unknown as Bookkeeping
}

/** The source of a group at its root; undefined elsewhere. */
export function groupSourceIn({ computedSource }: Attributes): GroupSource | undefined {
  if (typeof computedSource !== 'object' || computedSource === null) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `revisionSource` is stored under this name
  const source = computedSource as unknown as ReturnType<typeof revisionSource>
  return { spec: source.dependencies.spec.ref.spec, models: source.props.models }
}

/** Whether a page has the text that its plan gave last. */
export function isAsPlanned({
  attributes: { computedSeed },
  documentId,
}: Pick<EntryState, 'attributes' | 'documentId'>): boolean {
  return typeof computedSeed === 'string' && documentOfSeed(computedSeed) === documentId
}

/** The slug of the specification in a source of any shape: that of an imported one is not checked. */
export function specOfSource(source: unknown): string | undefined {
  return memberOf(source, 'type') === 'builtin:openapi'
    ? sourceSpecs(source)[0]
    : undefined
}

/** The source of a group that was declared and has no pages yet, as an import leaves it. */
export function declaredIn({
  kind,
  attributes,
}: Pick<EntryState, 'kind' | 'attributes'>): GroupSource | undefined {
  const { computed } = attributes
  const spec = kind === 'computed' ? specOfSource(computed) : undefined
  const models = memberOf(memberOf(computed, 'props'), 'models') !== false
  return spec === undefined ? undefined : { spec, models }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return new Map<string, unknown>(Object.entries(value)).get(name)
}
