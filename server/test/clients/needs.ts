import { isRecord } from '@lectern/content/document/checks.ts'

/**
 * Which of the needed parts a value lacks. A part is a path such as `site.urls.published`; `[]`
 * stands for each element of a list that is not empty, `[*]` for each with those in the lists of
 * the same name within it, `<document>` for elements of this type only.
 */
export function missingIn(value: unknown, needs: readonly string[]): readonly string[] {
  return needs.filter((need) => !has(value, need.split('.')))
}

function has(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return value !== undefined
  const [, name = '', lists, type] = /^([^[<]+)(\[\*?\])?(?:<(.+)>)?$/.exec(step) ?? []
  if (!isRecord(value) || value[name] === undefined) return false
  if (lists === undefined) return has(value[name], rest)
  const all = lists === '[]' ? listOf(value[name]) : deepIn(value, name)
  const meant = all.filter((one) => type === undefined || typeOf(one) === type)
  return meant.length > 0 && meant.every((one) => has(one, rest))
}

function deepIn(value: unknown, name: string): readonly unknown[] {
  const own = isRecord(value) ? listOf(value[name]) : []
  return own.flatMap((one) => [one, ...deepIn(one, name)])
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function typeOf(value: unknown): unknown {
  return isRecord(value) ? value['type'] : undefined
}
