import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isTest, readSources } from './source-files.ts'

/**
 * Whoever asks an address that a stranger may have given does it through the egress client, which
 * `gate:ssrf` tries. These ask only what the operator of the server has set.
 */
const ofTheOperator: Readonly<Record<string, string>> = {
  'server/src/features/joining/sign-in/passkey-script.ts':
    'Runs in a browser, which asks our own origin alone.',
  'server/src/features/publishing/pdf/load-for-print.ts':
    'the assets of our own renderer',
  'server/src/start/commands/doctor/api-check.ts': 'PUBLIC_URL, for an operator',
  'server/src/start/commands/doctor/publishing-checks.ts':
    'the renderer, for an operator',
}

const ownClient = 'server/src/platform/egress/'

/** What opens a connection in the text of a file. */
function opens(text: string): readonly string[] {
  const plain = [...text.matchAll(/(?<![.\w])(?<!function )fetch\(/g)].map(() => 'fetch')
  const modules = [
    ...text.matchAll(
      /import\s+(?!type)([^'";]+?)\s+from\s+'((?:node:)?(?:https?|http2|net|tls|dgram)|undici|got|axios|node-fetch)'/g,
    ),
  ].flatMap(([, names = '', name = '']) =>
    // A name alone is the whole of a module, which can do everything.
    /^[\w$]+$|\*/.test(names) ||
    /\b(?:request|get|connect|createConnection|createSocket|Socket|Agent|fetch)\b/.test(
      names,
    )
      ? [name]
      : [],
  )
  return [...plain, ...modules]
}

describe('connections to other servers', () => {
  it('are opened by the egress client, and else only where the operator says', async () => {
    const files = await readSources(/^server\/src\/.*\.ts$/)
    assert.ok(files.length > 500)
    const opening = files
      .filter(({ path, text }) => !isTest(path) && opens(text).length > 0)
      .map(({ path }) => path)
    assert.ok(opening.some((path) => path.startsWith(ownClient)))
    assert.deepEqual(
      opening.filter((path) => !path.startsWith(ownClient)).toSorted(),
      Object.keys(ofTheOperator).toSorted(),
    )
  })

  it('are seen however they are opened', () => {
    for (const text of [
      'const a = await fetch(url)',
      "import http from 'node:http'",
      "import * as https from 'node:https'",
      "import { request } from 'node:https'",
      "import { connect, isIP } from 'node:net'",
      "import {\n  createConnection,\n} from 'net'",
      "import got from 'got'",
    ]) {
      assert.equal(opens(text).length, 1, text)
    }
    for (const text of [
      'await egress.fetch(url)',
      'async function fetch(url: string) {}',
      "import type { IncomingMessage } from 'node:http'",
      "import { createServer } from 'node:http'",
      "import { isIP } from 'node:net'",
    ]) {
      assert.deepEqual(opens(text), [], text)
    }
  })
})
