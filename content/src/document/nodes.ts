import type { Mark, Color } from './marks.ts'
import type {
  AssetRef,
  ContentRef,
  OpenApiRef,
  ReusableContentRef,
} from './references.ts'
import type { Table } from './tables.ts'

/** A page body, a comment or a description: the document JSON of the API. */
export interface JSONDocument {
  readonly object: 'document'
  readonly data: { readonly schemaVersion?: number; readonly [key: string]: unknown }
  readonly nodes: readonly FlowBlock[]
}

/** Attributes of a tag or element that the model has no field for: stored, and written back. */
export type Attributes = Readonly<Record<string, string>>

/** What the Markdown of any node says beyond its data, which clients allow only their own keys. */
interface Kept {
  readonly attributes?: Attributes
}

interface BlockOf<Type extends string, Data extends object, Meta extends object> {
  readonly object: 'block'
  readonly type: Type
  readonly key?: string
  readonly data: Data
  readonly meta?: Kept & Meta
}

/** A block with blocks or text inside. */
interface ParentBlock<
  Type extends string,
  Data extends object,
  Child,
  Meta extends object = object,
> extends BlockOf<Type, Data, Meta> {
  readonly isVoid: false
  readonly nodes: readonly Child[]
}

interface VoidBlock<
  Type extends string,
  Data extends object,
  Meta extends object = object,
> extends BlockOf<Type, Data, Meta> {
  readonly isVoid: true
}

/** The anchor of a block that can be linked to; computed, never written. */
interface Anchor {
  readonly id?: string
}

/** A part of a node beside its content. Clients look for the type, and for the name of a cell. */
export interface Fragment<Name extends string = string> {
  readonly object: 'fragment'
  readonly key?: string
  readonly fragment: Name
  readonly type: FragmentType
  readonly nodes: readonly FlowBlock[]
}

/** The name of a fragment that has only one place, or what a fragment of a table is. */
export type FragmentType =
  | 'annotation-body'
  | 'caption'
  | 'expandable-body'
  | 'expandable-title'
  | 'fallback'
  | 'table-cell'
  | 'table-title'

interface Fragments<Name extends string> {
  readonly fragments: readonly Fragment<Name>[]
}

// Text

export interface Leaf {
  readonly object: 'leaf'
  readonly text: string
  readonly marks: readonly Mark[]
}

export interface Text {
  readonly object: 'text'
  readonly key?: string
  readonly leaves: readonly Leaf[]
}

interface InlineOf<
  Type extends string,
  Data extends object,
  Meta extends object = object,
> {
  readonly object: 'inline'
  readonly type: Type
  readonly key?: string
  readonly data: Data
  readonly meta?: Kept & Meta
}

interface VoidInline<
  Type extends string,
  Data extends object,
  Meta extends object = object,
> extends InlineOf<Type, Data, Meta> {
  readonly isVoid: true
}

export interface Link extends InlineOf<'link', { ref: ContentRef; title?: string }> {
  readonly isVoid: false
  readonly nodes: readonly (Text | InlineImage | Emoji | Icon)[]
}

export type InlineImage = VoidInline<
  'inline-image',
  {
    ref: AssetRef
    refDark?: AssetRef
    caption?: string
    alt?: string
    size?: 'original' | 'line'
    width?: Length
    height?: Length
  }
>
export type Emoji = VoidInline<'emoji', { code: string }>
export type Icon = VoidInline<'icon', { icon: string; color?: Color }>
export type Expression = VoidInline<'expression', { expression: string }>
export type InlineMath = VoidInline<'inline-math', { formula: string }>
/** A mention of a target; `label` is its text in the Markdown, if not the reference itself. */
export type Mention = VoidInline<'mention', { ref: ContentRef; label?: string }>
/** What a button opens: the search or the assistant, with a question. */
export interface ButtonAction {
  readonly action: 'ask' | 'search'
  readonly query?: string
}
/**
 * A button leads to `ref`, or opens the search or the assistant. Clients need a target of every
 * button: `isImplied` says that the Markdown names none, and `ref` does what the action does.
 */
export type Button = VoidInline<
  'button',
  {
    label: string
    kind: 'primary' | 'secondary'
    icon?: string
    ref: ContentRef
    action?: ButtonAction
  },
  { readonly isImplied?: boolean }
>

export interface Annotation
  extends InlineOf<'annotation', object>, Fragments<'annotation-body'> {
  readonly isVoid: false
  readonly nodes: readonly Text[]
}

export type Inline =
  | Link
  | InlineImage
  | Emoji
  | Icon
  | Expression
  | InlineMath
  | Mention
  | Button
  | Annotation

export type Phrasing = Text | Inline

// Blocks

export type Alignment = 'start' | 'center' | 'end'
export type Length = number | { readonly unit: string; readonly value: number }

export type Paragraph = ParentBlock<'paragraph', { align?: Alignment }, Phrasing>
/** A heading; `level` is set for a depth in Markdown without a type of its own: 1, 5 or 6. */
export type Heading = ParentBlock<
  'heading-1' | 'heading-2' | 'heading-3',
  { id?: string; align?: Alignment },
  Phrasing,
  Anchor & { readonly level?: 1 | 5 | 6 }
>
export type ListOrdered = ParentBlock<'list-ordered', { start?: number }, ListItem>
export type ListUnordered = ParentBlock<'list-unordered', object, ListItem>
export type ListTasks = ParentBlock<'list-tasks', object, ListItem>
export type ListItem = ParentBlock<'list-item', { checked?: boolean }, FlowBlock>
export type Divider = VoidBlock<'divider', object>
export type Blockquote = ParentBlock<'blockquote', object, FlowBlock>
export type Hint = ParentBlock<
  'hint',
  { style: 'info' | 'warning' | 'danger' | 'success'; icon?: string },
  FlowBlock
