import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

import { typePrograms } from '../../../tools/type-programs.ts'
import { readSources, root } from './source-files.ts'

const execute = promisify(execFile)

/** What a program is told to check, from the root of the repository; imports come on top. */
async function rootsOf(program: string): Promise<string[]> {
  const { stdout } = await execute(
    path.join(root, 'node_modules/.bin/tsc'),
    ['--showConfig'],
    { cwd: path.join(root, program), maxBuffer: 16 * 1024 * 1024 },
  )
  const { files }: { files: string[] } = JSON.parse(stdout)
  return files.map((file) => path.posix.join(program, file))
}

describe('the type check', () => {
  it('has every file in one program, and in one only', async () => {
    const checked = (await Promise.all(typePrograms.map(rootsOf))).flat()
    const written = (await readSources(/\.[cm]?tsx?$/)).map((file) => file.path)
    assert.ok(written.length > 2_000)
    assert.deepEqual(checked.toSorted(), written.toSorted())
  })

  it('knows no DOM outside of what runs in a browser', () => {
    // A dependency that brings the DOM into this program makes this line an error.
    const isKnown: typeof globalThis extends { document: unknown } ? true : false = false
    assert.equal('document' in globalThis, isKnown)
  })
})
