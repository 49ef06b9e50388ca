import { find, spend, targetOf, type Comparison, type PairNode } from './comparison.ts'
import { isRecord, memberOf, recordAt, textAt, valueAt, type Located } from './located.ts'
import { canonicalText } from './same.ts'
import {
  keywordOf,
  linkViews,
  partWith,
  placeOf,
  viewOf,
  type SchemaView,
} from './schema-view.ts'
import { matchMembers, type Member } from './match-alternatives.ts'
import { quoted } from './words.ts'

interface Pair {
  readonly before: SchemaView
  readonly after: SchemaView
}

/**
 * Compares the lists of oneOf and anyOf. Where one side is such a list and the other a plain
 * schema, the plain one counts as a list of one. Gives what is left to compare, if anything.
 */
export function compareAlternatives(
  comparison: Comparison,
  node: PairNode,
  pair: Pair,
): Pair | undefined {
  const { before, after } = pair
  const isMixed =
    (isBareChoice(before) && isPlain(after)) || (isPlain(before) && isBareChoice(after))
  if (!isMixed) {
    compareChoices(comparison, node, pair)
    compareDiscriminators(comparison, node, pair)
    return pair
  }
  const simple = { before: simplified(before, after), after: simplified(after, before) }
  if (simple.before !== before || simple.after !== after) return simple
  compareMembers(comparison, node, {
    before: membersOfView(comparison, before),
    after: membersOfView(comparison, after),
  })
  return undefined
}

/** A list of mere types or values, told as such where the other side tells it so. */
function simplified(view: SchemaView, other: SchemaView): SchemaView {
  const [choice] = view.choices
  if (choice === undefined) return view
  const constants = choice.members.map((member) => valueAt(member, 'const'))
  const isListed = ['enum', 'const'].some(
    (keyword) => keywordOf(other, keyword) !== undefined,
  )
  if (isListed && constants.every((value) => value !== undefined)) {
    return {
      ...view,
      choices: [],
      types: other.types,
      parts: [{ ...choice.at, value: { enum: constants } }],
    }
  }
  const types = choice.members.map((member) => textAt(member, 'type'))
  const areMere = choice.members.every(
    ({ value }) => Object.keys(value ?? {}).length === 1,
  )
  if ((other.types?.size ?? 0) < 2 || !areMere) return view
  const named = types.filter((type) => type !== undefined)
  return named.length < types.length
    ? view
    : { ...view, choices: [], types: new Set(named) }
}

/** Whether a schema says nothing but that it is one of several. */
function isBareChoice({ choices, types }: SchemaView): boolean {
  return choices.length === 1 && types === undefined
}

function isPlain({ choices, types }: SchemaView): boolean {
  return choices.length === 0 && types !== undefined
}

function compareChoices(comparison: Comparison, node: PairNode, pair: Pair): void {
  const { before, after } = pair
  const count = Math.max(before.choices.length, after.choices.length)
  for (let index = 0; index < count; index += 1) {
    const [old, current] = [before.choices[index], after.choices[index]]
    if (old !== undefined && current !== undefined) {
      compareMembers(comparison, node, {
        before: membersOf(comparison, old.members),
        after: membersOf(comparison, current.members),
      })
      continue
    }
    const at = current?.at ?? after.parts[0] ?? old?.at
    if (at === undefined) continue
    find(node, {
      rule: old === undefined ? 'alternatives-required' : 'alternatives-lifted',
      at,
      says: (where) =>
        old === undefined
          ? `Besides, ${where} must be one of several alternatives.`
          : `No longer one of several alternatives: ${where}.`,
    })
  }
}

interface MemberLists {
  readonly before: readonly Member[]
  readonly after: readonly Member[]
}

function compareMembers(
  comparison: Comparison,
  node: PairNode,
  { before, after }: MemberLists,
): void {
  const { matches, removed, added } = matchMembers(before, after)
  for (const [old, current] of matches) {
    linkViews(comparison, node, {
      before: old.view ?? viewOf(comparison, old.schemas),
      after: current.view ?? viewOf(comparison, current.schemas),
    })
  }
  for (const member of removed) noteAlternative(node, member, false)
  for (const member of added) noteAlternative(node, member, true)
}

function noteAlternative(node: PairNode, member: Member, isAdded: boolean): void {
  const [at] = member.schemas
  if (at === undefined) return
  find(node, {
    rule: isAdded ? 'alternative-added' : 'alternative-removed',
    at,
    name: member.name,
    says: (where) =>
      isAdded
        ? `The alternative ${quoted(member.name)} was added to ${where}.`
        : `The alternative ${quoted(member.name)} was removed from ${where}.`,
  })
}

