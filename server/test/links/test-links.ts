import assert from 'node:assert/strict'

import type { TestBody } from '#test/test-api.ts'
import type { TestSpace } from '#test/test-edits.ts'

export function pageNamed(title: string, markdown: string, more: object = {}) {
  return { operation: 'insert_page', title, document: { markdown }, ...more }
}

/** Writes one page and gives its id. */
export async function write(
  space: TestSpace,
  title: string,
  markdown: string,
  more?: object,
): Promise<string> {
  const { changes } = await space.edit(pageNamed(title, markdown, more))
  return String(changes[0].page)
}

/** A link without what surrounds its places: what it says, and from where. */
export function brief(link: TestBody) {
  const { targetReference: target, locationReferences } = link
  return {
    status: link.status,
    relation: link.relation,
    target: target?.[keyOfKind(target.kind)]?.id ?? target?.url,
    from: locationReferences.map((each: TestBody) => each[keyOfKind(each.kind)].id),
  }
}

function keyOfKind(kind: string): string {
  return kind === 'reusable-content' ? 'reusableContent' : kind
}

/** The one link with a reference of this kind. */
export function only(links: readonly TestBody[], kind: string): TestBody {
  const found = links.filter(({ reference }) => reference.kind === kind)
  assert.equal(found.length, 1, JSON.stringify(links.map(({ reference }) => reference)))
  return found[0]
}

/** Of texts only, so that the order of code units is meant. */
export function sorted(...texts: string[]): string[] {
  return texts.toSorted()
}
