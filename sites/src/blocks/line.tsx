import type { Inline, Phrasing } from '@lectern/content/document/nodes.ts'
import type { ReactNode } from 'react'

import { InlineMathView } from './formula.tsx'
import {
  AnnotationView,
  ButtonView,
  EmojiView,
  ExpressionView,
  IconView,
  InlineImageView,
  LinkView,
  MentionView,
} from './inlines.tsx'
import { TextView } from './leaves.tsx'
import type { InlineProps, Page } from './page.ts'

type InlineOf<Type extends Inline['type']> = Extract<Inline, { type: Type }>

/** The view of each type of inline. A type without an entry does not compile. */
const inlineViews: {
  readonly [Type in Inline['type']]: (props: InlineProps<InlineOf<Type>>) => ReactNode
} = {
  link: LinkView,
  'inline-image': InlineImageView,
  emoji: EmojiView,
  icon: IconView,
  expression: ExpressionView,
  'inline-math': InlineMathView,
  mention: MentionView,
  button: ButtonView,
  annotation: AnnotationView,
}

export function LineView({
  nodes,
  page,
  isStill,
}: {
  nodes: readonly Phrasing[]
  page: Page
  isStill: boolean
}) {
  return nodes.map((node, index) =>
    node.object === 'text' ? (
      <TextView key={index} text={node} />
    ) : (
      <InlineView key={index} inline={node} page={page} isStill={isStill} />
    ),
  )
}

function InlineView(props: InlineProps<Inline>) {
  // Documents of a newer api may have unknown types: inlines of these show nothing.
  if (!Object.hasOwn(inlineViews, props.inline.type)) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table pairs each type with its own view
  const View = inlineViews[props.inline.type] as (given: InlineProps<Inline>) => ReactNode
  return <View {...props} />
}
