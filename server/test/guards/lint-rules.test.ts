import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { before, describe, it } from 'node:test'

import { root } from './source-files.ts'

/** Plants files that each use another, and returns what the linter says, by the file's name. */
async function lint(
  planted: ReadonlyMap<string, string>,
): Promise<Partial<Record<string, string[]>>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-lint-'))
  try {
    // Paths in the rules are relative to where their file lies.
    await copyFile(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
    for (const [file, text] of planted) {
      const target = path.join(folder, file)
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(target, text)
    }
    const linter = path.join(root, 'node_modules/.bin/oxlint')
    const said = await new Promise<string>((resolve) => {
      const options = { cwd: folder }
      execFile(linter, ['--format=unix'], options, (_error, stdout) => resolve(stdout))
    })
    return Object.groupBy(said.split('\n'), (line) => line.split(':', 1)[0] ?? '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('the linter', () => {
  // One run lints all files: a run for each takes a second each.
  const planted = new Map<string, string>()
  let said: Partial<Record<string, string[]>>
  before(async () => {
    said = await lint(planted)
  })

  /** Returns what the linter says of the text, by the names of its rules. */
  function plant(file: string, text: string): () => string {
    const name = file.replace('/a.', `/a${planted.size}.`)
    planted.set(name, text)
    return () => (said[name] ?? []).join('\n')
  }

  const refused: [file: string, source: string][] = [
    ['server/src/features/people/teams/a.ts', '#/features/people/members/member-view.ts'],
    ['server/src/features/people/teams/a.ts', '../members/member-view.ts'],
    ['server/src/features/people/teams/a.ts', '#/content-store/nodes/lock-node.ts'],
    ['server/src/content-store/read/a.ts', '#/features/people/members/public.ts'],
    ['server/src/content-store/read/a.ts', '#/content-store/nodes/lock-node.ts'],
    ['server/src/content-store/read/a.ts', '../nodes/lock-node.ts'],
    ['server/src/access/a.ts', '#/features/people/members/public.ts'],
    ['server/src/access/a.ts', '#/content-store/nodes/public.ts'],
    ['server/src/platform/http/a.ts', '#/content-store/nodes/public.ts'],
    ['server/src/platform/http/a.ts', '#/features/people/members/public.ts'],
    ['server/src/platform/http/a.ts', '#/access/roles.ts'],
    ['server/src/platform/http/a.ts', '../../access/roles.ts'],
    ['server/src/access/a.ts', '../features/people/teams/public.ts'],
    ['server/src/access/a.test.ts', '../features/people/teams/public.ts'],
    ['contract/src/a.ts', '@lectern/server/access/roles.ts'],
    ['contract/src/a.ts', '../../server/src/access/roles.ts'],
    ['contract/src/a.ts', '../../content/src/a.ts'],
    ['content/src/read/a.ts', 'node:fs'],
    ['content/src/read/a.ts', '@lectern/contract/teams.ts'],
    ['content/src/read/a.ts', '#test/build.ts'],
    ['content/src/a.ts', '../test/build.ts'],
    ['cli/src/a.ts', '@lectern/server/start/api.ts'],
    ['cli/src/commands/a.ts', '../../../server/src/start/api.ts'],
    ['cli/src/a.ts', '../../tools/free-port.ts'],
    ['cli/src/a.ts', '../test/start-lectern.ts'],
  ]
  for (const [file, source] of refused) {
    const saidOfIt = plant(
      file,
      `import { x } from '${source}'\n\nexport const y = [x]\n`,
    )
    it(`refuses ${source} in ${file}`, () => {
      assert.match(saidOfIt(), /no-restricted-imports/)
    })
  }

  const member = `'#/features/people/members/member-view.ts'`
  const forms: [name: string, text: string][] = [
    ['a type', `import type { X } from ${member}\n\nexport type Y = X[]\n`],
    ['lines of names', `import {\n  x,\n} from ${member}\n\nexport const y = [x]\n`],
    ['effects', `import ${member}\n`],
    ['a name that is passed on', `export { x } from ${member}\n`],
    ['all names, passed on', `export * from ${member}\n`],
    ['a file that is loaded later', `export const x = async () => import(${member})\n`],
  ]
  for (const [name, text] of forms) {
    const saidOfIt = plant('server/src/features/people/teams/a.ts', text)
    it(`refuses an import of ${name} like any other`, () => {
      assert.match(saidOfIt(), /no-restricted-imports/)
    })
  }

  const accepted: [file: string, source: string][] = [
    ['server/src/features/people/teams/a.ts', '#/features/people/members/public.ts'],
    ['server/src/features/people/teams/a.ts', '#/content-store/nodes/public.ts'],
    ['server/src/features/people/teams/a.ts', './b.ts'],
    ['server/src/content-store/read/a.ts', '#/content-store/nodes/public.ts'],
    ['server/src/platform/http/a.ts', '../database/transaction.ts'],
    ['server/src/access/a.ts', '#/platform/http/context.ts'],
    ['server/src/start/a.ts', '#/features/people/members/operations.ts'],
    ['content/src/read/a.ts', '../document/nodes.ts'],
    ['content/src/read/a.test.ts', 'node:test'],
    ['content/src/read/a.test.ts', '#test/build.ts'],
    ['cli/src/commands/a.ts', '@lectern/contract/client.ts'],
    ['cli/src/commands/a.ts', '@lectern/content/repository/paths.ts'],
    ['cli/src/commands/a.ts', '#/command.ts'],
  ]
  for (const [file, source] of accepted) {
    const saidOfIt = plant(
      file,
      `import { x } from '${source}'\n\nexport const y = [x]\n`,
    )
    it(`accepts ${source} in ${file}`, () => {
      assert.equal(saidOfIt(), '')
    })
  }
})
