import { colors } from './marks.ts'

/** An error and its place: `path` is relative to the checked value, `''` for the value itself. */
export interface Problem {
  readonly path: string
  readonly message: string
}

export type Check = (value: unknown) => Problem | undefined

export interface Field {
  readonly check: Check
  readonly required: boolean
}

export type Fields = Readonly<Record<string, Field>>

/** The limit for the nesting of JSON inside `props` and the like. */
const jsonDepthMax = 100

export function required(check: Check): Field {
  return { check, required: true }
}

export function optional(check: Check): Field {
  return { check, required: false }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function must(holds: boolean, message: string): Problem | undefined {
  return holds ? undefined : { path: '', message }
}

/** The problem with its path seen from one level further out. */
export function below(prefix: string, problem: Problem): Problem {
  return { path: prefix + problem.path, message: problem.message }
}

export function text(value: unknown): Problem | undefined {
  return must(typeof value === 'string', 'must be a string')
}

/** Whether a value would end its tag: `%}` at the end of a line does, even between quotes. */
export function endsTag(value: string): boolean {
  return /%\}[ \t]*[\n\r]/.test(value)
}

/** Checks a text that is written between quotes in a tag. */
export function tagText(value: unknown): Problem | undefined {
  return typeof value === 'string' && endsTag(value)
    ? { path: '', message: 'must not have "%}" at the end of a line' }
    : text(value)
}

/** Checks a word that is written without quotes in a tag or a class. */
export function word(value: unknown): Problem | undefined {
  const holds = typeof value === 'string' && /^[^\s"'=<>%{}]+$/.test(value)
  return must(holds, 'must be a word: no spaces, quotes or signs of a tag')
}

/** Checks the first of two words that are written with a slash between them. */
export function firstWord(value: unknown): Problem | undefined {
  const hasSlash = typeof value === 'string' && value.includes('/')
  return hasSlash ? { path: '', message: 'must be without a slash' } : word(value)
}

export function flag(value: unknown): Problem | undefined {
  return must(typeof value === 'boolean', 'must be true or false')
}

export function oneOf(allowed: readonly (string | number)[]): Check {
  const message = `must be one of ${allowed.map((one) => JSON.stringify(one)).join(', ')}`
  return (value) =>
    must(
      allowed.some((one) => one === value),
      message,
    )
}

export function integer(least: number, most: number): Check {
  return (value) =>
    must(
      typeof value === 'number' &&
        Number.isInteger(value) &&
        value >= least &&
        value <= most,
      `must be a whole number from ${least} to ${most}`,
    )
}

export function finite(value: unknown): Problem | undefined {
  return must(Number.isFinite(value), 'must be a number')
}

export const color: Check = oneOf(colors)

/** Matches a number that is read back as it was written: no sign, no exponent. */
const amount = /^\d{1,9}(?:\.\d{1,9})?$/
const unit = /^(?:%|[a-z]{1,5})$/

export function length(value: unknown): Problem | undefined {
  const holds =
    isAmount(value) ||
    (isRecord(value) &&
      typeof value['unit'] === 'string' &&
      unit.test(value['unit']) &&
      isAmount(value['value']))
  return must(
    holds,
    'must be a number from 0 to 999999999, or such a number with a unit: {"unit": "px", "value": 10}',
  )
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && amount.test(String(value))
}

/** Checks an expression, which a tag has without quotes: one line, not empty, no signs of a tag. */
export function expression(value: unknown): Problem | undefined {
  const holds =
    typeof value === 'string' && value.trim() !== '' && !/[\n\r]|\{%|%\}\s*$/.test(value)
  return must(
    holds,
    'must be an expression: one line, without "{%" and without "%}" at its end',
  )
}

export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return { path: '', message: 'must be an array' }
    for (const [index, element] of value.entries()) {
      const problem = check(element)
      if (problem !== undefined) return below(`[${index}]`, problem)
    }
    return undefined
  }
}

export function mapOf(check: Check): Check {
  return (value) => {
    if (!isRecord(value)) return { path: '', message: 'must be an object' }
    for (const [key, element] of Object.entries(value)) {
      const problem = check(element)
      if (problem !== undefined) return below(`.${key}`, problem)
    }
    return undefined
  }
}

/** Matches attribute names that break neither a tag nor an element. */
const attributeName = /^[^\s"'<>/=%{}\p{Cc}“‘]+$/u

/** Checks the attributes of a tag or element that the model has no field for. */
export function attributeMap(value: unknown): Problem | undefined {
  const bad =
    isRecord(value) && Object.keys(value).find((key) => !attributeName.test(key))
  return typeof bad === 'string'
    ? { path: `.${bad}`, message: 'is not a name for an attribute' }
    : mapOf(tagText)(value)
}

/** Checks an object with these fields; other keys are let through. */
export function shape(fields: Fields): Check {
  return (value) => {
    if (!isRecord(value)) return { path: '', message: 'must be an object' }
    for (const [key, field] of Object.entries(fields)) {
      const problem = checkField(value[key], field)
      if (problem !== undefined) return below(`.${key}`, problem)
    }
    return undefined
  }
}

/** Checks the value of a field; an optional field may be missing or null. */
export function checkField(value: unknown, field: Field): Problem | undefined {
  if (value !== undefined && value !== null) return field.check(value)
  return field.required ? { path: '', message: 'is missing' } : undefined
}

export function jsonMap(value: unknown): Problem | undefined {
  if (!isRecord(value)) return { path: '', message: 'must be an object' }
  return must(isJson(value, jsonDepthMax), `must be JSON, at most ${jsonDepthMax} deep`)
}

function isJson(value: unknown, depthLeft: number): boolean {
  if (depthLeft === 0) return false
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) {
    return true
  }
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every((one) => isJson(one, depthLeft - 1))
  return (
    isRecord(value) && Object.values(value).every((one) => isJson(one, depthLeft - 1))
  )
}
