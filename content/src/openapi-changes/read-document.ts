import { parse } from 'yaml'

/** The uses of anchors in YAML that are followed. */
const aliasesMax = 1000

export type DocumentRead = { readonly document: object } | { readonly problem: string }

/** Reads an OpenAPI document from JSON or YAML, of a version that can be compared. */
export function readOpenApiDocument(text: string): DocumentRead {
  const read = valueIn(text)
  if ('problem' in read) return read
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'It is no OpenAPI document: at its top there must be keys.' }
  }
  const version: unknown = Object.hasOwn(value, 'openapi')
    ? Reflect.get(value, 'openapi')
    : undefined
  if (typeof version !== 'string' || !/^3\.[012](?:\.|$)/.test(version)) {
    return {
      problem:
        'It does not begin with "openapi" and a version from 3.0 to 3.2. Convert it.',
    }
  }
  return { document: value }
}

function valueIn(
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
  try {
    const value: unknown = /^\s*\{/.test(text)
      ? JSON.parse(text)
      : parse(text, { maxAliasCount: aliasesMax, prettyErrors: true, uniqueKeys: false })
    return { value }
  } catch (error) {
    const [said = ''] = (error instanceof Error ? error.message : String(error)).split(
      '\n',
      1,
    )
    return { problem: `It cannot be read: ${said}` }
  }
}
