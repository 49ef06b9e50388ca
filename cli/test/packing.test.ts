import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'

import { packFiles } from '../src/push/pack-files.ts'
import { walkFolder } from '../src/push/walk-folder.ts'

const execute = promisify(execFile)
const packing = { signal: new AbortController().signal, onFile: () => undefined }

describe('what is pushed', () => {
  let scratch: string
  let folder: string
  before(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'lectern-packing-'))
    folder = path.join(scratch, 'docs')
    await mkdir(folder)
  })
  after(async () => rm(scratch, { recursive: true, force: true }))

  async function add(name: string, text: string | Buffer = name): Promise<void> {
    const place = path.join(folder, name)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, text)
  }

  it('is every file below the folder, without what is hidden, linked or installed', async () => {
    const kept = [
      '.gitbook.yaml',
      '.gitbook/assets/a.png',
      'README.md',
      'a/.gitbook/vars.yaml',
      'a/b.md',
    ]
    const left = [
      '.env',
      '.git/HEAD',
      '.gitbook/assets/.DS_Store',
      'node_modules/x/README.md',
      'a/node_modules/y.md',
    ]
    for (const name of [...kept, ...left]) await add(name)
    await symlink(path.join(folder, 'README.md'), path.join(folder, 'link.md'))
    await symlink(scratch, path.join(folder, 'loop'))
    await add(String.raw`back\slash.md`)
    const name = Buffer.concat([
      Buffer.from(`${folder}/`),
      Buffer.from([0xff]),
      Buffer.from('.md'),
    ])
    await writeFile(name, 'no UTF-8')

    const { files, skipped } = await walkFolder(folder)
    assert.deepEqual(files.map((file) => file.path).toSorted(), kept.toSorted())
    assert.deepEqual(
      skipped.map(({ path: at, why }) => `${at}: ${why}`).toSorted(),
      [
        '.env: hidden file',
        '.git: hidden folder',
        '.gitbook/assets/.DS_Store: hidden file',
        'a/node_modules: folder',
        String.raw`back\slash.md: unusable name`,
        'link.md: symbolic link',
        'loop: symbolic link',
        'node_modules: folder',
        '\uFFFD.md: unusable name',
      ].toSorted(),
    )
    await rm(folder, { recursive: true })
  })

  it('arrives byte for byte, whatever its name and size', async () => {
    const contents: Record<string, string | Buffer> = {
      'README.md': '# Hello\n',
      'empty.md': '',
      [`${'long-name/'.repeat(25)}page.md`]: 'deep',
      'größe/日本語 📘.md': 'names',
      'large.bin': Buffer.alloc(9 * 1024 * 1024 + 1, 'lectern'),
    }
    for (const [name, text] of Object.entries(contents)) await add(name, text)
    const { files } = await walkFolder(folder)
    const archive = path.join(scratch, 'content.tar.gz')
    await packFiles(files, archive, packing)

    const unpacked = path.join(scratch, 'unpacked')
    await mkdir(unpacked)
    await execute('tar', ['xzf', archive, '-C', unpacked])
    const arrived = await walkFolder(path.join(unpacked, 'content'))
    assert.deepEqual(
      arrived.files.map((file) => file.path),
      files.map((file) => file.path),
    )
    for (const [name, text] of Object.entries(contents)) {
      const bytes = await readFile(path.join(unpacked, 'content', name))
      assert.ok(bytes.equals(Buffer.from(text)), name)
    }

    const again = path.join(scratch, 'again.tar.gz')
    await packFiles(files, again, packing)
    assert.ok((await readFile(archive)).equals(await readFile(again)), 'the same archive')
    await rm(folder, { recursive: true })
  })

  it('is nothing at all when one file cannot be read', async () => {
    await add('README.md')
    const { files } = await walkFolder(folder)
    const missing = { path: 'gone.md', place: path.join(folder, 'gone.md') }
    const archive = path.join(scratch, 'partly.tar.gz')
    await assert.rejects(
      packFiles([...files, missing], archive, packing),
      /"gone\.md" could not be read, so nothing was pushed/,
    )
  })

  it('can be given up, and a full disk is said', async () => {
    await add('README.md')
    const { files } = await walkFolder(folder)
    const signal = AbortSignal.abort()
    const archive = path.join(scratch, 'stopped.tar.gz')
    await assert.rejects(packFiles(files, archive, { ...packing, signal }), /abort/i)
    await assert.rejects(packFiles(files, '/dev/full', packing), /ENOSPC/)
  })
})
