#!/usr/bin/env node
import { allCommands } from './all-commands.ts'
import { Refusal, UsageError } from './failure.ts'
import { nearest } from './nearest.ts'
import { createOutput, table } from './output.ts'
import { version } from './version.ts'

const output = createOutput(process.env['TERM'])

// A reader that went away, such as `head`, is no failure of ours.
process.stdout.on('error', () => process.exit(1))
process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const [first = '', second = ''] = args
  if (first === '--version') {
    output.print(version)
    return 0
  }
  if (['', '--help', '-h', 'help'].includes(first)) {
    output.print(overview())
    return 0
  }
  const name = `${first} ${second}`
  const isHelp = args.includes('--help') || args.includes('-h')
  if (allCommands.has(name)) return runCommand(name, args.slice(2), isHelp)
  const begun = [...allCommands.keys()].filter((known) => known.startsWith(`${first} `))
  if (begun.length > 0 && isHelp) {
    output.print(overview(begun))
    return 0
  }
  return fail(new UsageError(unknownCommand(args, begun)), args, 'lectern --help')
}

async function runCommand(
  name: string,
  args: readonly string[],
  isHelp: boolean,
): Promise<number> {
  try {
    const command = await allCommands.get(name)?.load()
    if (command === undefined) throw new UsageError(`There is no command "${name}"`)
    if (isHelp) {
      output.print(command.help(`lectern ${name}`))
      return 0
    }
    const { url, run } = command.prepare(args, process.env)
    const { connect } = await import('./connection.ts')
    const client = connect(url, process.env)
    const answer = await run({ client, output, signal: untilInterrupted() })
    output.progress.clear()
    output.print(
      args.includes('--json') ? JSON.stringify(answer.json) : answer.lines.join('\n'),
    )
    return 0
  } catch (error) {
    return fail(error, args, `lectern ${name} --help`)
  }
}

/** The first Ctrl-C lets a command end tidily, the second ends it at once. */
function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  return interrupted.signal
}

async function fail(
  error: unknown,
  args: readonly string[],
  help: string,
): Promise<number> {
  const { describeFailure } = await import('./describe-failure.ts')
  const { lines, error: told } = describeFailure(error)
  const isUsage = error instanceof UsageError
  const [first = '', ...rest] = lines
  for (const line of [isUsage ? `${ended(first)} See "${help}".` : first, ...rest]) {
    output.say(line)
  }
  if (args.includes('--json')) output.print(JSON.stringify({ error: told }))
  if (isUsage) return 2
  return error instanceof Refusal ? error.exitCode : 1
}

function ended(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
}

function unknownCommand(args: readonly string[], begun: readonly string[]): string {
  const words = args.filter((word) => !word.startsWith('-')).slice(0, 2)
  const meant = begun.length > 0 ? nearestOf(words, begun) : nearestOf(words)
  const suggestion = (meant.length > 0 ? meant : begun).join('" or "')
  return `There is no command "${words.join(' ')}".${suggestion === '' ? '' : ` Did you mean "${suggestion}"?`}`
}

function nearestOf(
  words: readonly string[],
  among: readonly string[] = [...allCommands.keys()],
): readonly string[] {
  const [best] = nearest(words.join(' '), among)
  if (best !== undefined) return [best]
  // One word of two: "push" for "content push", "spaces" for "space".
  const parts = [...new Set(among.flatMap((name) => name.split(' ')))]
  const [part] = words.flatMap((word) => nearest(word, parts))
  return among.filter((name) => part !== undefined && name.split(' ').includes(part))
}

function overview(names: readonly string[] = [...allCommands.keys()]): string {
  return [
    'Usage: lectern <command> [options]',
    '',
    ...table(names.map((name) => [name, allCommands.get(name)?.summary ?? ''])),
    '',
    'Each command explains itself with --help, and answers programs with --json.',
    'LECTERN_URL says where the server is (else http://localhost:3000), LECTERN_TOKEN who you are.',
  ].join('\n')
}
