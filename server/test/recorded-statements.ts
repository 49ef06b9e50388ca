import { appendFileSync } from 'node:fs'
import path from 'node:path'

const folder = process.env['LECTERN_RECORD_STATEMENTS']
const seen = new Set<string>()

/** Keeps each distinct statement that the suite sends, for the test that judges them all at its end. */
export function recordStatement(text: string): void {
  if (folder === undefined || seen.has(text)) return
  seen.add(text)
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`)
}
