import { bounds, lengths } from './bounds.ts'
import { followed, lastStep, targetOf } from './follow.ts'
import { entriesOf, isRecord, memberOf } from './members.ts'
import type { ApiAlternatives } from './model.ts'
import type { ApiReader } from './reader.ts'
import type { SchemaForm } from './schema-form.ts'
import type { SchemaChoice } from './schema-parts.ts'
import { cleanLine, cleanText } from './texts.ts'

/**
 * The alternatives of a schema that are shown where it stands. One of several kinds that refers to
 * what all of them have in common does not list the kinds once more.
 */
export function choicesOf(
  reader: ApiReader,
  { choices, objects, implied }: SchemaForm,
  isAbove: (object: object) => boolean,
): readonly SchemaChoice[] {
  const said = choices.filter(({ part, members }) => {
    if (part.isHead) return true
    if (isAbove(part.value)) return false
    return !members.some((member) => leadsTo(reader, member, objects))
  })
  return said.length === 0 && implied !== undefined ? [implied] : said
}

function leadsTo(
  reader: ApiReader,
  member: unknown,
  objects: readonly object[],
): boolean {
  const target = followed(reader, member)
  return target !== undefined && objects.includes(target)
}

/** The alternatives that only the mapping of a discriminator names. */
export function impliedChoice(
  reader: ApiReader,
  heads: readonly SchemaChoice['part'][],
): SchemaChoice | undefined {
  for (const part of heads) {
    const mapping = entriesOf(
      memberOf(part.value, 'discriminator'),
      'mapping',
      bounds.alternatives,
    )
    const references = mapping.flatMap(([, target]) => {
      const reference = referenceOf(reader, target)
      return reference === undefined ? [] : [reference]
    })
    const members = [...new Set(references)].map(($ref) => ({ $ref }))
    if (members.length > 0) return { kind: 'oneOf', members, part }
  }
  return undefined
}

/** A mapping has references, or names of shared schemas. */
function referenceOf(reader: ApiReader, target: unknown): string | undefined {
  if (typeof target !== 'string') return undefined
  if (target.startsWith('#')) {
    return targetOf(reader, target) === undefined ? undefined : target
  }
  const name = target.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25')
  const reference = `#/${reader.isTwo ? 'definitions' : 'components/schemas'}/${name}`
  return targetOf(reader, reference) === undefined ? undefined : reference
}

/** The property that tells which alternative it is, and its value for each. */
export function discriminatorOf(
  reader: ApiReader,
  { part, members }: SchemaChoice,
): ApiAlternatives['discriminator'] {
  const said = memberOf(part.value, 'discriminator')
  const property = typeof said === 'string' ? said : memberOf(said, 'propertyName')
  if (typeof property !== 'string') return undefined
  const byTarget = new Map<unknown, string>()
  for (const [value, target] of entriesOf(said, 'mapping', bounds.alternatives)) {
    const reference = referenceOf(reader, target)
    const object = reference === undefined ? undefined : targetOf(reader, reference)
    if (object !== undefined && !byTarget.has(object)) byTarget.set(object, value)
  }
  return {
    property: cleanText(property, lengths.name),
    values: members.map((member) => valueFor(reader, member, byTarget)),
  }
}

function valueFor(
  reader: ApiReader,
  member: unknown,
  byTarget: ReadonlyMap<unknown, string>,
): string | null {
  const reference = memberOf(member, '$ref')
  if (typeof reference !== 'string') return null
  const target = targetOf(reader, reference)
  const value = byTarget.get(target) ?? byTarget.get(followed(reader, target))
  if (value !== undefined) return cleanLine(value, lengths.name)
  return isRecord(target) ? cleanLine(lastStep(reference), lengths.name) : null
}