function membersOf(
  comparison: Comparison,
  schemas: readonly Located[],
): readonly Member[] {
  return schemas.map((schema) => {
    const reference = textAt(schema, '$ref')
    const view = viewOf(comparison, [schema])
    return {
      ...shapeOf(comparison, view),
      schemas: [schema],
      ...namesOf(comparison, schema, reference),
    }
  })
}

/** The key by which an alternative is known in both documents, and its name for people. */
function namesOf(
  comparison: Comparison,
  schema: Located,
  reference: string | undefined,
): Pick<Member, 'key' | 'text' | 'name'> {
  if (reference !== undefined) {
    return { key: `ref ${reference}`, name: reference.split('/').at(-1) ?? reference }
  }
  const constant = valueAt(schema, 'const')
  if (constant !== undefined) {
    const value = canonicalText(comparison, constant)
    return { key: `const ${value}`, name: value }
  }
  const title = textAt(schema, 'title')
  if (title !== undefined) return { key: `title ${title}`, name: title }
  const type = valueAt(schema, 'type')
  const text = canonicalText(comparison, schema.value)
  return { text, name: typeof type === 'string' ? type : schema.token }
}

/** The alternatives of a schema; a plain one is its own only alternative. */
function membersOfView(comparison: Comparison, view: SchemaView): readonly Member[] {
  const choice = view.choices[0] ?? view.only
  if (choice !== undefined) return membersOf(comparison, choice.members)
  const [part] = view.parts
  const name = part === undefined ? '' : (textAt(part, 'title') ?? part.token)
  // Whether null is allowed is a matter of the whole, not of this alternative.
  // A view that was made so stays as it is, or an alternative that is the list itself never ends.
  const isMade = view.allowsNull === undefined
  const withoutNull = isMade
    ? view
    : { ...view, allowsNull: undefined, key: `${view.key} but null` }
  return [{ ...shapeOf(comparison, view), schemas: view.parts, name, view: withoutNull }]
}

function shapeOf(
  comparison: Comparison,
  view: SchemaView,
): Pick<Member, 'types' | 'fields'> {
  const fields = new Set<string>()
  for (const part of view.parts) {
    const properties = valueAt(part, 'properties')
    if (!isRecord(properties)) continue
    const names = Object.keys(properties)
    spend(comparison, names.length)
    for (const name of names) fields.add(name)
  }
  return { types: [...(view.types ?? [])].toSorted().join(), fields }
}

function compareDiscriminators(comparison: Comparison, node: PairNode, pair: Pair): void {
  const before = discriminatorOf(pair.before)
  const after = discriminatorOf(pair.after)
  const at = after ?? placeOf(pair, 'discriminator') ?? before
  if ((before === undefined && after === undefined) || at === undefined) return
  if (before === undefined || after === undefined) {
    find(node, {
      rule: before === undefined ? 'discriminator-added' : 'discriminator-removed',
      at: before ?? at,
      says: (where) =>
        `A field that tells the alternatives apart was ${before === undefined ? 'added' : 'removed'}: ${where}.`,
    })
    return
  }
  if (valueAt(before, 'propertyName') !== valueAt(after, 'propertyName')) {
    find(node, {
      rule: 'discriminator-changed',
      at,
      says: (where) =>
        `The alternatives of ${where} are told apart by ${quoted(valueAt(after, 'propertyName'))} instead of ${quoted(valueAt(before, 'propertyName'))}.`,
    })
  }
  compareMappings(comparison, node, before, after)
}

function discriminatorOf(view: SchemaView): Located | undefined {
  const part = partWith(view, 'discriminator')
  return part && recordAt(part, 'discriminator')
}

function compareMappings(
  comparison: Comparison,
  node: PairNode,
  before: Located,
  after: Located,
): void {
  const [old, current] = [valueAt(before, 'mapping'), valueAt(after, 'mapping')]
  const names = new Set([old, current].flatMap((each) => Object.keys(each ?? {})))
  spend(comparison, names.size)
  for (const name of names) {
    const [was, is] = [memberOf(old, name), memberOf(current, name)]
    // A value whose alternative is gone, or new, is judged with the alternative.
    if (was === is || !leads(comparison, after, was ?? is)) continue
    if (was === undefined && !leads(comparison, before, is)) continue
    find(node, {
      rule: ruleOfMapping(was, is),
      at: is === undefined ? before : after,
      name,
      says: (where) =>
        `The value ${quoted(name)} means ${is === undefined ? 'nothing' : quoted(is)} instead of ${was === undefined ? 'nothing' : quoted(was)}: ${where}.`,
    })
  }
}

function leads(comparison: Comparison, { isOld }: Located, target: unknown): boolean {
  if (typeof target !== 'string' || !target.startsWith('#')) return true
  return targetOf(comparison, isOld, target) !== undefined
}

function ruleOfMapping(was: unknown, is: unknown) {
  if (was === undefined) return 'discriminator-value-added'
  return is === undefined ? 'discriminator-value-removed' : 'discriminator-changed'
}
