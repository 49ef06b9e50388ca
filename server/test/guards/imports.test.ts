import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'

import { partOf, partsOfPlan, placeOf } from './floor-plan.ts'
import { isTest, readSources, type SourceFile } from './source-files.ts'

interface Import {
  readonly from: string
  readonly to: string
  /** Loaded along with the file: not asked for later, and more than a type. */
  readonly isLoaded: boolean
  /** Named by a URL, as the file of a thread is: the linter does not see it. */
  readonly isByUrl: boolean
}

/** What each file of ours imports of ours; packages are left out. */
function importsOf({ path: from, text }: SourceFile): Import[] {
  const specifiers = text.matchAll(
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|^\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'|\bnew URL\(\s*'(\.[^']+\.tsx?)'/gm,
  )
  return [...specifiers].flatMap(([words, named, bare, dynamic, thread]) => {
    const later = dynamic ?? thread
    const to = resolveOurs(from, named ?? bare ?? later ?? '')
    const isLoaded = later === undefined && !/^\s*(?:import|export) type\b/.test(words)
    const isByUrl = thread !== undefined
    return to === undefined ? [] : [{ from, to, isLoaded, isByUrl }]
  })
}

function resolveOurs(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  }
  const [workspace = ''] = from.split('/', 1)
  if (specifier.startsWith('#test/')) return `${workspace}/test/${specifier.slice(6)}`
  if (specifier.startsWith('#/')) return `${workspace}/src/${specifier.slice(2)}`
  const ours = /^@lectern\/([\w-]+)\/(.+)$/.exec(specifier)
  return ours === null ? undefined : `${ours[1]}/src/${ours[2]}`
}

interface Rule {
  readonly words: string
  readonly breaks: (used: Import) => boolean
}

/**
 * What the linter cannot say. Layers, `public.ts` and what the contract, the document model and the
 * command line may know stand in `.oxlintrc.json`.
 */
const rules: readonly Rule[] = [
  {
    words: 'arrows never run up the floor plan',
    breaks: ({ from, to }) =>
      partOf(from) !== undefined && !isTest(from) && placeOf(to) > placeOf(from),
  },
  {
    words: 'a thread runs a file of the part that starts it',
    breaks: ({ from, to, isByUrl }) =>
      isByUrl && !isTest(from) && partOf(from) !== partOf(to),
  },
  {
    words: 'programs are made of the rest of the server, never the reverse',
    breaks: ({ from, to }) =>
      lies(to, 'start') &&
      from.startsWith('server/src/') &&
      !lies(from, 'start') &&
      !isTest(from),
  },
  {
    words: 'the product uses nothing that is made for tests or for development',
    breaks: ({ from, to }) =>
      from.startsWith('server/src/') &&
      !isTest(from) &&
      (isTest(to) || to.startsWith('tools/')),
  },
  {
    words: 'nobody imports the server but tools and tests',
    breaks: ({ from, to }) =>
      to.startsWith('server/') && !/^(?:server|tools)\//.test(from) && !isTest(from),
  },
]

function problems(files: readonly SourceFile[]): string[] {
  return files
    .flatMap(importsOf)
    .flatMap((used) =>
      rules
        .filter(({ breaks }) => breaks(used))
        .map(({ words }) => `${used.from} imports ${used.to}: ${words}`),
    )
}

/** The files that programs import, at once or later, and the programs themselves. */
function reachedFrom(
  programs: readonly string[],
  files: readonly SourceFile[],
): ReadonlySet<string> {
  const uses = Map.groupBy(files.flatMap(importsOf), ({ from }) => from)
  const reached = new Set(programs)
  // A set goes on with what is added to it meanwhile.
  for (const file of reached) for (const { to } of uses.get(file) ?? []) reached.add(to)
  return reached
}

/** All files that are there once one is, itself among them. */
function loadedWith(first: string, files: readonly SourceFile[]): ReadonlySet<string> {
  const loads = Map.groupBy(
    files.flatMap(importsOf).filter(({ isLoaded }) => isLoaded),
    ({ from }) => from,
  )
  const loaded = new Set([first])
  // A set goes on with what is added to it meanwhile.
  for (const file of loaded) for (const { to } of loads.get(file) ?? []) loaded.add(to)
  return loaded
}

function lies(file: string, ...folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`server/src/${folder}/`))
}

