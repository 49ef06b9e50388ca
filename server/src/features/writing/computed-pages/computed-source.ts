import type {
  computedDocumentSource,
  computedRevisionSource,
} from '@lectern/contract/computed-sources.ts'
import type { Static } from 'typebox'

import type { GroupSource } from './computed-attributes.ts'
import type { PlannedPage } from './planned-pages.ts'

type Source =
  | Static<typeof computedDocumentSource>
  | Static<typeof computedRevisionSource>

/** Why content cannot be computed from a source; undefined where it can. */
export function sourceProblem({ type }: Source): string | undefined {
  return type === 'builtin:openapi'
    ? undefined
    : `has the type "${type}", from which nothing is computed here; the only one is "builtin:openapi"`
}

/** The specification that a source names, and whether its schemas have pages. */
export function groupSourceOf(
  source: Static<typeof computedRevisionSource>,
): GroupSource | undefined {
  if (source.type !== 'builtin:openapi') return undefined
  const { dependencies, props } = source
  return { spec: dependencies.spec.ref.spec, models: props.models }
}

/** The same of the source of one page: its specification with all pages that it has. */
export function groupSourceOfPage(
  source: Static<typeof computedDocumentSource>,
): GroupSource | undefined {
  if (source.type !== 'builtin:openapi') return undefined
  const { dependencies } = source
  return { spec: dependencies.spec.ref.spec, models: true }
}

/** The source of one page of a group. */
export function viewDocumentSource(
  { doc, key }: Pick<PlannedPage, 'doc' | 'key'>,
  { spec }: GroupSource,
) {
  return {
    type: 'builtin:openapi' as const,
    dependencies: { spec: { ref: { kind: 'openapi' as const, spec } } },
    props: { doc, page: key },
  }
}
