import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

import { operations } from '@lectern/contract/operations.ts'

import { absentOperations, reasons } from '../server/test/clients/absent-operations.ts'
import {
  allowedInDocuments,
  allowedInNewestOnly,
  allowedInReplies,
} from '../server/test/clients/allowed-differences.ts'
import {
  type ClientOperation,
  clientOperations,
} from '../server/test/clients/client-operations.ts'
import {
  type ClientVersion,
  clientVersions,
  readClientApi,
} from '../server/test/clients/client-schemas.ts'
import { oneValueOnly } from '../server/test/clients/one-value-only.ts'
import { requestDifferences } from '../server/test/clients/request-differences.ts'
import { withoutMethod } from '../server/test/official-client-absent.ts'
import { markdownTable } from './markdown-table.ts'

const page = new URL('../docs/compatibility.md', import.meta.url)
const absentIds = new URL('../server/test/clients/absent-ids.ts', import.meta.url)

const states = ['works', 'differs', 'absent'] as const
type State = (typeof states)[number]

const served = new Set<string>(Object.keys(operations))
const reasonOf = new Map<string, keyof typeof reasons>(Object.entries(absentOperations))
const neverCalled = new Set<string>(withoutMethod)

const known = new Map<ClientVersion, ReadonlyMap<string, ClientOperation>>(
  clientVersions.map((version) => [
    version,
    new Map(clientOperations(version).map((each) => [each.id, each])),
  ]),
)

const contract: unknown = JSON.parse(
  readFileSync(new URL('../contract/openapi.json', import.meta.url), 'utf8'),
)
const notTaken = new Map(
  clientVersions.map((version) => [
    version,
    requestDifferences(readClientApi(version), contract),
  ]),
)

const refusing = new Map(Object.entries(oneValueOnly))

/** What an operation does not take of what a client can send, or only with one value. */
function notTakenBy(id: string, version: ClientVersion): readonly string[] {
  const refused = version === '0.202.0' ? refusing.get(id) : undefined
  return [
    ...(notTaken.get(version)?.get(id) ?? []),
    ...(refused ?? []).map((name) => `${name}=`),
  ]
}

/** The differences in the answers of an operation, each with its reason. */
function differencesOf(
  id: string,
  version: ClientVersion,
): readonly (readonly string[])[] {
  const allowed = {
    ...allowedInReplies[version],
    ...(version === '0.202.0' && allowedInNewestOnly),
  }
  return Object.entries(allowed).flatMap(([difference, why]) => {
    const [operation, ...said] = difference.split(': ')
    return operation === id ? [[said.join(': '), why]] : []
  })
}

function stateOf(id: string, version: ClientVersion): State | undefined {
  if (known.get(version)?.has(id) !== true) return undefined
  if (!served.has(id)) return 'absent'
  const differs =
    differencesOf(id, version).length > 0 || notTakenBy(id, version).length > 0
  return differs ? 'differs' : 'works'
}

function allIds(): readonly string[] {
  const ids = clientVersions.flatMap((version) => [...(known.get(version)?.keys() ?? [])])
  return [...new Set(ids)].toSorted()
}

function countsTable(): string[] {
  return markdownTable([
    ['Client', 'Operations', 'Work', 'Differ', 'Absent'],
    ...clientVersions.map((version) => {
      const all = allIds().flatMap((id) => stateOf(id, version) ?? [])
      const counts = states.map((state) => all.filter((each) => each === state).length)
      return [`\`@gitbook/api\` ${version}`, all.length, ...counts].map(String)
    }),
  ])
}

function differencesTable(): string[] {
  return markdownTable([
    ['Operation', 'Client', 'Its schema wants', 'Why it differs'],
    ...clientVersions.flatMap((version) =>
      allIds().flatMap((id) =>
        differencesOf(id, version).map(([said = '', why = '']) => [
          `\`${id}\``,
          version,
          `\`${said}\``,
          why,
        ]),
      ),
    ),
  ])
}

