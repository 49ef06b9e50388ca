import { textAt, wayTo, type Located } from './located.ts'
import { quoted } from './words.ts'

/** A place in words: the field of a schema, of a body, or of a parameter. */
export function whereOf(at: Located): string {
  const way = wayTo(at)
  const { owner, length } = ownerOf(way)
  const field = fieldPath(way.slice(length))
  if (field === '') return owner
  return `the field ${quoted(field)} of ${owner}`
}

interface Owner {
  readonly owner: string
  /** How many steps of the way lead to it. */
  readonly length: number
}

const sections = new Map([
  ['schemas', 'schema'],
  ['parameters', 'parameter'],
  ['responses', 'response'],
  ['requestBodies', 'request body'],
  ['headers', 'header'],
])

function ownerOf(way: readonly Located[]): Owner {
  const [first, second, third] = way
  if (first?.token === 'components' && second !== undefined && third !== undefined) {
    const section = sections.get(second.token) ?? 'component'
    return { owner: `the ${section} ${quoted(third.token)}`, length: 3 }
  }
  for (let index = way.length - 1; index >= 2; index -= 1) {
    const step = way[index]
    const owner = step && partName(step, way[index + 1])
    if (owner !== undefined) return { owner, length: index + 1 }
  }
  if (third !== undefined) return { owner: 'the operation', length: 3 }
  return { owner: second === undefined ? 'the document' : 'the path', length: way.length }
}

/** The name of a part of an operation; undefined where the step leads to none. */
function partName(step: Located, next: Located | undefined): string | undefined {
  const parent = step.parent?.token
  if (step.token === 'requestBody') return 'the request body'
  if (parent === 'responses') return `the response ${quoted(step.token)}`
  if (parent === 'headers' && next?.token === 'schema') {
    return `the header ${quoted(step.token)}`
  }
  if (parent !== 'parameters') return undefined
  return `the parameter ${quoted(textAt(step, 'name') ?? step.token)}`
}

const stepsMax = 12

/** The fields on a way, such as `owner.pets[].name`. */
function fieldPath(way: readonly Located[]): string {
  let path = ''
  let steps = 0
  for (let index = 0; index < way.length && steps < stepsMax; index += 1) {
    const token = way[index]?.token
    const name = way[index + 1]?.token
    if (token === 'items') path += '[]'
    else if (token === 'additionalProperties') path += '{}'
    else if (token === 'properties' && name !== undefined) {
      path += path === '' ? name : `.${name}`
      index += 1
    } else continue
    steps += 1
  }
  return path
}
