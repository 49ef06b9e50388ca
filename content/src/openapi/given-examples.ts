import { bounds, lengths } from './bounds.ts'
import { followed } from './follow.ts'
import { entriesOf, isRecord, listOf, memberOf } from './members.ts'
import type { ApiExample } from './model.ts'
import { spend, spendUnits, type ApiReader } from './reader.ts'
import { cleanLine, cleanText, lineOf, textOf } from './texts.ts'

type Spell = (value: unknown) => string | undefined

/** The examples that a document gives of a value, spelled as they are sent. */
export function givenExamples(
  reader: ApiReader,
  owner: object,
  spell: Spell,
): readonly ApiExample[] {
  const found: ApiExample[] = []
  const add = (words: Omit<ApiExample, 'text'>, text: string | undefined) => {
    if (text === undefined || text.length > lengths.example) return
    if (!spendUnits(reader, 1) || !spend(reader, text.length)) return
    found.push({ ...words, text: cleanText(text, lengths.example) })
  }
  const [single, extension] = [memberOf(owner, 'example'), memberOf(owner, 'x-example')]
  if (single !== undefined) add({}, spell(single))
  else if (extension !== undefined && !isRecord(extension)) add({}, spell(extension))
  for (const [name, value] of entriesOf(owner, 'examples', bounds.examples)) {
    const example = followed(reader, value)
    if (example !== undefined) add(wordsOf(name, example), textIn(example, spell))
  }
  for (const value of listOf(owner, 'examples', bounds.examples)) add({}, spell(value))
  return found
}

function wordsOf(name: string, example: object): Omit<ApiExample, 'text'> {
  const summary = lineOf(example, 'summary', lengths.title)
  const description = textOf(example, 'description', lengths.ofField)
  return {
    name: cleanLine(name, lengths.title),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
  }
}

function textIn(example: object, spell: Spell): string | undefined {
  const serialized = memberOf(example, 'serializedValue')
  if (typeof serialized === 'string') return serialized
  const value = memberOf(example, 'value') ?? memberOf(example, 'dataValue')
  return Object.hasOwn(example, 'value') || value !== undefined ? spell(value) : undefined
}