/** A list, because the names of some operations are many. */
function notTakenList(): string[] {
  return allIds().flatMap((id) =>
    clientVersions.flatMap((version) => {
      const names = notTakenBy(id, version)
      if (names.length === 0) return []
      return [`- \`${id}\`, ${version}: ${quoted(names)}`]
    }),
  )
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

const shownMax = 3

/** Why an operation is absent, or what it does not take. */
function remarkOn(id: string): string {
  if (!served.has(id)) {
    const reason = reasonOf.get(id)
    return reason === undefined ? '' : reasons[reason]
  }
  const names = [...new Set(clientVersions.flatMap((each) => notTakenBy(id, each)))]
  if (names.length === 0) return ''
  const more = names.length > shownMax ? ` and ${names.length - shownMax} more` : ''
  return `does not take ${quoted(names.slice(0, shownMax))}${more}`
}

function documentsTable(): string[] {
  return markdownTable([
    ['Client', 'Its schema wants', 'Why it differs'],
    ...clientVersions.flatMap((version) =>
      Object.entries(allowedInDocuments[version]).map(([said, why]) => [
        version,
        `\`${said}\``,
        why,
      ]),
    ),
  ])
}

function reasonsTable(): string[] {
  const counts = new Map<string, number>()
  for (const id of allIds()) {
    const reason = served.has(id) ? undefined : reasonOf.get(id)
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return markdownTable([
    ['Why', 'Operations'],
    ...Object.entries(reasons)
      .toSorted(([one], [other]) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
      .map(([reason, why]) => [why, String(counts.get(reason) ?? 0)]),
  ])
}

function operationsTable(): string[] {
  return markdownTable([
    ['Operation', 'Request', ...clientVersions, 'Why not, or not all'],
    ...allIds().map((id) => {
      const request = clientVersions
        .map((version) => known.get(version)?.get(id)?.request)
        .find((each) => each !== undefined)
      return [
        `\`${id}\`${served.has(id) && neverCalled.has(id) ? ' *' : ''}`,
        `\`${request ?? ''}\``,
        ...clientVersions.map((version) => stateOf(id, version) ?? '–'),
        remarkOn(id),
      ]
    }),
  ])
}

/** What published clients find here, generated from what tests hold. */
export function compatibilityPage(): string {
  return [
    '<!-- Generated by `node tools/compatibility-page.ts`. Do not edit. -->',
    '',
    '# Compatibility',
    '',
    "Each operation of two releases of GitBook's published client, and whether it can be called here. Tests call the operations that work with the client itself, unchanged, and hold every answer against the schemas that the client ships. What differs is in lists that may only shrink.",
    '',
    ...countsTable(),
    '',
    '- **works**: takes every parameter and key that the client can send, and answers what its schema says.',
    '- **differs**: works, and does not take all that the client can send, or answers not in all parts what its schema says; see below.',
    '- **absent**: answered with 404.',
    '- **–**: the client does not have it.',
    '',
    'Operations with a star are newer than 0.146.0: tests call them with 0.202.0.',
    '',
    '## What differs in answers',
    '',
    ...differencesTable(),
    '',
    '## What is not taken',
    '',
    'Query parameters, with a question mark, and keys of bodies, by their paths, that a client can send and the contract does not have, as far as both documents name them. Of a key with `=` one value is taken, such as `false` for `draft`, and every other is refused. The others are named in `X-Unknown-Keys` and otherwise ignored, or refused where another form of the same object is meant; with `Prefer: handling=strict` they are refused. See [api-rules.md](api-rules.md#requests).',
    '',
    ...notTakenList(),
    '',
    '## What differs in documents',
    '',
    'The document of a page has a schema of its own for each kind of block.',
    '',
    ...documentsTable(),
    '',
    '## Why operations are absent',
    '',
    ...reasonsTable(),
    '',
    '## All operations',
    '',
    ...operationsTable(),
    '',
  ].join('\n')
}

/** The ids for which `absent-operations.ts` must have a reason, as a type. */
export function absentIdsModule(): string {
  const ids = allIds().filter((id) => !served.has(id))
  return [
    '// Generated by `node tools/compatibility-page.ts`. Do not edit.',
    '',
    '/** The operations that a published client has, and our contract has not. */',
    'export type AbsentId =',
    ...ids.map((id) => `  | '${id}'`),
    '',
  ].join('\n')
}

if (import.meta.main) {
  for (const [target, fresh] of [
    [absentIds, absentIdsModule()],
    [page, compatibilityPage()],
  ] as const) {
    if (!process.argv.includes('--check')) await writeFile(target, fresh)
    else if ((await readFile(target, 'utf8').catch(() => '')) !== fresh) {
      process.stderr.write(
        `${target.pathname} does not match the contract and the clients. Run "node tools/compatibility-page.ts" and commit the result.\n`,
      )
      process.exitCode = 1
    }
  }
}
