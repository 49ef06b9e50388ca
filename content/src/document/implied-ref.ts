import type { Button, ButtonAction } from './nodes.ts'
import type { UrlRef } from './references.ts'

/**
 * The target of a button whose Markdown names none: the page itself, with the question in the
 * address where the button asks one. Without a target, clients cannot show the page around it.
 */
export function impliedRef(action: ButtonAction | undefined): UrlRef {
  if (action === undefined) return { kind: 'url', url: '' }
  const name = action.action === 'search' ? 'q' : 'ask'
  return { kind: 'url', url: `?${name}=${encodeURIComponent(action.query ?? '')}` }
}

/** Whether the Markdown of a button names no target. */
export function hasImpliedRef({ meta }: Button): boolean {
  return meta?.isImplied === true
}
