import { isRecord } from './checks.ts'
import { impliedRef } from './implied-ref.ts'
import { kept } from './meta.ts'
import type { ButtonAction } from './nodes.ts'

type Values = Readonly<Record<string, unknown>>

/** The data of a button with its action as an object; older documents have a word and a query. */
export function withButtonAction(data: unknown): unknown {
  if (!isRecord(data) || typeof data['action'] !== 'string') return data
  const { action, query } = data
  return { ...data, action: { action, ...(typeof query === 'string' && { query }) } }
}

/** A checked button with a target. A client that gives it another one means that one. */
export function withTarget(data: Values, meta: Values): { data: object; meta?: object } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema lets nothing else through
  const action = data['action'] as ButtonAction | undefined
  const isImplied =
    data['ref'] === undefined ||
    (meta['isImplied'] === true && isQuestion(data['ref'])) ||
    undefined
  return {
    data: { ...data, ref: isImplied ? impliedRef(action) : data['ref'] },
    ...kept({ ...meta, isImplied }),
  }
}

/** Whether a target is one that a button implies, whatever its question was before. */
function isQuestion(ref: unknown): boolean {
  const url = isRecord(ref) && ref['kind'] === 'url' ? ref['url'] : undefined
  return typeof url === 'string' && /^(?:\?(?:q|ask)=|$)/.test(url)
}
