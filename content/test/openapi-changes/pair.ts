import { baseDocument } from './base-document.ts'

/** Sets the value at a JSON pointer; undefined removes it, and `-` appends to a list. */
export type Edit = readonly [pointer: string, value: unknown]

/** Two versions of a document that differ in one thing, with the verdict of a person. */
export interface Pair {
  readonly name: string
  readonly isBreaking: boolean
  /** The rule that says so; none where nothing changed. */
  readonly rule: string | undefined
  /** Whether it is one of those that may never be missed. */
  readonly group?: 'removal' | 'newly-required'
  readonly before?: readonly Edit[]
  readonly after: readonly Edit[]
}

export function documentsOf({ before = [], after }: Pair) {
  const old = edited(baseDocument, before)
  return { before: old, after: edited(old, after) }
}

export function edited(document: unknown, edits: readonly Edit[]): unknown {
  const copy: unknown = structuredClone(document)
  for (const [pointer, value] of edits) setAt(copy, pointer, value)
  return copy
}

function setAt(document: unknown, pointer: string, value: unknown): void {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = tokens.pop() ?? ''
  let target: unknown = document
  for (const token of tokens) {
    target = isObject(target) ? target[token] : undefined
  }
  if (Array.isArray(target)) setItem(target, last, value)
  else if (!isObject(target)) throw new Error(`Nothing is at ${pointer}`)
  else if (value === undefined) {
    if (!(last in target)) throw new Error(`Nothing is at ${pointer}`)
    Reflect.deleteProperty(target, last)
  } else target[last] = structuredClone(value)
}

function setItem(list: unknown[], token: string, value: unknown): void {
  const index = token === '-' ? list.length : Number(token)
  if (value === undefined) list.splice(index, 1)
  else list[index] = structuredClone(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const schemas = '/components/schemas'

/** A field of its own in a schema of requests, of responses, of both, of a webhook. */
export const probes = {
  request: `${schemas}/NewPet/properties/probe`,
  response: `${schemas}/Pet/properties/probe`,
  both: `${schemas}/Place/properties/probe`,
  webhook: `${schemas}/Birth/properties/probe`,
} as const

export interface Verdict {
  readonly isBreaking: boolean
  readonly rule: string | undefined
  readonly group?: 'removal' | 'newly-required'
}

/** A pair in which one thing of the base document is changed. */
export const change = (
  name: string,
  verdict: Verdict,
  ...after: readonly Edit[]
): Pair => ({ name, ...verdict, after })

/** A pair in which one field is described in two ways. */
export function field(
  side: keyof typeof probes,
  [before, after]: readonly [unknown, unknown],
  verdict: Verdict,
): Pair {
  return {
    name: `${side}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
    ...verdict,
    before: [[probes[side], before]],
    after: [[probes[side], after]],
  }
}

export const breaking = (rule: string): Verdict => ({ isBreaking: true, rule })
export const harmless = (rule: string): Verdict => ({ isBreaking: false, rule })
export const removal = (rule: string): Verdict => ({
  ...breaking(rule),
  group: 'removal',
})
export const newlyRequired = (rule: string): Verdict => ({
  ...breaking(rule),
  group: 'newly-required',
})
export const nothing: Verdict = { isBreaking: false, rule: undefined }
