import * as fc from 'fast-check'

import type { AssetRef, ContentRef, OpenApiRef } from '#/document/references.ts'

import { name } from './text.ts'

const path = fc.constantFrom(
  'a.md',
  '../b/c.md#x',
  'https://example.com/?a=1&b=2',
  'two words.md',
  'a(b).md',
  'a(b.md',
  'x<y>.png',
  'tab\there',
  'a|b.md',
  'a\\b',
  '&amp;.md',
  '"quoted".md',
  "it's.md",
  '%20.md',
  'é.md',
  '',
  '#top',
  '#',
  'mailto:a@b.c',
  '/reusable-content/x',
  'lectern:page/a b',
  '*_~`[]!.md',
  '{% x %}',
)

const url = path.map((one) => ({ kind: 'url' as const, url: one }))
const file = fc.record({ kind: fc.constant('file' as const), file: name })

export const assetRef: fc.Arbitrary<AssetRef> = fc.oneof(url, file)

export const openApiRef: fc.Arbitrary<OpenApiRef> = fc.record({
  kind: fc.constant('openapi' as const),
  spec: name,
})

const reusableRef = fc.record(
  { kind: fc.constant('reusable-content' as const), reusableContent: name, space: name },
  { requiredKeys: ['kind', 'reusableContent'] },
)

export const contentRef: fc.Arbitrary<ContentRef> = fc.oneof(
  { weight: 4, arbitrary: url },
  file,
  fc.record(
    { kind: fc.constant('page' as const), page: name, space: name },
    { requiredKeys: ['kind', 'page'] },
  ),
  fc.record(
    { kind: fc.constant('anchor' as const), anchor: name, page: name, space: name },
    { requiredKeys: ['kind', 'anchor'] },
  ),
  fc.record({ kind: fc.constant('user' as const), user: name }),
  fc.record({ kind: fc.constant('collection' as const), collection: name }),
  fc.record({ kind: fc.constant('space' as const), space: name }),
  reusableRef,
  openApiRef,
)

export const includeRef = fc.oneof(reusableRef, url)
export const address = path
