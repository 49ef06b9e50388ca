import { isRecord } from './checks.ts'
import { keptOf } from './meta.ts'

/** The keys that hold nodes inside nodes; any other key holds a plain value. */
const holders = new Set(['nodes', 'fragments', 'leaves', 'marks'])

/**
 * A text that is equal for two nodes exactly when they have the same content: keys in any order,
 * computed keys left out. The reason of a verbatim block depends on the blocks around it, so it is
 * left out as well.
 */
export function fingerprint(node: object): string {
  return describe(node, true)
}

function describe(value: unknown, isNode: boolean): string {
  if (Array.isArray(value)) {
    return `[${value.map((member) => describe(member, isNode)).join()}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const isVerbatim = isNode && 'type' in value && value.type === 'verbatim'
  const said = Object.entries(isNode ? withoutComputed(value) : value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => {
      const told = isVerbatim && name === 'data' ? withoutReason(member) : member
      return `${JSON.stringify(name)}:${describe(told, isNode && holders.has(name))}`
    })
  return `{${said.toSorted().join()}}`
}

/** The node without what is computed from the rest of it, so never part of its content. */
function withoutComputed(node: object): object {
  const { meta, ...rest }: { meta?: unknown } = node
  return { ...rest, key: undefined, meta: isRecord(meta) ? keptOf(meta) : undefined }
}

function withoutReason(data: unknown): unknown {
  return typeof data === 'object' ? { ...data, reason: undefined } : data
}
