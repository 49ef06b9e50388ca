import * as fc from 'fast-check'

import { impliedRef } from '#/document/implied-ref.ts'
import { colors, plainMarks, type Mark } from '#/document/marks.ts'
import type {
  Annotation,
  Button,
  ButtonAction,
  Emoji,
  Expression,
  Icon,
  InlineImage,
  InlineMath,
  Leaf,
  Link,
  Mention,
  Phrasing,
  Text,
} from '#/document/nodes.ts'

import { fragmentOf } from '#/document/shapes.ts'

import { length } from './lengths.ts'
import { assetRef, contentRef } from './references.ts'
import { name, nastyLine, nastyText } from './text.ts'

const color = fc.constantFrom(...colors)

const mark: fc.Arbitrary<Mark> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc
      .constantFrom(...plainMarks)
      .map((type) => ({ object: 'mark' as const, type })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ text: color, background: color }).map((data) => ({
      object: 'mark' as const,
      type: 'color' as const,
      data,
    })),
  },
)

const leaf: fc.Arbitrary<Leaf> = fc
  .record({
    text: nastyText,
    marks: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(mark, { minLength: 1, maxLength: 3 }) },
    ),
  })
  .map((one) => ({ object: 'leaf' as const, ...one }))

export const text: fc.Arbitrary<Text> = fc
  .array(leaf, { minLength: 1, maxLength: 3 })
  .map((leaves) => ({ object: 'text' as const, leaves }))

function voidInline<Type extends string, Data extends object>(
  type: Type,
  data: fc.Arbitrary<Data>,
) {
  return data.map((one) => ({
    object: 'inline' as const,
    type,
    isVoid: true as const,
    data: one,
  }))
}

const image: fc.Arbitrary<InlineImage> = voidInline(
  'inline-image',
  fc.record(
    {
      ref: assetRef,
      refDark: assetRef,
      caption: nastyLine,
      alt: nastyLine,
      size: fc.constantFrom('original' as const, 'line' as const),
      width: length,
      height: length,
    },
    { requiredKeys: ['ref'] },
  ),
)

const emoji: fc.Arbitrary<Emoji> = voidInline(
  'emoji',
  fc.record({
    code: fc.constantFrom('1f600', '1f604', '2b50', '1f468-200d-1f4bb', 'abc'),
  }),
)

const icon: fc.Arbitrary<Icon> = voidInline(
  'icon',
  fc.record({ icon: name, color }, { requiredKeys: ['icon'] }),
)

const expression: fc.Arbitrary<Expression> = voidInline(
  'expression',
  fc.record({
    expression: fc.constantFrom(
      'space.vars.x',
      'a < b && c',
      'x ? "y" : `z`',
      'a|b',
      '*',
    ),
  }),
)

const formula = fc.constantFrom(
  'x^2',
  'a_b*c',
  '\\frac{1}{2}',
  'x|y',
  '$',
  ' a ',
  'a $ b',
  '`',
  '<b>',
  '',
)

const math: fc.Arbitrary<InlineMath> = voidInline('inline-math', fc.record({ formula }))

const mention: fc.Arbitrary<Mention> = voidInline(
  'mention',
  fc.record({ ref: contentRef, label: nastyLine }, { requiredKeys: ['ref'] }),
)

const action: fc.Arbitrary<ButtonAction> = fc.record(
  { action: fc.constantFrom('ask' as const, 'search' as const), query: nastyLine },
  { requiredKeys: ['action'] },
)

const button: fc.Arbitrary<Button> = fc
  .record({
    isImplied: fc.boolean(),
    data: fc.record(
      {
        label: nastyLine,
        kind: fc.constantFrom('primary' as const, 'secondary' as const),
        icon: name,
        ref: contentRef,
        action,
      },
      { requiredKeys: ['label', 'kind', 'ref'] },
    ),
  })
  .map(({ data, isImplied }) => ({
    object: 'inline' as const,
    type: 'button' as const,
    isVoid: true as const,
    data: isImplied ? { ...data, ref: impliedRef(data.action) } : data,
    ...(isImplied && { meta: { isImplied } }),
  }))

const link: fc.Arbitrary<Link> = fc
  .record({
    data: fc.record({ ref: contentRef, title: nastyLine }, { requiredKeys: ['ref'] }),
    nodes: fc.array(fc.oneof({ weight: 4, arbitrary: text }, image, emoji, icon), {
      maxLength: 3,
    }),
  })
  .map((one) => ({
    object: 'inline' as const,
    type: 'link' as const,
    isVoid: false,
    ...one,
  }))

/** Every inline, the annotation with a body made by whoever makes blocks. */
function inline(
  body: fc.Arbitrary<Annotation['fragments'][number]['nodes']> | undefined,
) {
  const plain = [link, image, emoji, icon, expression, math, mention, button]
  if (body === undefined) return fc.oneof(...plain)
  return fc.oneof(...plain, annotation(body))
}

export function annotation(
  body: fc.Arbitrary<Annotation['fragments'][number]['nodes']>,
): fc.Arbitrary<Annotation> {
  return fc
    .record({ nodes: fc.array(text, { maxLength: 2 }), body })
    .map(({ nodes, body: blocks }) => ({
      object: 'inline' as const,
      type: 'annotation' as const,
      isVoid: false as const,
      data: {},
      nodes,
      fragments: [fragmentOf('annotation-body', blocks)],
    }))
}

export const codeExpression = expression

export function phrasing(
  body: fc.Arbitrary<Annotation['fragments'][number]['nodes']> | undefined,
): fc.Arbitrary<readonly Phrasing[]> {
  const node: fc.Arbitrary<Phrasing> = fc.oneof(
    { weight: 3, arbitrary: text },
    { weight: 2, arbitrary: inline(body) },
  )
  return fc.array(node, { maxLength: 4 })
}
