import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { TestBody } from '../../server/test/test-api.ts'
import { runLectern } from './run-lectern.ts'
import type { Ended } from './start-lectern.ts'
import { startTestServer, type TestServer } from './test-server.ts'

type Files = Readonly<Record<string, string>>

export const manual: Files = {
  'README.md': '# Welcome\n\nStart with [installing](install.md).\n',
  'install.md':
    '# Install\n\nRun the installer.\n\nThen sign in with your account.\n\nThat is all.\n',
  'old.md': '# Old\n\nNobody reads this.\n',
}

/** A server with a worker, a space that was pushed, and the folder that it was pushed from. */
export interface ChangeWorld {
  readonly server: TestServer
  readonly folder: string
  /** Makes a space that holds what the folder then holds. */
  readonly newSpace: (files?: Files) => Promise<string>
  readonly write: (files: Files) => Promise<void>
  readonly settings: (
    name?: 'admin' | 'edit' | 'review' | 'read' | 'outsider',
  ) => Record<string, string>
  readonly run: (words: readonly string[], as?: 'edit' | 'review') => Promise<Ended>
  /** The one JSON value that a command answers with --json. */
  readonly ask: (...words: readonly string[]) => Promise<TestBody>
  readonly stop: () => Promise<void>
}

export async function startChangeWorld(): Promise<ChangeWorld> {
  const server = await startTestServer()
  await server.startWorker()
  const scratch = await mkdtemp(path.join(tmpdir(), 'lectern-changing-'))
  const folder = path.join(scratch, 'docs')
  const settings: ChangeWorld['settings'] = (name = 'edit') => ({
    LECTERN_URL: server.url,
    LECTERN_TOKEN: server.tokens[name],
    TMPDIR: scratch,
  })
  const run: ChangeWorld['run'] = async (words, as = 'edit') =>
    runLectern(words, settings(as))

  async function write(files: Files): Promise<void> {
    await rm(folder, { recursive: true, force: true })
    for (const [name, text] of Object.entries(files)) {
      const place = path.join(folder, name)
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(place, text)
    }
  }

  return {
    server,
    folder,
    settings,
    run,
    write,
    async newSpace(files = manual) {
      const made = await server
        .as('admin')
        .post(`/orgs/${server.organization}/spaces`, { title: 'Manual', empty: true })
      const space: string = made.body.id
      await write(files)
      const { code, stderr } = await run(['content', 'push', folder, '--space', space])
      assert.equal(code, 0, stderr)
      return space
    },
    async ask(...words) {
      const { code, stdout, stderr } = await run([...words, '--json'])
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    },
    async stop() {
      await server.stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}
