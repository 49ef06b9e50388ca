import type { FlowBlock } from '@lectern/content/document/nodes.ts'
import { plainText } from '@lectern/content/look/plain-text.ts'
import type { ReactNode } from 'react'

import { bounded, lengthMax } from './bounds.ts'
import { CodeView } from './code.tsx'
import {
  ColumnsView,
  ExpandableView,
  HintView,
  IfView,
  PromptView,
  ReusableContentView,
  StepperView,
  TabsView,
} from './containers.tsx'
import { MathView } from './formula.tsx'
import { ListOrderedView, ListTasksView, ListUnorderedView } from './lists.tsx'
import { DrawingView, EmbedView, FileView, ImagesView } from './media.tsx'
import type { BlockProps, Page } from './page.ts'
import {
  ContentRefView,
  IntegrationView,
  OpenApiOperationView,
  OpenApiSchemasView,
  OpenApiWebhookView,
  SwaggerView,
} from './references.tsx'
import { TableView } from './tables.tsx'
import {
  BlockquoteView,
  DividerView,
  HeadingView,
  ParagraphView,
  VerbatimView,
} from './text-blocks.tsx'
import { UpdatesView } from './updates.tsx'

type BlockType = FlowBlock['type']
type BlockOf<Type extends BlockType> = FlowBlock extends infer One
  ? One extends { type: infer Own }
    ? Type extends Own
      ? One
      : never
    : never
  : never

/** The view of each type of block. A type without an entry does not compile. */
const blockViews: {
  readonly [Type in BlockType]: (props: BlockProps<BlockOf<Type>>) => ReactNode
} = {
  paragraph: ParagraphView,
  'heading-1': HeadingView,
  'heading-2': HeadingView,
  'heading-3': HeadingView,
  'list-ordered': ListOrderedView,
  'list-unordered': ListUnorderedView,
  'list-tasks': ListTasksView,
  divider: DividerView,
  blockquote: BlockquoteView,
  hint: HintView,
  code: CodeView,
  math: MathView,
  images: ImagesView,
  file: FileView,
  drawing: DrawingView,
  embed: EmbedView,
  expandable: ExpandableView,
  tabs: TabsView,
  stepper: StepperView,
  columns: ColumnsView,
  table: TableView,
  'content-ref': ContentRefView,
  'reusable-content': ReusableContentView,
  integration: IntegrationView,
  swagger: SwaggerView,
  'openapi-operation': OpenApiOperationView,
  'openapi-schemas': OpenApiSchemasView,
  'openapi-webhook': OpenApiWebhookView,
  if: IfView,
  updates: UpdatesView,
  prompt: PromptView,
  verbatim: VerbatimView,
}

/** The deepest nesting of blocks; deeper ones are shown as text, since each level costs stack. */
const depthMax = 40

export function FlowView({
  blocks,
  page,
  depth,
}: {
  blocks: readonly FlowBlock[]
  page: Page
  depth: number
}) {
  if (depth > depthMax) return <TextOnly blocks={blocks} />
  return blocks.map((block, index) => <BlockView key={index} block={block} page={page} />)
}

function BlockView(props: BlockProps<FlowBlock>) {
  // Documents of a newer api may have unknown types: blocks of these show nothing.
  if (!Object.hasOwn(blockViews, props.block.type)) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table pairs each type with its own view
  const View = blockViews[props.block.type] as (given: BlockProps<FlowBlock>) => ReactNode
  return <View {...props} />
}

function TextOnly({ blocks }: { blocks: readonly FlowBlock[] }) {
  const text = blocks.map((block) => plainText(block)).join('\n')
  return text.trim() === '' ? null : <p>{bounded(text, lengthMax.text)}</p>
}
