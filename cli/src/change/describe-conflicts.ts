import type { ChangeRequest, ContentConflict } from '@lectern/contract/change-requests.ts'

import { Refusal } from '#/failure.ts'

import { visible } from './visible.ts'

/** The exit code for conflicts: scripts can tell a needed decision from a failure. */
const exitCode = 3
const textMax = 400

type Conflicts = readonly ContentConflict[]

/** The refusal that says which conflicts to decide and how; the server has changed nothing. */
export function conflictsRefusal(
  { number, space }: Pick<ChangeRequest, 'number' | 'space'>,
  conflicts: Conflicts,
  what: 'merged' | 'updated',
): Refusal {
  const [first] = conflicts
  const isOne = conflicts.length === 1
  const said = [
    `#${number} was not ${what}, and nothing was changed: it and the main content have changed the same ${isOne ? 'thing' : `${conflicts.length} things`}.`,
    ...conflicts.flatMap((conflict) => ['', ...describeConflict(conflict)]),
    '',
    `Decide ${isOne ? 'it' : 'each of them'} (ours is what #${number} says, theirs what the main content says), or write what should stand there:`,
    `  lectern change resolve ${number} ${first?.id ?? '<id>'} --space ${space} --choose ours`,
    `  lectern change resolve ${number} ${first?.id ?? '<id>'} --space ${space} --text "…"`,
    `Then again: lectern change ${what === 'merged' ? 'merge' : 'update'} ${number} --space ${space}`,
  ]
  return new Refusal('conflicts', said.join('\n'), { facts: { conflicts }, exitCode })
}

const kinds: Readonly<Record<ContentConflict['kind'], string>> = {
  body: 'text',
  attribute: 'attribute',
  head: 'front matter',
  variable: 'variable',
  file: 'bytes of the file',
  kind: 'kind of page',
  place: 'place',
  delete: 'changed on one side and deleted on the other',
  parent: 'put into what was deleted',
  cycle: 'pages put into each other',
  slug: 'two pages with one address',
}

export function describeConflict(conflict: ContentConflict): string[] {
  const { id, kind, title, path, field } = conflict
  const name = title ?? path ?? ''
  const what = `${kinds[kind]}${field === undefined ? '' : ` "${visible(field)}"`}`
  return [
    `${visible(name)}${path === undefined ? '' : `  /${visible(path)}`}  ${what}`,
    ...describeSide('before', conflict.base),
    ...describeSide('ours', conflict.ours),
    ...describeSide('theirs', conflict.theirs),
    `  id      ${id}`,
  ]
}

function describeSide(name: string, value: unknown): string[] {
  if (value === undefined) return []
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const shown = text.length > textMax ? `${text.slice(0, textMax)} …` : text
  const [first = '', ...rest] = visible(shown).trimEnd().split('\n')
  return [`  ${name.padEnd(6)}  ${first}`, ...rest.map((line) => `          ${line}`)]
}
