export type JsonRecord = Readonly<Record<string, unknown>>

/** One of the two documents. */
export interface OpenApiDocument {
  readonly isOld: boolean
  readonly root: Located
  /** What references lead to, as far as they were followed. */
  readonly targets: Map<string, Located | undefined>
}

/** A value with its place in a document. The pointer is put together only where it is needed. */
export interface Located {
  readonly value: unknown
  readonly isOld: boolean
  readonly parent: Located | undefined
  readonly token: string
  readonly depth: number
  /** The first three steps of the pointer: a component, an operation, or what is above them. */
  readonly head: string
}

export function openDocument(value: unknown, isOld: boolean): OpenApiDocument {
  const root = { value, isOld, parent: undefined, token: '', depth: 0, head: '' }
  return { isOld, root, targets: new Map() }
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member of a value: names such as `constructor` are found only where they are written. */
export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function valueAt({ value }: Located, name: string): unknown {
  return memberOf(value, name)
}

export function textAt(located: Located, name: string): string | undefined {
  const value = valueAt(located, name)
  return typeof value === 'string' ? value : undefined
}

export function below(parent: Located, token: string, value: unknown): Located {
  const depth = parent.depth + 1
  return {
    value,
    isOld: parent.isOld,
    parent,
    token,
    depth,
    head: depth > 3 ? parent.head : `${parent.head}/${escaped(token)}`,
  }
}

export function childOf(parent: Located, name: string): Located | undefined {
  const value = valueAt(parent, name)
  return value === undefined ? undefined : below(parent, name, value)
}

/** A member that is an object; any other member counts as absent. */
export function recordAt(parent: Located, name: string): Located | undefined {
  const child = childOf(parent, name)
  return child !== undefined && isRecord(child.value) ? child : undefined
}

/** A member that is an object, or an empty one in its place. */
export function recordOrEmptyAt(parent: Located, name: string): Located {
  return recordAt(parent, name) ?? below(parent, name, {})
}

/** The members of an object that are objects themselves, by name. */
export function recordsIn(parent: Located): readonly Located[] {
  if (!isRecord(parent.value)) return []
  return Object.entries(parent.value)
    .filter(([, value]) => isRecord(value))
    .map(([name, value]) => below(parent, name, value))
}

/** The objects in a member that is a list. */
export function listAt(parent: Located, name: string): readonly Located[] {
  const value = valueAt(parent, name)
  if (!Array.isArray(value)) return []
  const list = below(parent, name, value)
  return value.map((member: unknown, index) => below(list, String(index), member))
}

/** A schema: true is one that allows everything, false one that allows nothing. */
export function asSchema(located: Located | undefined): Located | undefined {
  if (located === undefined || isRecord(located.value)) return located
  if (typeof located.value !== 'boolean') return undefined
  return { ...located, value: located.value ? {} : { not: {} } }
}

export function schemaAt(parent: Located, name: string): Located | undefined {
  return asSchema(childOf(parent, name))
}

/** The way from the document to a place, without the document itself. */
export function wayTo(located: Located): readonly Located[] {
  const way: Located[] = []
  for (let at = located; at.parent !== undefined; at = at.parent) way.push(at)
  return way.toReversed()
}

export function pointerTo(located: Located): string {
  return wayTo(located)
    .map(({ token }) => `/${escaped(token)}`)
    .join('')
}

function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}
