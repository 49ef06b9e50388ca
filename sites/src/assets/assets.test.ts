import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

import type { Assets } from './assets.ts'
import { buildAssets, writeAssets } from './build-assets.ts'
import { readAssets } from './read-assets.ts'

/** The most bytes, compressed with gzip, of the scripts and of the styles of a first load. */
const scriptBytesMax = 15 * 1024
const styleBytesMax = 40 * 1024
/** The most bytes that the form to send an operation adds, with the words of one language. */
const formBytesMax = 25 * 1024

function gzipBytes(assets: Assets, names: readonly string[]): number {
  const bodies = names.map((name) => assets.files.get(name)?.body ?? Buffer.alloc(0))
  return bodies.reduce((total, body) => total + gzipSync(body).length, 0)
}

test('a first load stays light', async (t) => {
  const assets = await buildAssets()
  const scripts = gzipBytes(assets, assets.scripts)
  const styles = gzipBytes(assets, assets.styles)
  t.diagnostic(`scripts ${scripts} bytes gzip, styles ${styles} bytes gzip`)
  assert.ok(scripts > 0 && scripts <= scriptBytesMax, `scripts have ${scripts} bytes`)
  assert.ok(styles > 0 && styles <= styleBytesMax, `styles have ${styles} bytes`)
})

test('the form that sends operations is light, and loaded apart', async (t) => {
  const assets = await buildAssets()
  const names = [...assets.files.keys()]
  const form = names.filter((name) => name.startsWith('try-it-'))
  const words = names.filter((name) => /^[a-z]{2}(?:-br)?-\w{8}\.js$/.test(name))
  assert.equal(form.length, 1)
  assert.equal(words.length, 12)
  assert.ok(!assets.scripts.some((name) => [...form, ...words].includes(name)))
  const most = Math.max(...words.map((name) => gzipBytes(assets, [name])))
  const bytes = gzipBytes(assets, form) + most
  t.diagnostic(`the form ${bytes} bytes gzip, ${most} of them words`)
  assert.ok(bytes > 0 && bytes <= formBytesMax, `the form has ${bytes} bytes`)
})

test('the same sources give the same names, and what is written is read back', async () => {
  const assets = await buildAssets()
  assert.deepEqual([...(await buildAssets()).files.keys()], [...assets.files.keys()])
  const hashed = /^[a-z0-9-]+-[A-Z0-9]{8}\.(?:css|js|woff2|txt)$/
  for (const name of assets.files.keys()) assert.match(name, hashed)
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-assets-'))
  try {
    await writeFile(path.join(folder, 'main-OLDOLDOL.js'), 'left from before')
    await writeAssets(assets, folder)
    const read = await readAssets(folder)
    assert.deepEqual(read.styles, assets.styles)
    assert.deepEqual(read.scripts, assets.scripts)
    assert.deepEqual(hashes(read), hashes(assets))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('says how to build what was never built', async () => {
  await assert.rejects(readAssets('/nowhere/client'), /npm run build -w sites/)
})

test('loads nothing from anywhere else', async () => {
  const { files } = await buildAssets()
  for (const [name, { body }] of files) {
    assert.doesNotMatch(body.toString('utf8'), /url\(["']?(?:https?:)?\/\/|@import/, name)
  }
})

function hashes(assets: Assets): [string, string][] {
  return [...assets.files].map(([name, { body }]) => [
    name,
    createHash('sha256').update(body).digest('hex'),
  ])
}

test('every named font whose licence allows it is there, with its licence', async () => {
  const { fonts, files } = await buildAssets()
  const families = new Set(fonts.map(({ family }) => family))
  assert.equal(families.size, 21)
  for (const { name, range } of fonts) {
    assert.ok(files.has(name), name)
    assert.match(range, /^U\+[\dA-F]/u)
  }
  const licences = [...files].find(([name]) => name.startsWith('font-licences-'))
  const text = licences?.[1].body.toString() ?? ''
  for (const family of families) assert.ok(text.includes(`${family}\n`), family)
})

test('icons are there with their licence, which asks to name who drew them', async () => {
  const { icons, files } = await buildAssets()
  assert.ok(Object.keys(icons.icons).length > 1000)
  const licences = [...files].filter(([name]) => name.startsWith('icon-licence-'))
  const [text = ''] = licences.map(([, { body }]) => body.toString())
  assert.equal(licences.length, 1)
  for (const words of ['Fonticons, Inc.', 'CC BY 4.0', 'Attribution']) {
    assert.ok(text.includes(words), words)
  }
})
