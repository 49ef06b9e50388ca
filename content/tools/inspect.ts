import { readFileSync } from 'node:fs'
import { parseArgs, styleText } from 'node:util'

import { inspectPage, type Inspection } from './inspect/inspection.ts'
import { printInspection } from './inspect/print.ts'

const usage = `Usage: node content/tools/inspect.ts [--json] <file.md>

Shows what a page says: its front matter, its blocks with their place in the file, its links and
headings, what is kept because it is not understood, and what a round trip through JSON would change.
`

class Refusal extends Error {}

try {
  main()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(error.message)
  process.exitCode = 2
}

function main(): void {
  const { positionals, values } = parse()
  const [file, ...rest] = positionals
  if (values.help || file === undefined || rest.length > 0) throw new Refusal(usage)
  const inspection = inspectPage(readText(file))
  process.stdout.write(
    values.json ? `${JSON.stringify(inspection, null, 2)}\n` : paint(file, inspection),
  )
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : ''}\n\n${usage}`)
  }
}

function paint(file: string, inspection: Inspection): string {
  // Colours are for people: `styleText` looks at the stream and at NO_COLOR.
  return printInspection(file, inspection, (style, text) =>
    styleText(style, text, { stream: process.stdout }),
  )
}

function readText(file: string): string {
  const bytes = readBytes(file)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const again = Buffer.from(text)
  if (again.equals(bytes)) return text
  const at = bytes.findIndex((byte, index) => byte !== again[index])
  const line = bytes.subarray(0, at).toString('latin1').split('\n').length
  throw new Refusal(`${file} is not UTF-8: byte ${at}, in line ${line}\n`)
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new Refusal(`There is no file ${file}\n`)
    if (code === 'EISDIR') {
      throw new Refusal(`${file} is a folder; name one of its pages\n`)
    }
    if (code === 'EACCES') throw new Refusal(`${file} may not be read\n`)
    throw error
  }
}
