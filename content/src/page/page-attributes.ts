import { readRef, spellRef, type AssetRef } from '#/document/references.ts'
import type { JsonValue } from '#/tree/entries.ts'
import { isRecord, type YamlReading } from '#/yaml/read-yaml.ts'
import { nobody } from '#/expressions/conditions.ts'
import { conditionLine, readCondition } from './page-condition.ts'

/** The attributes in the front matter of a page, without defaults. */
export interface PageAttributes {
  readonly description?: string
  readonly icon?: string
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly variables?: Readonly<Record<string, string>>
  /** The expression that a visitor must satisfy to see the page. */
  readonly condition?: string
  readonly cover?: PageCover
  readonly layout?: PageLayout
}

/** Every attribute that a front matter can have. */
export const attributeNames = Object.keys({
  description: true,
  icon: true,
  hidden: true,
  noIndex: true,
  noRobotsIndex: true,
  variables: true,
  condition: true,
  cover: true,
  layout: true,
} satisfies Record<keyof PageAttributes, true>)

export interface PageCover {
  readonly ref?: AssetRef
  readonly refDark?: AssetRef
  readonly yPos: number
  readonly height?: number
}

export interface PageLayout {
  readonly width?: 'default' | 'wide'
  readonly coverSize?: 'hero' | 'full'
  readonly cover?: boolean
  readonly title?: boolean
  readonly description?: boolean
  readonly tableOfContents?: boolean
  readonly outline?: boolean
  readonly pagination?: boolean
  readonly metadata?: boolean
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

const textKeys = { description: 'description', icon: 'icon' } as const
const conditionKey = 'if'
const flagKeys = ['hidden', 'noIndex', 'noRobotsIndex'] as const
const coverKeys = ['cover', 'coverDark', 'coverY', 'coverHeight'] as const
const layoutFlags = [
  'cover',
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
] as const
const widths = ['default', 'wide'] as const
const coverSizes = ['hero', 'full'] as const

export function readAttributes(reading: YamlReading): {
  readonly attributes: PageAttributes
  readonly unknown: readonly string[]
} {
  const { values } = reading
  const known = new Set<string>()
  const attributes: Mutable<PageAttributes> = {}
  for (const [key, name] of entriesOf(textKeys)) {
    const value = values[key]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    attributes[name] = String(value)
    known.add(key)
  }
  const { condition, keys } = readCondition(reading)
  if (condition !== undefined) attributes.condition = condition
  for (const key of keys) known.add(key)
  for (const key of flagKeys) {
    const value = values[key]
    if (typeof value !== 'boolean') continue
    attributes[key] = value
    known.add(key)
  }
  if (isRecord(values['vars'])) {
    attributes.variables = Object.fromEntries(reading.typed('vars'))
    known.add('vars')
  }
  const cover = readCover(values, known)
  if (cover !== undefined) attributes.cover = cover
  if (isRecord(values['layout'])) {
    attributes.layout = readLayout(values['layout'])
    known.add('layout')
  }
  return { attributes, unknown: Object.keys(values).filter((key) => !known.has(key)) }
}

/** The attributes of a front matter that cannot be read: a condition in it holds for nobody. */
export function unreadAttributes(yaml: string): PageAttributes {
  return conditionLine(yaml) === undefined ? {} : { condition: nobody }
}

/** The YAML form of the attributes: pairs of a path in the front matter and its value. */
export function spellAttributes(
  attributes: PageAttributes,
): ReadonlyMap<string, JsonValue> {
  const spelled = new Map<string, JsonValue>()
  const put = (path: readonly string[], value: JsonValue | undefined) => {
    if (value !== undefined) spelled.set(path.join('\0'), value)
  }
  for (const [key, name] of entriesOf(textKeys)) put([key], attributes[name])
  put([conditionKey], attributes.condition)
  for (const key of flagKeys) put([key], attributes[key])
  for (const [name, value] of Object.entries(attributes.variables ?? {})) {
    put(['vars', name], value)
  }
  const { cover, layout = {} } = attributes
  if (cover !== undefined) {
    put(['cover'], cover.ref && spellRef(cover.ref))
    put(['coverDark'], cover.refDark && spellRef(cover.refDark))
    put(['coverY'], cover.yPos)
    put(['coverHeight'], cover.height)
  }
  put(['layout', 'width'], layout.width)
  put(['layout', 'cover', 'size'], layout.coverSize)
  for (const flag of layoutFlags) put(['layout', flag, 'visible'], layout[flag])
  return spelled
}

/** Whether the value is the default of its line: such a line is not added. */
export function isDefault(path: string, value: JsonValue): boolean {
  const defaults: Readonly<Record<string, JsonValue>> = {
    hidden: false,
    noIndex: false,
    noRobotsIndex: false,
    coverY: 0,
    coverHeight: 240,
    'layout\0width': 'default',
    'layout\0cover\0size': 'hero',
    'layout\0metadata\0visible': false,
  }
  const visible = path.startsWith('layout\0') && path.endsWith('\0visible')
  return value === (defaults[path] ?? (visible ? true : undefined))
}

function readCover(
  values: Readonly<Record<string, unknown>>,
  known: Set<string>,
): PageCover | undefined {
  const [ref, refDark, yPos, height] = coverKeys.map((key) => values[key])
  const cover: Mutable<PageCover> = { yPos: typeof yPos === 'number' ? yPos : 0 }
  if (typeof ref === 'string') cover.ref = readAsset(ref)
  if (typeof refDark === 'string') cover.refDark = readAsset(refDark)
  if (typeof height === 'number') cover.height = height
  for (const key of coverKeys) {
    const kind = key === 'cover' || key === 'coverDark' ? 'string' : 'number'
    if (typeof values[key] === kind) known.add(key)
  }
  return coverKeys.some((key) => known.has(key)) ? cover : undefined
}

/** The cover with its images replaced. */
export function mapCover(
  { ref, refDark, ...rest }: PageCover,
  change: (ref: AssetRef) => AssetRef,
): PageCover {
  return {
    ...rest,
    ...(ref && { ref: change(ref) }),
    ...(refDark && { refDark: change(refDark) }),
  }
}

export function readAsset(spelling: string): AssetRef {
  const ref = readRef(spelling)
  return ref.kind === 'file' ? ref : { kind: 'url', url: spelling }
}

function readLayout(values: Readonly<Record<string, unknown>>): PageLayout {
  const layout: Mutable<PageLayout> = {}
  const width = widths.find((each) => each === values['width'])
  if (width !== undefined) layout.width = width
  const cover = values['cover']
  const size = coverSizes.find((each) => isRecord(cover) && each === cover['size'])
  if (size !== undefined) layout.coverSize = size
  for (const flag of layoutFlags) {
    const part = values[flag]
    const visible = isRecord(part) ? part['visible'] : undefined
    if (typeof visible === 'boolean') layout[flag] = visible
  }
  return layout
}

function entriesOf<Key extends string, Value>(
  record: Readonly<Record<Key, Value>>,
): readonly (readonly [Key, Value])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a constant record has no keys but those of its type
  return Object.entries(record) as [Key, Value][]
}
