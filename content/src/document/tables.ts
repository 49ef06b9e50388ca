import type { Attributes, Fragment } from './nodes.ts'
import type { AssetRef, ContentRef } from './references.ts'

export interface TableView {
  readonly columns: readonly string[]
}

export interface GridView extends TableView {
  readonly type: 'grid'
  readonly columnWidths?: Readonly<Record<string, number>>
  readonly hideHeader: boolean
  readonly useNewSizing?: boolean
}

export interface CardsView extends TableView {
  readonly type: 'cards'
  readonly cardSize: 'medium' | 'large'
  readonly targetDefinition?: string
  readonly coverDefinition?: string
  readonly coverDefinitionDark?: string
  readonly hideColumnTitle?: boolean
}

interface ColumnBase {
  readonly id: string
  readonly title: string
  readonly attributes?: Attributes
}

export type ColumnDefinition = ColumnBase &
  (
    | {
        readonly type: 'text'
        readonly textAlignment: 'left' | 'center' | 'right'
        readonly verticalAlignment?: 'top' | 'middle' | 'bottom'
      }
    | { readonly type: 'number' | 'checkbox' | 'files' | 'content-ref' | 'image' }
    | { readonly type: 'users'; readonly multiple: boolean }
    | { readonly type: 'rating'; readonly max: number }
    | {
        readonly type: 'select'
        readonly multiple: boolean
        readonly options: readonly SelectOption[]
      }
  )

export interface SelectOption {
  readonly value: string
  readonly label: string
  readonly color: string
}

export interface ImageValue {
  readonly ref: AssetRef
  readonly objectFit?: 'contain' | 'fill' | 'cover'
  readonly alt?: string
}

/** The value of a cell; in a text column, the name of the fragment with the blocks of the cell. */
export type CellValue =
  | number
  | string
  | boolean
  | null
  | readonly string[]
  | ContentRef
  | ImageValue

export interface TableRecord {
  readonly orderIndex: string
  readonly values: Readonly<Record<string, CellValue>>
  /** The texts shown for references of a column, where they are not the ends of the paths. */
  readonly labels?: Readonly<Record<string, readonly string[]>>
}

export interface Table {
  readonly object: 'block'
  readonly type: 'table'
  readonly key?: string
  readonly isVoid: true
  readonly data: {
    readonly view: GridView | CardsView
    readonly definition: Readonly<Record<string, ColumnDefinition>>
    readonly records: Readonly<Record<string, TableRecord>>
    readonly fullWidth?: boolean
  }
  readonly meta?: { readonly attributes?: Attributes }
  /** The text cells, and column titles that are more than plain text (`title:<column>`). */
  readonly fragments: readonly Fragment[]
}
