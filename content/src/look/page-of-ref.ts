import type { ContentRef } from '#/document/references.ts'

/** The reference that readers get in place of one to a page that is not for them. */
export const nowhere: ContentRef = { kind: 'url', url: '' }

/** The page that a reference leads to, with its space where it names one. */
export function pageOfRef(
  ref: ContentRef | undefined,
): { readonly page: string; readonly space?: string } | undefined {
  if (ref?.kind !== 'page' && ref?.kind !== 'anchor') return undefined
  const { page, space } = ref
  if (page === undefined) return undefined
  return space === undefined ? { page } : { page, space }
}