describe('imports', () => {
  it('all point the way the architecture allows', async () => {
    const files = await readSources(/\.tsx?$/)
    assert.ok(files.flatMap(importsOf).length > 300, 'the imports were read')
    assert.deepEqual(problems(files), [])
  })

  it('are of parts that the floor plan names, each once, and of no others', async () => {
    const files = await readSources(/^server\/src\/(?:features|content-store)\/.*\.ts$/)
    const parts = new Set(files.map(({ path: file }) => partOf(file) ?? file))
    assert.deepEqual([...parts].toSorted(), partsOfPlan.toSorted())
  })

  it('of a command leave the features for when it runs: help and misuse wait for none', async () => {
    const files = await readSources(/^server\/src\/.*\.ts$/)
    const program = 'server/src/start/lectern-server.ts'
    const commands = files
      .filter(({ path: file }) => file === program)
      .flatMap(importsOf)
      .filter(({ isLoaded }) => !isLoaded)
    assert.ok(commands.length > 5, 'the commands were found')
    for (const { to } of commands) {
      const features = [...loadedWith(to, files)].filter((file) =>
        lies(file, 'features', 'content-store'),
      )
      assert.deepEqual(features, [], `loaded with ${to}`)
    }
    const loadedByApi = loadedWith('server/src/start/api.ts', files)
    assert.ok([...loadedByApi].some((file) => lies(file, 'features')))
  })

  it('reach every file that ships from a program that is started', async () => {
    const files = await readSources(/\.tsx?$/)
    const programs = [
      'server/src/start/lectern-server.ts',
      'sites/src/start.ts',
      'cli/src/lectern.ts',
    ]
    const clients = files.filter(({ path: file }) => file.startsWith('sites/src/client/'))
    const reached = reachedFrom(
      [...programs, ...clients.map(({ path: file }) => file)],
      files,
    )
    assert.ok(
      programs.every((program) => files.some(({ path: file }) => file === program)),
    )
    const shipped = files
      .map(({ path: file }) => file)
      .filter((file) => /^(?:server|sites|cli|content|contract)\/src\//.test(file))
      .filter((file) => !isTest(file) && !/\.d\.ts$|-types\.ts$/.test(file))
    assert.deepEqual(
      shipped.filter((file) => !reached.has(file)),
      [],
    )
  })

  const accepted: [from: string, text: string][] = [
    ['server/src/features/people/teams/a.ts', `import { x } from './b.ts'`],
    [
      'server/src/features/people/teams/a.ts',
      `import { x } from '#/features/people/members/public.ts'`,
    ],
    [
      'server/src/features/writing/spaces/a.ts',
      `import { x } from '#/features/people/teams/public.ts'`,
    ],
    [
      'server/src/features/people/users/a.test.ts',
      `import { x } from '#/features/people/teams/public.ts'`,
    ],
    [
      'server/src/features/people/teams/a.ts',
      `import { x } from '#/content-store/nodes/public.ts'`,
    ],
    [
      'server/src/content-store/read/a.ts',
      `import { x } from '#/content-store/entries/public.ts'`,
    ],
    [
      'server/src/content-store/merge/a.ts',
      `const task = new URL('./b.ts', import.meta.url)`,
    ],
    [
      'server/src/features/people/teams/a.test.ts',
      `import { x } from '#test/test-api.ts'`,
    ],
    [
      'server/src/start/api.ts',
      `import { x } from '#/features/people/teams/operations.ts'`,
    ],
    ['server/src/access/a.test.ts', `import { x } from '#/start/api.ts'`],
    ['tools/dev.ts', `import { x } from '@lectern/server/start/api.ts'`],
    ['sites/src/a.ts', `import { x } from '@lectern/content/read/read.ts'`],
    ['content/test/gates/a/a.ts', `import { x } from '../../../../tools/gate.ts'`],
  ]
  for (const [from, text] of accepted) {
    it(`may have ${text} in ${from}`, () => {
      assert.deepEqual(problems([{ path: from, text }]), [])
    })
  }
  const refused: [from: string, text: string][] = [
    [
      'server/src/features/people/users/a.ts',
      `import { x } from '#/features/people/teams/public.ts'`,
    ],
    [
      'server/src/features/people/users/a.ts',
      `import {\n  type X,\n  x,\n} from '../teams/public.ts'`,
    ],
    [
      'server/src/features/people/users/a.ts',
      `export * from '#/features/people/teams/public.ts'`,
    ],
    [
      'server/src/features/people/users/a.ts',
      `const x = await import('#/features/people/teams/public.ts')`,
    ],
    [
      'server/src/features/people/users/a.ts',
      `import '#/features/people/teams/public.ts'`,
    ],
    [
      'server/src/features/people/users/a.ts',
      `import type { X } from '#/features/people/teams/public.ts'`,
    ],
    [
      'server/src/features/people/teams/a.ts',
      `import { x } from '#/features/writing/spaces/public.ts'`,
    ],
    [
      'server/src/content-store/read/a.ts',
      `import { x } from '#/content-store/links/public.ts'`,
    ],
    [
      'server/src/content-store/read/a.ts',
      `const task = new URL('../entries/b.ts', import.meta.url)`,
    ],
    [
      'server/src/platform/threads/a.ts',
      `const task = new URL('../../features/writing/search/b.ts', import.meta.url)`,
    ],
    ['server/src/features/people/teams/a.ts', `import { x } from '#/start/api.ts'`],
    ['server/src/platform/http/a.ts', `import { x } from '../../start/api.ts'`],
    ['server/src/start/api.ts', `import { x } from '#test/test-api.ts'`],
    ['server/src/start/api.ts', `import { x } from '../../../tools/free-port.ts'`],
    ['sites/src/a.ts', `import { x } from '@lectern/server/start/api.ts'`],
    ['sites/src/a.ts', `import { x } from '../../server/src/access/roles.ts'`],
  ]
  for (const [from, text] of refused) {
    it(`would be caught with ${text.replaceAll(/\s+/g, ' ')} in ${from}`, () => {
      assert.notDeepEqual(problems([{ path: from, text }]), [])
    })
  }
})
