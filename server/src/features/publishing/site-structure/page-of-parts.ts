import type { Page } from '@lectern/contract/common.ts'

import type { PageRequest } from '#/platform/http/paging.ts'

interface Paging<Part, Item> {
  /** All parts in order, unpaged: a site can have only a limited number. */
  readonly parts: readonly Part[]
  readonly view: (parts: readonly Part[]) => Promise<(part: Part) => Item>
}

/**
 * One page of the parts of a site. It continues where the last part stood, even when that was moved
 * or removed.
 */
export async function pageOfParts<Part extends { readonly id: string }, Item>(
  page: PageRequest,
  { parts, view }: Paging<Part, Item>,
): Promise<Page<Item>> {
  const start = startOf(page, parts)
  const rows = page.rowsMax === 0 ? [] : parts.slice(start, start + page.rowsMax)
  return page.finish(rows, {
    count: parts.length,
    keyOf: (part) => [part.id, parts.indexOf(part) + 1],
    view: await view(rows),
  })
}

function startOf(page: PageRequest, parts: readonly { readonly id: string }[]): number {
  if (page.after === undefined) return 0
  const index = parts.findIndex(({ id }) => id === page.afterText(0))
  return index === -1 ? Number(page.afterText(1)) : index + 1
}
