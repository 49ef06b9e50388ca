import { bounds, lengths } from './bounds.ts'
import type { ApiAlternatives, ApiProperty, ApiSchema } from './model.ts'
import {
  spend,
  spendUnits,
  step,
  type ApiReader,
  type PendingSchema,
  type SchemaChain,
  type Writable,
} from './reader.ts'
import { choicesOf, discriminatorOf } from './schema-choices.ts'
import { formOf, type FormProperty, type SchemaForm } from './schema-form.ts'
import type { SchemaChoice } from './schema-parts.ts'
import { cleanText } from './texts.ts'

/** A schema that is filled with the others of its part; undefined where there is none. */
export function readSchema(reader: ApiReader, raw: unknown): ApiSchema | undefined {
  if (raw === undefined || !spendUnits(reader, 1)) return undefined
  return pend(reader, [raw], { above: undefined, depth: 0 })
}

function pend(
  reader: ApiReader,
  raws: readonly unknown[],
  place: Pick<PendingSchema, 'above' | 'depth'>,
): ApiSchema {
  const node: Writable<ApiSchema> = { types: [] }
  reader.part.schemas.push({ raws, node, ...place })
  return node
}

/** Fills the schemas of the part that is being read, those near its surface first. */
export function fillSchemas(reader: ApiReader): void {
  const { schemas, afterwards } = reader.part
  for (const pending of schemas) fill(reader, pending)
  for (const finish of afterwards) finish()
}

function fill(reader: ApiReader, pending: PendingSchema): void {
  const { raws, node, above, depth } = pending
  if (!step(reader)) {
    node.folded = 'bounded'
    return
  }
  const form = formOf(reader, raws)
  const isAffordable = spend(reader, form.size)
  Object.assign(node, isAffordable ? form.own : shortened(form.own))
  const opened = openedOf(reader, form, above)
  const count = countOf(opened)
  if (count === 0) return
  if (isAbove(above, form.objects)) node.folded = 'recursive'
  else if (depth === bounds.depth) node.folded = 'bounded'
  else {
    const isWhole = spendUnits(reader, count)
    if (!isWhole || form.isCut) node.folded = 'bounded'
    const shown = isWhole ? opened : firstProperties(reader, opened)
    const chain = { objects: form.objects, above }
    open(reader, node, shown, { above: chain, depth: depth + 1 })
  }
}

/** As many properties as there is room for. */
function firstProperties(reader: ApiReader, { properties }: Opened): Opened {
  const room = Math.min(properties.length, reader.part.unitsLeft, reader.unitsLeft)
  spendUnits(reader, room)
  return { ...nothing, properties: properties.slice(0, room) }
}

/** What is left of a schema where there is no room for its words. */
function shortened({ name, title, types, format }: ApiSchema): ApiSchema {
  return {
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
    types,
    ...(format !== undefined && { format }),
  }
}

function isAbove(above: SchemaChain | undefined, objects: readonly object[]): boolean {
  for (let at = above; at !== undefined; at = at.above) {
    if (objects.some((object) => at.objects.includes(object))) return true
  }
  return false
}

/** What is in a schema, in the place where it stands. */
type Opened = Pick<
  SchemaForm,
  | 'properties'
  | 'patternProperties'
  | 'additional'
  | 'items'
  | 'firstItems'
  | 'not'
  | 'choices'
>

const nothing: Opened = {
  properties: [],
  patternProperties: [],
  additional: undefined,
  items: undefined,
  firstItems: [],
  not: undefined,
  choices: [],
}

function openedOf(
  reader: ApiReader,
  form: SchemaForm,
  above: SchemaChain | undefined,
): Opened {
  const choices = choicesOf(reader, form, (object) => isAbove(above, [object]))
  const { additional } = form
  return { ...form, choices, additional: additional === true ? {} : additional }
}

function countOf(opened: Opened): number {
  const { properties, patternProperties, firstItems, choices } = opened
  const single = [opened.additional, opened.items, opened.not].filter(
    (raw) => raw !== undefined && raw !== false,
  )
  const members = choices.reduce((sum, choice) => sum + choice.members.length, 0)
  return (
    properties.length +
    patternProperties.length +
    firstItems.length +
    members +
    single.length
  )
}

type Place = Pick<PendingSchema, 'above' | 'depth'>

function open(
  reader: ApiReader,
  node: Writable<ApiSchema>,
  opened: Opened,
  // oxlint-disable-next-line max-params -- what reads, what is filled, with what, and where
  place: Place,
): void {
  const one = (raw: unknown) => pend(reader, [raw], place)
  const { properties, patternProperties, firstItems, choices } = opened
  if (properties.length > 0) {
    node.properties = properties.map((property) => readProperty(reader, property, place))
  }
  if (patternProperties.length > 0) {
    node.patternProperties = patternProperties.map((property) =>
      readProperty(reader, property, place),
    )
  }
  if (opened.additional === false) node.additional = false
  else if (opened.additional !== undefined) node.additional = one(opened.additional)
  if (opened.items !== undefined) node.items = one(opened.items)
  if (firstItems.length > 0) node.firstItems = firstItems.map(one)
  if (opened.not !== undefined) node.not = one(opened.not)
  if (choices.length > 0) {
    node.alternatives = choices.map((choice) => readChoice(reader, choice, place))
  }
}

function readProperty(
  reader: ApiReader,
  { name, isRequired, schemas }: FormProperty,
  place: Place,
): ApiProperty {
  return {
    name: cleanText(name, lengths.name),
    isRequired,
    schema: pend(reader, schemas, place),
  }
}

function readChoice(
  reader: ApiReader,
  choice: SchemaChoice,
  place: Place,
): ApiAlternatives {
  const discriminator = discriminatorOf(reader, choice)
  return {
    kind: choice.kind,
    schemas: choice.members.map((member) => pend(reader, [member], place)),
    ...(discriminator !== undefined && { discriminator }),
  }
}
