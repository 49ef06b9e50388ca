/** The keywords of the contract that decide which parts a value has. */
interface Shape {
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly const?: unknown
}

type Values = Readonly<Record<string, unknown>>

/**
 * A validated value without the keys that its schema does not name. Values are returned as they are
 * stored, so unknown keys must be dropped before that.
 */
export function keepKnown(schema: object, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const shape = shapeFor(schema, value)
  if (Array.isArray(value)) return value.map((each) => keepKnown(shape.items ?? {}, each))
  const values: Values = Object.fromEntries(Object.entries(value))
  const kept = Object.entries(shape.properties ?? {})
    .filter(([name]) => values[name] !== undefined)
    .map(([name, part]) => [name, keepKnown(part, values[name])])
  return Object.fromEntries(kept)
}

/** The alternative that an object matches: the first whose required keys and constants it has. */
function shapeFor(shape: Shape, value: object): Shape {
  const values: Values = Object.fromEntries(Object.entries(value))
  const fitting = alternativesOf(shape).find(
    ({ required = [], properties = {} }) =>
      required.every((name) => name in values) &&
      Object.entries(properties).every(
        ([name, part]) => part.const === undefined || part.const === values[name],
      ),
  )
  return fitting ?? {}
}

/** The alternatives of a shape, nested ones included, as far as they have properties or items. */
function alternativesOf(shape: Shape): readonly Shape[] {
  if (shape.anyOf !== undefined) return shape.anyOf.flatMap(alternativesOf)
  return shape.properties === undefined && shape.items === undefined ? [] : [shape]
}
