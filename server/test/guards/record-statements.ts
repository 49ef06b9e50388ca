import { appendFileSync } from 'node:fs'
import path from 'node:path'

import { recordStatement } from '../recorded-statements.ts'

/**
 * `npm test` loads this into every process of the run, so that nothing the product sends to the
 * database goes unjudged, however a test starts it; the product itself knows nothing of it.
 */
const program = process.argv[1]?.replaceAll('\\', '/') ?? ''
const isProduct =
  /(?:^|\/)(?:server\/src\/start\/[^/]+\.ts|lectern-server|tools\/(?:dev|sandbox)\.ts)$/.test(
    program,
  )
const written = new Set<string>()
const isTests = /(?:^|\/)tools\/testing\/worker\.ts$/.test(program)

if (isProduct || isTests) {
  const { Client } = await import('pg')
  // oxlint-disable-next-line typescript/unbound-method -- applied to the client it was called on
  Client.prototype.query = new Proxy(Client.prototype.query, {
    apply(query, client, given: unknown[]): unknown {
      note(given[0])
      return Reflect.apply(query, client, given)
    },
  })
}

/** In a test, plain text is the test's own question; the product's statements come as objects. */
function note(query: unknown): void {
  if (typeof query === 'string') {
    if (isProduct) recordStatement(query)
    else writeOnce('questions', query)
    return
  }
  if (typeof query !== 'object' || query === null || !('text' in query)) return
  if (typeof query.text !== 'string') return
  const name = 'name' in query ? String(query.name) : ''
  if (name.startsWith('test.')) write('excused', query.text)
  else {
    recordStatement(query.text)
    if (name !== '') writeOnce('names', query.text, [name, query.text])
  }
}

function writeOnce(
  kind: 'names' | 'questions',
  text: string,
  what: unknown = text,
): void {
  const key = `${kind} ${text}`
  if (!written.has(key)) write(kind, what)
  written.add(key)
}

/**
 * Besides what was sent: `names` are how the product calls its statements; `excused` are statements
 * that a test declares, by a label that begins with `test.`, and that are not the product's;
 * `questions` are what tests ask by themselves.
 */
function write(kind: 'names' | 'excused' | 'questions', what: unknown): void {
  const folder = process.env['LECTERN_RECORD_STATEMENTS']
  if (folder === undefined) return
  appendFileSync(path.join(folder, `${process.pid}.${kind}`), `${JSON.stringify(what)}\n`)
}