>
export type Code = ParentBlock<
  'code',
  {
    syntax?: string
    title?: string
    overflow?: 'scroll' | 'wrap'
    lineNumbers?: boolean
    fullWidth?: boolean
    expandable?: boolean
    collapsedLineCount?: number
  },
  CodeLine,
  {
    /** The part of a fence's info string after the language. */
    readonly info?: string
  }
>
export type CodeLine = ParentBlock<
  'code-line',
  { highlighted?: boolean },
  Text | Annotation | Expression
>
export type MathBlock = VoidBlock<'math', { formula: string }>
export type Images = ParentBlock<
  'images',
  { align?: 'center' | 'left' | 'right'; fullWidth?: boolean; withFrame?: boolean },
  Image
>
export interface Image
  extends
    VoidBlock<
      'image',
      {
        ref: AssetRef
        refDark?: AssetRef
        width?: Length
        height?: Length
        alt?: string
        /** The target of a click on the image. */
        href?: ContentRef
      }
    >,
    Fragments<'caption'> {}
export interface File
  extends VoidBlock<'file', { ref: AssetRef }>, Fragments<'caption'> {}
export type Drawing = VoidBlock<'drawing', { ref?: AssetRef; alt?: string }>
export interface Embed
  extends
    VoidBlock<'embed', { url: string; fullWidth?: boolean }>,
    Fragments<'caption'> {}
export interface Expandable
  extends
    VoidBlock<'expandable', object, Anchor & { readonly open?: boolean }>,
    Fragments<'expandable-title' | 'expandable-body'> {}
export type Tabs = ParentBlock<'tabs', { fullWidth?: boolean }, TabsItem>
export type TabsItem = ParentBlock<
  'tabs-item',
  { title?: string; icon?: string },
  FlowBlock,
  Anchor
>
export type Stepper = ParentBlock<'stepper', object, StepperStep>
export type StepperStep = ParentBlock<'stepper-step', { icon?: string }, FlowBlock>
export type Columns = ParentBlock<'columns', { fullWidth?: boolean }, Column>
export type Column = ParentBlock<
  'column',
  { width?: Length; verticalAlignment?: 'top' | 'middle' | 'bottom' },
  FlowBlock
>
/**
 * A block for a target. `fallback` is the body of its tag, instead of which readers see something
 * else; absent when it only repeats the reference.
 */
export interface ContentRefBlock
  extends VoidBlock<'content-ref', { ref: ContentRef }>, Fragments<'fallback'> {}
export interface ReusableContent extends VoidBlock<
  'reusable-content',
  { ref: ReusableContentRef | UrlRefOnly },
  { readonly token?: string }
> {}
type UrlRefOnly = Extract<ContentRef, { kind: 'url' }>
export type Integration = VoidBlock<
  'integration',
  {
    integration: string
    block: string
    props: Readonly<Record<string, unknown>>
    action?: Readonly<Record<string, unknown>>
    url?: string
    fullWidth?: boolean
  }
>
export interface Swagger
  extends
    VoidBlock<
      'swagger',
      {
        ref: AssetRef
        path: string
        method: string
        expanded?: boolean
        fullWidth?: boolean
      },
      Anchor
    >,
    Fragments<'fallback'> {}
export interface OpenApiOperation
  extends
    VoidBlock<
      'openapi-operation',
      { ref: OpenApiRef; path: string; method: string },
      Anchor
    >,
    Fragments<'fallback'> {}
export interface OpenApiSchemas
  extends
    VoidBlock<
      'openapi-schemas',
      { ref: OpenApiRef; schemas: readonly string[]; grouped?: boolean },
      Anchor
    >,
    Fragments<'fallback'> {}
export interface OpenApiWebhook
  extends
    VoidBlock<
      'openapi-webhook',
      { ref: OpenApiRef; name: string; method: string },
      Anchor
    >,
    Fragments<'fallback'> {}
export type If = ParentBlock<'if', { expression: string }, FlowBlock>
export type Updates = ParentBlock<'updates', { format?: string }, Update>
export type Update = ParentBlock<
  'update',
  { date?: string; tags?: readonly string[] },
  FlowBlock
>
export type Prompt = ParentBlock<
  'prompt',
  { description?: string; icon?: string },
  FlowBlock
>
/** Markdown that is not understood and stays as it is. `reason` is for people and statistics. */
export type Verbatim = VoidBlock<'verbatim', { markdown: string; reason?: string }>

export type FlowBlock =
  | Paragraph
  | Heading
  | ListOrdered
  | ListUnordered
  | ListTasks
  | Divider
  | Blockquote
  | Hint
  | Code
  | MathBlock
  | Images
  | File
  | Drawing
  | Embed
  | Expandable
  | Tabs
  | Stepper
  | Columns
  | Table
  | ContentRefBlock
  | ReusableContent
  | Integration
  | Swagger
  | OpenApiOperation
  | OpenApiSchemas
  | OpenApiWebhook
  | If
  | Updates
  | Prompt
  | Verbatim

/** Blocks that occur only inside their own kind of parent. */
export type PartBlock =
  | ListItem
  | CodeLine
  | Image
  | TabsItem
  | StepperStep
  | Column
  | Update

export type Block = FlowBlock | PartBlock
export type BlockType = Block['type']
export type Node = JSONDocument | Block | Inline | Text | Fragment
