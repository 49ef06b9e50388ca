/** An example within a length: of JSON the first values of each list, of other texts the beginning. */
export function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const value = parsed(text)
  if (value === undefined) return `${text.slice(0, lengthMax).toWellFormed()}…`
  for (const [entriesMax, depthMax] of steps) {
    const short = JSON.stringify(pruned(value, entriesMax, depthMax), undefined, 2)
    if (short.length <= lengthMax) return short
  }
  return JSON.stringify(pruned(value, 4, 1), undefined, 2)
}

/** How many values a list or object keeps, and how deep, in attempts of which the last is small. */
const steps = [
  [20, 6],
  [10, 4],
  [8, 3],
  [8, 2],
  [8, 1],
] as const
const textMax = 80

function parsed(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function pruned(value: unknown, entriesMax: number, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length > textMax ? `${value.slice(0, textMax).toWellFormed()}…` : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return depth <= 0
      ? []
      : value.slice(0, 1).map((each) => pruned(each, entriesMax, depth - 1))
  }
  if (depth <= 0) return {}
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, entriesMax)
      .map(([name, inside]) => [name, pruned(inside, entriesMax, depth - 1)]),
  )
}
