import { checkField, type Field } from '#/document/checks.ts'
import { readRef } from '#/document/references.ts'

/** Reads a value as text, as JSON or as a reference, as the check of the field allows. */
export function readValue(spelling: string, field: Field): unknown {
  const fits = (value: unknown) => checkField(value, field) === undefined
  if (fits(spelling)) return spelling
  const json = parseJson(spelling)
  if (json !== undefined && fits(json)) return json
  return readRef(spelling)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
