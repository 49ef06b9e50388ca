import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { shuffled, testFiles, type Part } from './test-files.ts'

describe('the test files of a folder', () => {
  let folder = ''
  const found = async (part: Part, ...chosen: string[]) => {
    const files = await testFiles(
      chosen.map((name) => path.join(folder, name)),
      part,
    )
    return files.map(({ file, isAlone }) => [path.relative(folder, file), isAlone])
  }

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lectern-files-'))
    const names = [
      'b.test.ts',
      'a.alone.test.ts',
      'deep/down/c.test.ts',
      'deep/d.engine.test.ts',
      'deep/f.cluster.test.ts',
      'deep/code.ts',
      'deep/node_modules/e.test.ts',
      'empty/code.ts',
    ]
    for (const name of names) {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, '')
    }
  })
  after(async () => rm(folder, { recursive: true, force: true }))

  it('are those in all folders below, and alone by their name', async () => {
    assert.deepEqual(await found('usual', '.'), [
      ['a.alone.test.ts', true],
      ['b.test.ts', false],
      ['deep/down/c.test.ts', false],
    ])
  })

  it('are others where an engine is there', async () => {
    assert.deepEqual(await found('engines', '.'), [['deep/d.engine.test.ts', false]])
  })

  it('are those of the usual part and more on a cluster', async () => {
    assert.deepEqual(await found('cluster', 'deep'), [
      ['deep/down/c.test.ts', false],
      ['deep/f.cluster.test.ts', false],
    ])
  })

  it('are those that are named in any case, and once', async () => {
    assert.deepEqual(
      await found('usual', 'deep', 'deep/d.engine.test.ts', 'deep/down/c.test.ts'),
      [
        ['deep/d.engine.test.ts', false],
        ['deep/down/c.test.ts', false],
      ],
    )
    // A missing file cannot be loaded, and fails.
    assert.deepEqual(await found('usual', 'lost.test.ts'), [['lost.test.ts', false]])
  })

  it('are not none', async () => {
    await assert.rejects(found('usual', 'empty'), /No test files in .*empty/)
    await assert.rejects(found('usual', 'lost'), /No test files in .*lost/)
    await assert.rejects(found('engines', 'deep/down'), /No test files in /)
  })
})

describe('the order of files', () => {
  const files = Array.from({ length: 20 }, (_, index) => index)

  it('has every file once, and is another for another seed', () => {
    const one = shuffled(files, 1)
    assert.notDeepEqual(one, files)
    assert.deepEqual(
      one.toSorted((a, b) => a - b),
      files,
    )
    assert.deepEqual(shuffled(files, 1), one)
    assert.notDeepEqual(shuffled(files, 2), one)
  })
})
