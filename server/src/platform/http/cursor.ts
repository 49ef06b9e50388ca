import { invalidCursor } from '#/platform/errors/api-error.ts'
import type { Signer } from '#/platform/secrets/signing.ts'

const purpose = 'list-cursor'

/** The identity and filters of a list: a cursor of one list is refused by every other. */
export interface ListScope {
  /** The reader of the list, as their token sees it: a cursor is valid for nobody else. */
  readonly reader: string
  readonly operation: string
  readonly params: object
  readonly filters: object
}

export type CursorKey = readonly (string | number | null)[]

export function encodeCursor(signer: Signer, scope: ListScope, key: CursorKey): string {
  const text = Buffer.from(JSON.stringify(key)).toString('base64url')
  return `${text}.${signer.sign(purpose, `${scopeText(scope)}\n${text}`)}`
}

export function decodeCursor(
  signer: Signer,
  scope: ListScope,
  cursor: string,
): CursorKey {
  const dot = cursor.indexOf('.')
  const text = cursor.slice(0, dot)
  if (
    dot < 1 ||
    !signer.verify(purpose, `${scopeText(scope)}\n${text}`, cursor.slice(dot + 1))
  ) {
    throw invalidCursor()
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- signed by us, so it is a key that we made
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as CursorKey
}

/** The scope as text, which does not depend on the order of the parameters. */
function scopeText({ reader, operation, params, filters }: ListScope): string {
  const sorted = [params, filters].map((values) =>
    Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  return JSON.stringify([reader, operation, ...sorted])
}
