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
const rulesMax = 2_000
const sitemapsMax = 5

export const noRobots: Robots = { mayRead: () => true, pauseMs: 0, sitemaps: [] }

/** Reads a `robots.txt`: the group for us, or the one for all. The longest rule that fits counts. */
export function readRobots(text: string): Robots {
  const groups = new Map<string, Group>()
  const sitemaps: string[] = []
  let names: string[] = []
  let isNaming = false
  for (const { field, value } of fieldsOf(text)) {
    if (field === 'sitemap') sitemaps.push(value)
    else if (field === 'user-agent') {
      names = isNaming ? [...names, value.toLowerCase()] : [value.toLowerCase()]
      isNaming = true
    } else {
      isNaming = false
      for (const name of names) addTo(groups, name, { field, value })
    }
  }
  const { rules, pauseMs } = groups.get(agent) ?? groups.get('*') ?? newGroup()
  // Of rules of one length, the one that allows counts.
  const sorted = rules.toSorted(
    (one, two) =>
      two.length - one.length || Number(two.isAllowed) - Number(one.isAllowed),
  )
  return {
    mayRead: (path) => sorted.find((rule) => fits(rule, path))?.isAllowed ?? true,
    pauseMs,
    sitemaps: sitemaps.slice(0, sitemapsMax),
  }
}

interface Group {
  readonly rules: Rule[]
  pauseMs: number
}

function newGroup(): Group {
  return { rules: [], pauseMs: 0 }
}

type Field = Readonly<{ field: string; value: string }>

/** The fields of the first lines. */
function fieldsOf(text: string): readonly Field[] {
  return text
    .split(/\r\n?|\n/)
    .slice(0, 10_000)
    .flatMap((line) => {
      const [said = ''] = line.split('#', 1)
      const at = said.indexOf(':')
      if (at === -1) return []
      const field = said.slice(0, at).trim().toLowerCase()
      return [{ field, value: said.slice(at + 1).trim() }]
    })
}

function addTo(groups: Map<string, Group>, name: string, { field, value }: Field): void {
  const group = groups.get(name) ?? newGroup()
  groups.set(name, group)
  const seconds = Number(value)
  if (field === 'crawl-delay' && seconds > 0) group.pauseMs = seconds * 1000
  const rule = ruleOf(field, value)
  if (rule !== undefined && group.rules.length < rulesMax) group.rules.push(rule)
}

function ruleOf(field: string, value: string): Rule | undefined {
  if ((field !== 'allow' && field !== 'disallow') || value === '') return undefined
  const isWhole = value.endsWith('$')
  const parts = (isWhole ? value.slice(0, -1) : value).slice(0, 1000).split('*')
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
