import type { JsonValue } from '#/tree/entries.ts'
import { commentOut, setYaml, setYamlValues } from '#/yaml/edit-yaml.ts'
import {
  isDefault,
  readAttributes,
  spellAttributes,
  unreadAttributes,
  type PageAttributes,
} from './page-attributes.ts'
import { readCondition } from './page-condition.ts'
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
  const reading = readFrontMatter(parts)
  const isRead = !('problem' in reading)
  const before = isRead
    ? readAttributes(reading).attributes
    : unreadAttributes(parts.yaml)
  const old = spellAttributes(before)
  const wanted = spellAttributes(withChanges(before, changes))
  const changed = changedPaths(old, wanted)
  if (changed.length === 0) return head
  // What cannot be read becomes comments: of what it says, the condition must not get lost.
  const yaml = isRead
    ? withoutOtherKeys(parts.yaml, changed, readCondition(reading).keys)
    : commentOut(parts.yaml)
  const paths = isRead ? changed : changedPaths(new Map(), wanted)
  const after = withValues(yaml, paths, wanted)
  return after === parts.yaml ? head : joined(withYaml(parts, after, eol))
}

function withChanges(before: PageAttributes, changes: AttributeChanges): PageAttributes {
  const after: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete after[name]
    else if (value !== undefined) after[name] = value
  }
  return after
}

function changedPaths(
  old: ReadonlyMap<string, JsonValue>,
  wanted: ReadonlyMap<string, JsonValue>,
): readonly string[] {
  return [...new Set([...wanted.keys(), ...old.keys()])].filter((path) => {
    const value = wanted.get(path)
    const isSilent = value !== undefined && !old.has(path) && isDefault(path, value)
    return old.get(path) !== value && !isSilent
  })
}

/** The YAML without the other spellings of the key of a condition that is about to change. */
function withoutOtherKeys(
  yaml: string,
  changed: readonly string[],
  keys: readonly string[],
): string {
  if (!changed.includes('if')) return yaml
  const others = keys.filter((key) => key !== 'if')
  return setYaml(yaml, ...others.map((key) => ({ path: [key], value: undefined })))
}

function withValues(
  yaml: string,
  paths: readonly string[],
  wanted: ReadonlyMap<string, JsonValue>,
): string {
  const others = paths.filter((path) => !isVariable(path))
  const variables = paths.filter(isVariable).map((path) => {
    return [path.slice(variablesStart.length), wanted.get(path)] as const
  })
  return setYamlValues(
    setYaml(
      yaml,
      ...others.map((path) => ({ path: path.split('\0'), value: wanted.get(path) })),
    ),
    ['vars'],
    new Map(variables),
  )
}

function isVariable(path: string): boolean {
  return path.startsWith(variablesStart)
}
const variablesStart = 'vars\0'

function withYaml(parts: HeadParts, yaml: string, eol: string): HeadParts {
  if (yaml.trim() === '') return { ...parts, opening: '', yaml: '', closing: '', gap: '' }
  const fence = `---${eol}`
  if (parts.opening !== '') return { ...parts, yaml, closing: parts.closing || fence }
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
