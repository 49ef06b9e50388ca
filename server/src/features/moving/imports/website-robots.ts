interface Rule {
  readonly isAllowed: boolean
  readonly parts: readonly string[]
  readonly isWhole: boolean
  readonly length: number
}

/** What a site asks of robots: which paths they leave alone, and how long they wait. */
export interface Robots {
  readonly mayRead: (pathAndQuery: string) => boolean
  readonly pauseMs: number
  readonly sitemaps: readonly string[]
}

const agent = 'lectern'
const linesMax = 10_000
const rulesMax = 2_000
/** Of all rules of a group together: each is a search in an address. */
const partsMax = 20_000
const sitemapsMax = 5
const ruleCharactersMax = 1_000

export const noRobots: Robots = { mayRead: () => true, pauseMs: 0, sitemaps: [] }

/** Reads a `robots.txt`: the group for us, or the one for all. The longest rule that fits counts. */
export function readRobots(text: string): Robots {
  // Groups of others are not kept: a file may name thousands of them, all with the same rules.
  const groups: Record<Named, Group> = { us: newGroup(), all: newGroup() }
  const sitemaps: string[] = []
  const named = new Set<Named>()
  let isNaming = false
  for (const { field, value } of fieldsOf(text)) {
    if (field === 'sitemap') {
      if (sitemaps.length < sitemapsMax) sitemaps.push(value)
    } else if (field === 'user-agent') {
      if (!isNaming) named.clear()
      isNaming = true
      const name = nameOf(value)
      if (name !== undefined) named.add(name)
    } else {
      isNaming = false
      for (const name of named) addTo(groups[name], { field, value })
    }
  }
  const { rules, pauseMs } = groups.us.isThere ? groups.us : groups.all
  // Of rules of one length, the one that allows counts.
  const sorted = rules.toSorted(
    (one, two) =>
      two.length - one.length || Number(two.isAllowed) - Number(one.isAllowed),
  )
  return {
    mayRead: (path) => sorted.find((rule) => fits(rule, path))?.isAllowed ?? true,
    pauseMs,
    sitemaps,
  }
}

type Named = 'us' | 'all'

function nameOf(value: string): Named | undefined {
  if (value === '*') return 'all'
  return value.toLowerCase() === agent ? 'us' : undefined
}

interface Group {
  readonly rules: Rule[]
  parts: number
  pauseMs: number
  /** Whether the file says anything about it. */
  isThere: boolean
}

function newGroup(): Group {
  return { rules: [], parts: 0, pauseMs: 0, isThere: false }
}

type Field = Readonly<{ field: string; value: string }>

/** The fields of the first lines. */
function* fieldsOf(text: string): Generator<Field, void> {
  for (const line of text.split(/\r\n?|\n/, linesMax)) {
    const [said = ''] = line.split('#', 1)
    const at = said.indexOf(':')
    if (at === -1) continue
    const field = said.slice(0, at).trim().toLowerCase()
    yield { field, value: said.slice(at + 1).trim() }
  }
}

function addTo(group: Group, { field, value }: Field): void {
  group.isThere = true
  const seconds = Number(value)
  if (field === 'crawl-delay' && seconds > 0) group.pauseMs = seconds * 1000
  if (group.rules.length >= rulesMax || group.parts >= partsMax) return
  const rule = ruleOf(field, value)
  if (rule === undefined) return
  group.rules.push(rule)
  group.parts += rule.parts.length
}

function ruleOf(field: string, value: string): Rule | undefined {
  if ((field !== 'allow' && field !== 'disallow') || value === '') return undefined
  const isWhole = value.endsWith('$')
  const path = (isWhole ? value.slice(0, -1) : value).slice(0, ruleCharactersMax)
  // Several stars in a row say the same as one.
  const parts = path.split(/\*+/)
  return { isAllowed: field === 'allow', parts, isWhole, length: value.length }
}

/** Compares part by part, so that no rule takes long, however many signs it has. */
function fits({ parts, isWhole }: Rule, path: string): boolean {
  const [first = '', ...others] = parts
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1
    if (isLast && isWhole) {
      return part === '' || (path.endsWith(part) && path.length - part.length >= at)
    }
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}
