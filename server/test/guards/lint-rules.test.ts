import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { root } from './source-files.ts'

/** What one import at the top of a file makes the linter say, by its rules' names. */
async function lint(folder: string, file: string, source: string): Promise<string> {
  const target = path.join(folder, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, `import { x } from '${source}'\n\nexport const y = [x]\n`)
  const linter = path.join(root, 'node_modules/.bin/oxlint')
  const options = ['--format=unix', '--config', path.join(folder, '.oxlintrc.json'), file]
  return new Promise((resolve) => {
    execFile(linter, options, { cwd: folder }, (_error, stdout) => resolve(stdout))
  })
}

describe('the linter', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lectern-lint-'))
    // Paths in the rules are relative to where their file lies.
    await copyFile(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
  })
  after(async () => rm(folder, { recursive: true, force: true }))

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
    ['contract/src/a.ts', '@lectern/server/access/roles.ts'],
    ['contract/src/a.ts', '../../server/src/access/roles.ts'],
    ['content/src/read/a.ts', 'node:fs'],
    ['content/src/read/a.ts', '@lectern/contract/teams.ts'],
    ['cli/src/a.ts', '@lectern/server/start/api.ts'],
    ['cli/src/commands/a.ts', '../../../server/src/start/api.ts'],
  ]
  for (const [file, source] of refused) {
    it(`refuses ${source} in ${file}`, async () => {
      assert.match(await lint(folder, file, source), /no-restricted-imports/)
    })
  }

  const accepted: [file: string, source: string][] = [
    ['server/src/features/people/teams/a.ts', '#/features/people/members/public.ts'],
    ['server/src/features/people/teams/a.ts', '#/content-store/nodes/public.ts'],
    ['server/src/features/people/teams/a.ts', './b.ts'],
    ['server/src/content-store/read/a.ts', '#/content-store/nodes/public.ts'],
    ['server/src/platform/http/a.ts', '../database/transaction.ts'],
    ['server/src/start/a.ts', '#/features/people/members/operations.ts'],
    ['content/src/read/a.ts', '../document/nodes.ts'],
    ['content/src/read/a.test.ts', 'node:test'],
    ['cli/src/commands/a.ts', '@lectern/contract/client.ts'],
    ['cli/src/commands/a.ts', '@lectern/content/repository/paths.ts'],
    ['cli/src/commands/a.ts', '#/command.ts'],
  ]
  for (const [file, source] of accepted) {
    it(`accepts ${source} in ${file}`, async () => {
      assert.equal(await lint(folder, file, source), '')
    })
  }
})
