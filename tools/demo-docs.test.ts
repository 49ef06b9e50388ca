import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { docsFolder, writeDocs } from './demo-docs.ts'

describe('the documentation', () => {
  it('has every page in its table of contents, once', async () => {
    assert.deepEqual(await listedIn(docsFolder), await pagesIn(docsFolder))
  })
})

describe('the documentation as the demo shows it', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lectern-docs-'))
    await writeDocs(folder)
  })
  after(async () => rm(folder, { recursive: true, force: true }))
  const read = async (name: string) => readFile(path.join(folder, name), 'utf8')

  it('has every page in its table of contents, once', async () => {
    const pages = await pagesIn(folder)
    assert.deepEqual(await listedIn(folder), pages)
    assert.ok(pages.length > (await pagesIn(docsFolder)).length)
  })

  it('leads to what is in it, or out of the repository', async () => {
    const files = new Set(await readdir(folder, { recursive: true }))
    const nowhere: string[] = []
    let followed = 0
    for (const page of await pagesIn(folder)) {
      const text = (await read(page)).replaceAll(/^(`{3,}).*?^\1/gms, '')
      for (const [, target = ''] of text.matchAll(/\]\(([^()\s]+)\)/g)) {
        if (/^(?:[a-z]+:|[#/])/.test(target)) continue
        followed += 1
        const [file = ''] = target.split('#', 1)
        const leads = path.join(path.dirname(page), file)
        if (!files.has(leads)) nowhere.push(`${page}: ${target}`)
      }
    }
    assert.deepEqual(nowhere, [])
    assert.ok(followed > 50)
  })

  it('has the files beside it as pages that lead back', async () => {
    assert.match(await read('upgrade.md'), /\]\(repository\/CHANGELOG\.md\)/)
    assert.match(await read('repository/CHANGELOG.md'), /\]\(\.\.\/upgrade\.md\)/)
    assert.match(await read('repository/deploy/settings.md'), /^# Settings\n/)
    assert.match(await read('configure.md'), /\]\(repository\/deploy\/settings\.md\)/)
    const caddyfile = await read('repository/deploy/Caddyfile.md')
    assert.match(caddyfile, /^# deploy\/Caddyfile\n\n````\n# TLS in front/)
    assert.ok(caddyfile.includes('{$LECTERN_API_HOST} {'))
  })

  it('is otherwise as it was written', async () => {
    const name = 'decisions/0015-sealed-secrets.md'
    assert.equal(await read(name), await readFile(path.join(docsFolder, name), 'utf8'))
    const pictures = await readdir(path.join(folder, 'pictures'))
    assert.deepEqual(pictures, await readdir(path.join(docsFolder, 'pictures')))
  })
})

async function pagesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => file.endsWith('.md') && file !== 'SUMMARY.md').toSorted()
}

async function listedIn(folder: string): Promise<string[]> {
  const summary = await readFile(path.join(folder, 'SUMMARY.md'), 'utf8')
  return [...summary.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file).toSorted()
}
