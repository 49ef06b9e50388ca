import { setYaml, setYamlValues } from '#/yaml/edit-yaml.ts'
import {
  isDefault,
  readAttributes,
  spellAttributes,
  type PageAttributes,
} from './page-attributes.ts'
import { lineEndingOf } from '#/text/line-ending.ts'
import { readFrontMatter, splitHead, type HeadParts } from './page-head.ts'
import { spellTitle } from './plain-title.ts'

/** Changes of attributes: a value sets an attribute, null removes it, an absent attribute stays. */
export type AttributeChanges = {
  readonly [Name in keyof PageAttributes]?: PageAttributes[Name] | null
} & { readonly title?: string | null }

/** The head with other attributes: only the lines of these attributes change. */
export function setAttributes(head: string, changes: AttributeChanges): string {
  const eol = lineEndingOf(head)
  const { title, ...others } = changes
  // YAML has no line ending of a carriage return alone.
  const edited =
    eol === '\r'
      ? setFrontMatter(head.replaceAll('\r', '\n'), others, '\n').replaceAll('\n', '\r')
      : setFrontMatter(head, others, eol)
  return title === undefined ? edited : setTitle(edited, title, eol)
}

/** Sets the title of a reusable content, which is in the front matter. */
export function setIncludeTitle(head: string, title: string): string {
  const eol = lineEndingOf(head)
  const { parts } = splitHead(head)
  return joined(
    withYaml(parts, setYaml(parts.yaml, { path: ['title'], value: title }), eol),
  )
}

function setFrontMatter(head: string, changes: AttributeChanges, eol: string): string {
  const { parts } = splitHead(head)
  const reading = readFrontMatter(parts.yaml)
  const before = 'problem' in reading ? {} : readAttributes(reading).attributes
  const after: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete after[name]
    else if (value !== undefined) after[name] = value
  }
  const old = spellAttributes(before)
  const wanted = spellAttributes(after)
  const changed = [...new Set([...wanted.keys(), ...old.keys()])].filter((path) => {
    const value = wanted.get(path)
    const isSilent = value !== undefined && !old.has(path) && isDefault(path, value)
    return old.get(path) !== value && !isSilent
  })
  const others = changed.filter((path) => !isVariable(path))
  const variables = changed.filter(isVariable).map((path) => {
    return [path.slice(variablesStart.length), wanted.get(path)] as const
  })
  const yaml = setYamlValues(
    setYaml(
      parts.yaml,
      ...others.map((path) => ({ path: path.split('\0'), value: wanted.get(path) })),
    ),
    ['vars'],
    new Map(variables),
  )
  return yaml === parts.yaml ? head : joined(withYaml(parts, yaml, eol))
}

function isVariable(path: string): boolean {
  return path.startsWith(variablesStart)
}
const variablesStart = 'vars\0'

function withYaml(parts: HeadParts, yaml: string, eol: string): HeadParts {
  if (yaml.trim() === '') return { ...parts, opening: '', yaml: '', closing: '', gap: '' }
  if (parts.opening !== '') return { ...parts, yaml }
  const fence = `---${eol}`
  const ended = yaml.replaceAll(/\r?\n/g, eol)
  return { ...parts, opening: fence, yaml: ended, closing: fence, gap: eol }
}

function setTitle(head: string, title: string | null, eol: string): string {
  const { parts, title: old, words } = splitHead(head)
  if (title === null) return joined({ ...parts, heading: '', after: '' })
  if (title === old) return head
  const spelled = spellTitle(title)
  const heading = words && withWords(parts.heading, words, spelled)
  // Some words above a line of `=` would begin a list or a quote.
  if (heading !== undefined && splitHead(heading).title === title) {
    return joined({ ...parts, heading })
  }
  const before = parts.closing + parts.gap
  const gap = before === '' || /[\r\n]$/.test(before) ? parts.gap : parts.gap + eol
  const after = parts.after === '' ? eol : parts.after
  return joined({ ...parts, gap, heading: `# ${spelled}${eol}`, after })
}

function withWords(
  heading: string,
  [start, end]: readonly [number, number],
  spelled: string,
): string {
  // An anchor at the end fixes the address of the heading, not its words.
  const anchor = /<a [^<>]*><\/a>$/.exec(heading.slice(start, end))?.[0]
  const kept = anchor === undefined ? '' : ` ${anchor}`
  return heading.slice(0, start) + spelled + kept + heading.slice(end)
}

function joined(parts: HeadParts): string {
  const { mark, opening, yaml, closing, gap, heading, after } = parts
  return mark + opening + yaml + closing + gap + heading + after
}
