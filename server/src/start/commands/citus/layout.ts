import type { CatalogueTable } from './catalogue.ts'

export type Layout =
  | { readonly kind: 'tenant'; readonly column: string }
  | { readonly kind: 'distributed'; readonly column: string }
  | { readonly kind: 'reference' }
  | { readonly kind: 'local' }
  /** As a local one, but Citus knows what is written to it. */
  | { readonly kind: 'coordinator' }

export const tenantColumn = 'organization_id'

const form = /^(?:(tenant|reference|local|coordinator)|distributed\((\w+)\))(?::|$)/

/** The layout in the comment of the table; undefined for an unknown one. */
export function layoutOf({
  comment,
}: Pick<CatalogueTable, 'comment'>): Layout | undefined {
  const [, kind, column] = form.exec(comment ?? '') ?? []
  if (column !== undefined) return { kind: 'distributed', column }
  if (kind === 'tenant') return { kind, column: tenantColumn }
  if (kind === 'reference' || kind === 'local' || kind === 'coordinator') return { kind }
  return undefined
}

export function distributionColumn(layout: Layout | undefined): string | undefined {
  return layout?.kind === 'tenant' || layout?.kind === 'distributed'
    ? layout.column
    : undefined
}
