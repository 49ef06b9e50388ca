/** Keys computed from the rest of a node, so never part of its content. */
const computed = new Set(['key', 'meta'])
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
  const said = Object.entries(value)
    .filter(([name, member]) => member !== undefined && !(isNode && computed.has(name)))
    .map(([name, member]) => {
      const told = isVerbatim && name === 'data' ? withoutReason(member) : member
      return `${JSON.stringify(name)}:${describe(told, isNode && holders.has(name))}`
    })
  return `{${said.toSorted().join()}}`
}

function withoutReason(data: unknown): unknown {
  return typeof data === 'object' ? { ...data, reason: undefined } : data
}
