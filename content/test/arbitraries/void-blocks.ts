import * as fc from 'fast-check'

import type { FlowBlock, Phrasing } from '#/document/nodes.ts'

import { length } from './lengths.ts'
import { address, assetRef, contentRef, includeRef, openApiRef } from './references.ts'
import {
  all,
  captioned,
  flag,
  leaf,
  nothing,
  parent,
  some,
  type Blocks,
} from './shapes.ts'
import { name, nastyLine, nastyText } from './text.ts'

const formula = fc.constantFrom(
  'x^2',
  'a\nb',
  '',
  '\n',
  '$$',
  ' a ',
  '\\begin{x}\n\ny\n\\end{x}',
  '# a',
)

const kept = fc.constantFrom(
  { markdown: '<!-- a comment -->', reason: 'comment' },
  { markdown: '<!-- two\n\nlines -->', reason: 'comment' },
  { markdown: '[label]: https://example.com "Title"', reason: 'definition' },
  { markdown: '<video src="a.mp4"></video>', reason: 'element <video>' },
)

export function voidBlocks(
  line: fc.Arbitrary<readonly Phrasing[]>,
): fc.Arbitrary<FlowBlock>[] {
  const caption: Blocks = fc.array(parent('paragraph', nothing, line), { maxLength: 2 })
  const image = captioned(
    leaf(
      'image',
      fc.record(
        {
          ref: assetRef,
          refDark: assetRef,
          width: length,
          height: length,
          alt: nastyLine,
          href: contentRef,
        },
        { requiredKeys: ['ref'] },
      ),
    ),
    'caption',
    caption,
  )
  return [
    leaf('divider', nothing),
    leaf('math', all({ formula })),
    parent(
      'images',
      some({
        align: fc.constantFrom('center' as const, 'left' as const, 'right' as const),
        fullWidth: flag,
        withFrame: flag,
      }),
      fc.array(image, { maxLength: 3 }),
    ),
    captioned(leaf('file', all({ ref: assetRef })), 'caption', caption),
    leaf('drawing', some({ ref: assetRef, alt: nastyLine })),
    captioned(
      leaf(
        'embed',
        fc.record({ url: address, fullWidth: flag }, { requiredKeys: ['url'] }),
      ),
      'caption',
      caption,
    ),
    captioned(leaf('content-ref', all({ ref: contentRef })), 'fallback', caption),
    leaf('reusable-content', all({ ref: includeRef })),
    leaf('verbatim', kept),
    integration,
    ...openApiBlocks(caption),
  ]
}

const json = fc.oneof(
  nastyText,
  fc.integer(),
  flag,
  fc.constant(null),
  fc.array(nastyLine, { maxLength: 2 }),
  all({ a: nastyText }),
)

const propName = fc.constantFrom(
  'content',
  'title',
  'url',
  'fullWidth',
  'props',
  'a b',
  'n',
  'x.y',
)

const integration = leaf(
  'integration',
  fc.record(
    {
      integration: name,
      block: name,
      props: fc.dictionary(propName, json, { maxKeys: 3 }),
      action: all({ action: name }),
      url: address,
      fullWidth: flag,
    },
    { requiredKeys: ['integration', 'block', 'props'] },
  ),
)

function openApiBlocks(caption: Blocks): fc.Arbitrary<FlowBlock>[] {
  const method = fc.constantFrom('get', 'post', '')
  const path = fc.constantFrom('/x/{id}', '/a"b', '')
  return [
    captioned(
      leaf(
        'swagger',
        fc.record(
          { ref: assetRef, path, method, expanded: flag, fullWidth: flag },
          { requiredKeys: ['ref', 'path', 'method'] },
        ),
      ),
      'fallback',
      caption,
    ),
    captioned(
      leaf('openapi-operation', all({ ref: openApiRef, path, method })),
      'fallback',
      caption,
    ),
    captioned(
      leaf(
        'openapi-schemas',
        fc.record(
          {
            ref: openApiRef,
            schemas: fc.array(nastyLine, { maxLength: 3 }),
            grouped: flag,
          },
          { requiredKeys: ['ref', 'schemas'] },
        ),
      ),
      'fallback',
      caption,
    ),
    captioned(
      leaf('openapi-webhook', all({ ref: openApiRef, name: nastyLine, method })),
      'fallback',
      caption,
    ),
  ]
}
