import { styleText } from 'node:util'

import { createProgress, type Progress } from './progress.ts'

/** Writes answers to stdout and everything else to stderr. */
export interface Output {
  readonly print: (text: string) => void
  readonly say: (line: string) => void
  readonly progress: Progress
}

/** The part of a stream that the output uses. */
interface Stream {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

interface Streams {
  readonly stdout: Stream
  readonly stderr: Stream
}

export function createOutput(
  { stdout, stderr }: Streams,
  terminal: string | undefined,
): Output {
  // A terminal that does not know its width reports 0.
  const columns =
    stderr.isTTY === true && terminal !== 'dumb' ? () => stderr.columns || 80 : undefined
  const progress = createProgress({
    write: (text) => stderr.write(text),
    now: () => performance.now(),
    columns,
  })
  return {
    print: (text) => stdout.write(`${harmless(text)}\n`),
    say(line) {
      progress.clear()
      stderr.write(`${harmless(line)}\n`)
    },
    progress,
  }
}

export function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout })
}

/** The lines of a table with two columns, the first as wide as its longest entry. */
export function table(entries: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...entries.map(([left = '']) => left.length))
  return entries.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`)
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const steering = /\u001B(?!\[[\d;]*m)|[\0-\x08\v-\x1A\x1C-\x1F\x7F-\x9F]/g

/** Removes control characters, which titles of others may hold; lines, tabs and colours stay. */
function harmless(text: string): string {
  return text.replaceAll(steering, '')
}
