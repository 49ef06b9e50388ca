import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** The error of a command line that cannot be understood; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The error of a command that cannot be done; its message says what to do. Exit code 1. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

interface OptionDefinition {
  readonly description: string
  /** The placeholder for the value in the help; absent for a switch. */
  readonly value?: string
  readonly required?: true
}

type OptionDefinitions = Readonly<Record<string, OptionDefinition>>

type Given<Options extends OptionDefinitions> = {
  readonly [Name in keyof Options]: Options[Name] extends { value: string }
    ? Options[Name] extends { required: true }
      ? string
      : string | undefined
    : boolean
}

interface Definition<Options extends OptionDefinitions> {
  /** A few sentences, one line each. */
  readonly about: readonly string[]
  readonly options: Options
  /** The words of which one must follow the command. */
  readonly choices?: Readonly<Record<string, string>>
  /** The text that must follow the command. */
  readonly argument?: { readonly name: string; readonly description: string }
  /** Returns the exit code; 0 when undefined. Is given the choice or the argument. */
  readonly run: (given: Given<Options>, choice: string) => Promise<number | undefined>
}

export interface Command {
  readonly help: (name: string) => string
  readonly run: (args: readonly string[]) => Promise<number>
}

export function command<const Options extends OptionDefinitions>(
  definition: Definition<Options>,
): Command {
  return {
    help: (name) => helpText(name, definition),
    async run(args) {
      const { values, positionals } = parse(args, definition.options)
      const choice = chosen(positionals, definition)
      for (const [name, { required }] of Object.entries(definition.options)) {
        if (required === true && values[name] === undefined) {
          throw new UsageError(`--${name} is missing`)
        }
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by these very definitions
      return (await definition.run(values as Given<Options>, choice)) ?? 0
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
    const values: Record<string, unknown> = parsed.values
    return { values, positionals: parsed.positionals }
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? firstSentence(error.message) : 'Unreadable',
    )
  }
}

function firstSentence(message: string): string {
  return message.split(/[.\n] ?/, 1).join('')
}

function chosen(
  positionals: readonly string[],
  { choices, argument }: Pick<Definition<OptionDefinitions>, 'choices' | 'argument'>,
): string {
  const [choice, extra] = positionals
  if (argument !== undefined) {
    if (choice === undefined) throw new UsageError(`${argument.name} is missing`)
    if (extra !== undefined) throw new UsageError(`"${extra}" is not expected here`)
    return choice
  }
  if (choices === undefined) {
    if (choice !== undefined) throw new UsageError(`"${choice}" is not expected here`)
    return ''
  }
  const names = Object.keys(choices).join(', ')
  if (choice === undefined) throw new UsageError(`One of ${names} is missing`)
  if (!Object.hasOwn(choices, choice)) {
    throw new UsageError(`"${choice}" is not one of ${names}`)
  }
  if (extra !== undefined) throw new UsageError(`"${extra}" is not expected here`)
  return choice
}

function helpText(
  name: string,
  {
    about,
    options,
    choices = {},
    argument,
  }: Pick<Definition<OptionDefinitions>, 'about' | 'options' | 'choices' | 'argument'>,
): string {
  const words = [name, Object.keys(choices).join(' | '), argument?.name ?? '']
  const usage = words.filter((part) => part !== '')
  for (const [option, { value, required }] of Object.entries(options)) {
    const text = value === undefined ? `--${option}` : `--${option} ${value}`
    usage.push(required === true ? text : `[${text}]`)
  }
  const entries = [
    ...Object.entries(choices),
    ...(argument === undefined ? [] : [[argument.name, argument.description]]),
    ...Object.entries(options).map(([option, { value, description }]) => [
      value === undefined ? `--${option}` : `--${option} ${value}`,
      description,
    ]),
  ]
  return [`Usage: ${usage.join(' ')}`, '', ...about, '', ...table(entries)]
    .join('\n')
    .trimEnd()
}

/** The lines of two columns, the first as wide as its longest entry. */
export function table(entries: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...entries.map(([left = '']) => left.length))
  return entries.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`)
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function wholeNumber(
  option: string,
  text: string,
  min: number,
  max: number,
): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw new UsageError(`--${option} must be a whole number from ${min} to ${max}`)
  }
  return number
}
