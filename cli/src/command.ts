import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import type { Client } from '@lectern/contract/client.ts'

import { UsageError } from './failure.ts'
import { nearest } from './nearest.ts'
import { type Output, table } from './output.ts'

interface OptionDefinition {
  readonly description: string
  /** The placeholder of the value in the help; absent for a switch. */
  readonly value?: string
  readonly required?: true
  readonly choices?: readonly string[]
  /** The environment variable that gives the value where the option does not. */
  readonly variable?: string
}

type OptionDefinitions = Readonly<Record<string, OptionDefinition>>

export type Given<Options extends OptionDefinitions> = {
  readonly [Name in keyof Options]: Options[Name] extends { value: string }
    ? Options[Name] extends { required: true }
      ? string
      : string | undefined
    : boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The tools that a command works with. */
export interface Session {
  /** Refuses where nobody has said who is calling. */
  readonly client: Client
  readonly output: Output
  /** The folder for temporary folders, which commands remove again. */
  readonly scratchFolder: string
  /** Aborted when the user presses Ctrl-C. */
  readonly signal: AbortSignal
  /** The address of the server. */
  readonly server: string
  readonly connectAs: (token: string) => Client
  readonly environment: Environment
  /** Reads standard input; on a terminal, one line that is not shown. */
  readonly readSecret: (prompt: string) => Promise<string>
  /** Opens an address in the browser, where there is one. */
  readonly openAddress: (url: string) => void
}

/** The result of a command, for programs and for people. */
export interface Answer {
  readonly json: unknown
  readonly lines: readonly string[]
}

interface Argument {
  readonly name: string
  readonly description: string
}

interface Explained {
  /** The explanation of the command in its help, line by line. */
  readonly about: readonly string[]
  /** The one word that must follow the command. */
  readonly argument?: Argument
  /** A second word, which may be left out. */
  readonly optional?: Argument
  readonly example: string
}

interface Definition<Options extends OptionDefinitions> extends Explained {
  readonly options: Options
  readonly run: (
    given: Given<Options>,
    session: Session,
    argument: string,
    optional: string | undefined,
  ) => Promise<Answer>
}

interface Prepared {
  readonly url: string | undefined
  readonly run: (session: Session) => Promise<Answer>
}

export interface Command {
  readonly help: (name: string) => string
  /** Reads the arguments; refuses unreadable ones before the command does anything. */
  readonly prepare: (args: readonly string[], environment: Environment) => Prepared
}

const shared = {
  url: {
    description: 'Where the server is (LECTERN_URL, else http://localhost:3000)',
    value: '<url>',
    variable: 'LECTERN_URL',
  },
  json: { description: 'Print one JSON value on stdout and nothing else there' },
  help: { description: 'Explain the command' },
} as const satisfies OptionDefinitions

export function command<const Options extends OptionDefinitions>(
  definition: Definition<Options>,
): Command {
  const options: OptionDefinitions = { ...definition.options, ...shared }
  return {
    help: (name) => helpText(name, definition, options),
    prepare(args, environment) {
      const { values, positionals } = parse(args, options)
      fillFrom(environment, options, values)
      const [argument, optional] = argumentsIn(positionals, definition)
      check(options, values)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed and checked by these very definitions
      const given = values as Given<Options> & Given<typeof shared>
      return {
        url: given.url,
        run: async (session) => definition.run(given, session, argument, optional),
      }
    },
  }
}

function parse(args: readonly string[], options: OptionDefinitions) {
  const config: ParseArgsOptionsConfig = {}
  for (const [name, { value }] of Object.entries(options)) {
    config[name] =
      value === undefined ? { type: 'boolean', default: false } : { type: 'string' }
  }
  try {
    const parsed = parseArgs({ args: [...args], options: config, allowPositionals: true })
    const values: Record<string, unknown> = { ...parsed.values }
    return { values, positionals: parsed.positionals }
  } catch (error) {
    const message = error instanceof Error ? firstSentence(error.message) : 'Unreadable'
    const unknown = /^Unknown option '--([^']+)'/.exec(message)?.[1]
    const [meant] = unknown === undefined ? [] : nearest(unknown, Object.keys(options))
    throw new UsageError(
      meant === undefined ? message : `${message}. Did you mean --${meant}?`,
    )
  }
}

function firstSentence(message: string): string {
  return message.split(/[.\n] ?/, 1).join('')
}

function fillFrom(
  environment: Environment,
  options: OptionDefinitions,
  values: Record<string, unknown>,
): void {
  for (const [name, { variable }] of Object.entries(options)) {
    if (variable !== undefined) values[name] ??= environment[variable]
  }
}

function argumentsIn(
  positionals: readonly string[],
  { argument, optional }: Explained,
): readonly [string, string | undefined] {
  const expected = [argument, optional].filter((each) => each !== undefined).length
  const extra = positionals[expected]
  if (extra !== undefined) throw new UsageError(`"${extra}" is not expected here`)
  const [first = '', second] = positionals
  if (argument !== undefined && first === '') {
    throw new UsageError(`The ${argument.name} is missing`)
  }
  return [first, second === '' ? undefined : second]
}

function check(
  options: OptionDefinitions,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, { required, choices, variable }] of Object.entries(options)) {
    const value = values[name]
    if (required === true && (value === undefined || value === '')) {
      const other = variable === undefined ? '' : `, and ${variable} is not set either`
      throw new UsageError(`--${name} is missing${other}`)
    }
    if (typeof value === 'string' && choices?.includes(value) === false) {
      throw new UsageError(`--${name} is one of ${orList(choices)}, not "${value}"`)
    }
  }
}

function orList(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(words)
}

function helpText(
  name: string,
  { about, argument, optional, example }: Explained,
  options: OptionDefinitions,
): string {
  const words = [
    ...(argument === undefined ? [] : [[`<${argument.name}>`, argument.description]]),
    ...(optional === undefined ? [] : [[`[${optional.name}]`, optional.description]]),
  ]
  const usage = [name, ...words.map(([word]) => word)]
  for (const [option, definition] of Object.entries(options)) {
    const text = spelled(option, definition)
    usage.push(definition.required === true ? text : `[${text}]`)
  }
  const entries = [
    ...words,
    ...Object.entries(options).map(([option, definition]) => [
      spelled(option, definition),
      definition.choices === undefined
        ? definition.description
        : `${definition.description} (${orList(definition.choices)})`,
    ]),
  ]
  return [
    `Usage: ${usage.join(' ')}`,
    '',
    ...about,
    '',
    ...table(entries),
    '',
    'Example:',
    `  ${example}`,
  ].join('\n')
}

function spelled(option: string, { value }: OptionDefinition): string {
  return value === undefined ? `--${option}` : `--${option} ${value}`
}
