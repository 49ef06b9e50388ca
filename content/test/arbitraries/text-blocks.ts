import * as fc from 'fast-check'

import type { FlowBlock, Phrasing } from '#/document/nodes.ts'

import { annotation, codeExpression, text } from './inlines.ts'
import { flag, nothing, parent, some, withMeta, type Blocks } from './shapes.ts'
import { name, nastyLine, nastyText } from './text.ts'

const align = fc.constantFrom('start' as const, 'center' as const, 'end' as const)

export function textBlocks(
  line: fc.Arbitrary<readonly Phrasing[]>,
): fc.Arbitrary<FlowBlock>[] {
  const paragraph = (data: fc.Arbitrary<{ align?: 'start' | 'center' | 'end' }>) =>
    parent('paragraph', data, line)
  const heading = withMeta(
    parent('heading-1', some({ id: name, align }), line),
    some({ level: fc.constantFrom(1 as const, 5 as const, 6 as const) }),
  ).chain((one) =>
    fc
      .constantFrom('heading-1' as const, 'heading-2' as const, 'heading-3' as const)
      .map((type) => ({ ...one, type })),
  )
  return [paragraph(nothing), paragraph(nothing), paragraph(some({ align })), heading]
}

const codeText = fc
  .array(
    fc.oneof(
      nastyText,
      fc.constantFrom('```', '~~~~', '  indented', '</code>', '{% endcode %}', ''),
    ),
    {
      maxLength: 2,
    },
  )
  .map((parts) => ({
    object: 'text' as const,
    leaves: [{ object: 'leaf' as const, text: parts.join(''), marks: [] }],
  }))

export function code(body: Blocks | undefined): fc.Arbitrary<FlowBlock> {
  const plain = fc.array(codeText, { maxLength: 1 })
  const rich = fc.array(
    body === undefined
      ? fc.oneof(codeText, codeExpression, text)
      : fc.oneof(codeText, codeExpression, text, annotation(body)),
    { maxLength: 3 },
  )
  const line = fc.oneof(
    { weight: 3, arbitrary: parent('code-line', nothing, plain) },
    { weight: 1, arbitrary: parent('code-line', some({ highlighted: flag }), rich) },
  )
  return withMeta(
    parent(
      'code',
      some({
        syntax: fc.constantFrom('js', 'c++', 'a b', '', '`', '{% x'),
        title: nastyLine,
        overflow: fc.constantFrom('scroll' as const, 'wrap' as const),
        lineNumbers: flag,
        fullWidth: flag,
        expandable: flag,
        collapsedLineCount: fc.integer({ min: 1, max: 50 }),
      }),
      fc.array(line, { maxLength: 4 }),
    ),
    some({ info: fc.constantFrom('title="x"', 'a  b', '', '&amp;') }),
  )
}
