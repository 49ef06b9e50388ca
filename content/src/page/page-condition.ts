import { isMap, isScalar } from 'yaml'
import { conditionProblem, nobody } from '#/expressions/conditions.ts'
import { isRecord, lineAt, type YamlReading } from '#/yaml/read-yaml.ts'

interface ConditionReading {
  /** Absent for a page without a condition. */
  readonly condition?: string
  /** The keys of the front matter that say it. */
  readonly keys: readonly string[]
  /** The reason why the condition holds for nobody. */
  readonly problem?: string
  /** The line of the front matter that says it. */
  readonly line?: number
}

/** Reads the condition of a page. Whatever cannot be read as one holds for nobody. */
export function readCondition({ values, root, text }: YamlReading): ConditionReading {
  const keys = Object.keys(values).filter(isConditionKey)
  const [key] = keys
  if (key === undefined) {
    return mergesCondition(values['<<'])
      ? { condition: nobody, keys, problem: 'comes from another mapping, through "<<"' }
      : { keys }
  }
  const line = lineOfKey(root, key, text)
  const place = { keys, ...(line !== undefined && { line }) }
  if (keys.length > 1) {
    return { condition: nobody, ...place, problem: 'is written twice' }
  }
  const value = values[key]
  const kind = kindOf(value)
  if (kind !== undefined) {
    return { condition: nobody, ...place, problem: `is ${kind}, and no expression` }
  }
  const condition = String(value)
  const fault = conditionProblem(condition)
  if (fault === undefined) return { condition, ...place }
  const problem = `cannot be read: ${fault.message}, at character ${fault.at + 1}`
  return { condition, ...place, problem }
}

/** Whether a key is `if`, in any case: a writer who slips must not open a page to everybody. */
function isConditionKey(key: string): boolean {
  return key.trim().toLowerCase() === 'if'
}

/** The line of a front matter that cannot be read at which a condition seems to begin. */
export function conditionLine(yaml: string): number | undefined {
  const found = /^[ \t"'?{,-]*if(?![\p{L}\p{N}_-])/imu.exec(yaml)
  return found === null ? undefined : lineAt(yaml, found.index + found[0].length)
}

/** Whether a line is `if:` and more, for text of which it is not certain that it is YAML. */
export function hasConditionLine(text: string): boolean {
  return /^[ \t]*["']?if["']?[ \t]*[:\uFF1A]/im.test(text)
}

function kindOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return 'empty'
  if (typeof value === 'string') return value.trim() === '' ? 'empty' : undefined
  if (typeof value === 'number' || typeof value === 'boolean') return undefined
  return Array.isArray(value) ? 'a list' : 'a mapping'
}

function mergesCondition(merged: unknown): boolean {
  const sources: readonly unknown[] = Array.isArray(merged) ? merged : [merged]
  return sources.some(
    (source) => isRecord(source) && Object.keys(source).some(isConditionKey),
  )
}

function lineOfKey(
  root: YamlReading['root'],
  key: string,
  text: string,
): number | undefined {
  const pairs = isMap(root) ? root.items : []
  const found = pairs
    .map((pair) => pair.key)
    .find((each) => isScalar(each) && String(each.value) === key)
  return isScalar(found) ? lineAt(text, found.range?.[0] ?? 0) : undefined
}
