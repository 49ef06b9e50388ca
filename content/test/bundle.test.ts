import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

import { build } from 'esbuild'

const source = path.resolve(import.meta.dirname, '../src')
/** What a browser loads for the whole document model; a page that only reads loads less. */
const kilobytesMax = 200
/** Parts that are no document model, each loaded by itself, with the kilobytes that it may have. */
const apart: Readonly<Record<string, number>> = {
  // Writes pages, so it has the document model with it.
  openapi: 320,
  'openapi-changes': 60,
}
/** Reading a specification needs nothing of the document model. */
const readingApiMax = 20

describe('the document model in a browser', () => {
  it('needs nothing of Node, and is small enough to be loaded', async (test) => {
    const files = await readdir(source, { recursive: true })
    const modules = files.filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const everything = await bundled(modules.filter((file) => !(partOf(file) in apart)))
    const reading = await bundled(['read/read.ts'])
    test.diagnostic(`everything: ${sizes(everything)}; reading alone: ${sizes(reading)}`)
    assert.ok(gzipSync(everything).length < kilobytesMax * 1024, sizes(everything))
    const readingApi = await bundled(['openapi/read-api.ts'])
    test.diagnostic(`reading a specification: ${sizes(readingApi)}`)
    assert.ok(gzipSync(readingApi).length < readingApiMax * 1024, sizes(readingApi))
    for (const [part, most] of Object.entries(apart)) {
      const whole = await bundled(modules.filter((file) => partOf(file) === part))
      test.diagnostic(`${part}: ${sizes(whole)}`)
      assert.ok(gzipSync(whole).length < most * 1024, `${part}: ${sizes(whole)}`)
    }
  })
})

function partOf(file: string): string {
  return file.split(path.sep, 1)[0] ?? ''
}

/** Fails when anything in it is not there in a browser. */
async function bundled(modules: readonly string[]): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: {
      contents: modules
        .map((file, index) => `export * as module${index} from './${file}'`)
        .join('\n'),
      resolveDir: source,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

function sizes(bytes: Uint8Array): string {
  return `${kilobytes(bytes.length)} minified, ${kilobytes(gzipSync(bytes).length)} gzip`
}

function kilobytes(count: number): string {
  return `${(count / 1024).toFixed(0)} KB`
}
