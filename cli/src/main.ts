import { allCommands } from './all-commands.ts'
import type { Environment } from './command.ts'
import { Refusal, UsageError } from './failure.ts'
import { nearest } from './nearest.ts'
import { type Output, table } from './output.ts'
import { version } from './version.ts'

/** The parts of the process that the command line uses. */
export interface Surroundings {
  readonly environment: Environment
  readonly output: Output
  /** The folder for temporary folders, which commands remove again. */
  readonly scratchFolder: string
  /** Starts to listen for Ctrl-C, which aborts the signal. */
  readonly untilInterrupted: () => AbortSignal
  /** Reads standard input; on a terminal, one line that is not shown. */
  readonly readSecret: (prompt: string) => Promise<string>
  readonly openAddress: (url: string) => void
}

/** Runs the command that the arguments name and returns the exit code. */
export async function main(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { output } = surroundings
  const [first = ''] = args
  if (first === '--version') {
    output.print(version)
    return 0
  }
  if (['', '--help', '-h', 'help'].includes(first)) {
    output.print(overview())
    return 0
  }
  for (const words of [1, 2, 3]) {
    const name = args.slice(0, words).join(' ')
    if (allCommands.has(name)) return runCommand(name, args.slice(words), surroundings)
  }
  const begun = [...allCommands.keys()].filter((known) => known.startsWith(`${first} `))
  if (begun.length > 0 && asksForHelp(args)) {
    output.print(overview(begun))
    return 0
  }
  const error = new UsageError(unknownCommand(args, begun))
  return fail(error, { args, output, help: 'lectern --help' })
}

async function runCommand(
  name: string,
  args: readonly string[],
  { untilInterrupted, ...surroundings }: Surroundings,
): Promise<number> {
  const { environment, output } = surroundings
  try {
    const command = await allCommands.get(name)?.load()
    if (command === undefined) throw new UsageError(`There is no command "${name}"`)
    if (asksForHelp(args)) {
      output.print(command.help(`lectern ${name}`))
      return 0
    }
    const { url, run } = command.prepare(args, environment)
    const { connect, connectAs, serverUrl } = await import('./connection.ts')
    const server = serverUrl(url)
    const signal = untilInterrupted()
    const answer = await run({
      ...surroundings,
      get client() {
        return connect(server, environment)
      },
      connectAs: (token) => connectAs(server, token),
      server,
      signal,
    })
    output.progress.clear()
    output.print(
      args.includes('--json') ? JSON.stringify(answer.json) : answer.lines.join('\n'),
    )
    return 0
  } catch (error) {
    return fail(error, { args, output, help: `lectern ${name} --help` })
  }
}

function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}

interface Failed {
  readonly args: readonly string[]
  readonly output: Output
  /** The command line that explains the command. */
  readonly help: string
}

async function fail(error: unknown, { args, output, help }: Failed): Promise<number> {
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
  if (begun.length > 0 && words.length === 1) {
    return `"${words.join(' ')}" alone is no command: "${begun.join('", "')}".`
  }
  return `There is no command "${words.join(' ')}".${suggestion === '' ? '' : ` Did you mean "${suggestion}"?`}`
}

function nearestOf(
  words: readonly string[],
  among: readonly string[] = [...allCommands.keys()],
): readonly string[] {
  const [best] = nearest(words.join(' '), among)
  if (best !== undefined) return [best]
  // The user may have typed one word of two: "push" for "content push", "spaces" for "space".
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
    'LECTERN_URL says where the server is (else http://localhost:3000), LECTERN_TOKEN who you are',
    'where "lectern login" has not stored it.',
  ].join('\n')
}
