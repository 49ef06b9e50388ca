import { availableParallelism } from 'node:os'

/** Options with the names of `node --test`, and whether they take a value. */
const known: ReadonlyMap<string, 'value' | 'flag'> = new Map([
  ['--test-name-pattern', 'value'],
  ['--test-concurrency', 'value'],
  ['--test-update-snapshots', 'flag'],
  ['--test-only', 'flag'],
  ['--engines', 'flag'],
  ['--cluster', 'flag'],
])

interface TestWords {
  readonly options: {
    readonly namePatterns: readonly string[]
    readonly concurrency: number
    readonly updateSnapshots: boolean
    readonly only: boolean
    /** Whether to run only tests that need an engine besides PostgreSQL. */
    readonly engines: boolean
    /** Whether tests that are about one PostgreSQL may fail. */
    readonly cluster: boolean
  }
  /** The chosen files and folders. */
  readonly chosen: readonly string[]
  /** Set when an argument would otherwise run everything, or nothing. */
  readonly refusal: string | undefined
}

/** One more than the number of cores, because tests also wait; few enough for one PostgreSQL. */
export const concurrencyDefault = Math.min(availableParallelism() + 1, 4)

export function readTestWords(words: readonly string[]): TestWords {
  const given = words.filter((word) => word.startsWith('-'))
  const chosen = words.filter((word) => !word.startsWith('-'))
  const refusal = given.map(refusalOf).find((one) => one !== undefined)
  const options = {
    namePatterns: valuesOf(given, '--test-name-pattern'),
    concurrency: Number(
      valuesOf(given, '--test-concurrency').at(-1) ?? concurrencyDefault,
    ),
    updateSnapshots: given.includes('--test-update-snapshots'),
    only: given.includes('--test-only'),
    engines: given.includes('--engines'),
    cluster: given.includes('--cluster'),
  }
  return { options, chosen, refusal }
}

function valuesOf(given: readonly string[], name: string): string[] {
  const start = `${name}=`
  return given
    .filter((word) => word.startsWith(start))
    .map((word) => word.slice(start.length))
}

function refusalOf(option: string): string | undefined {
  const [name = ''] = option.split('=', 1)
  const kind = known.get(name)
  if (kind === undefined) {
    return `"${name}" is no option of this command. There are ${[...known.keys()].join(', ')}; everything else is a file or a folder.`
  }
  if (kind === 'value' && option === name) {
    return `"${name}" needs a value, in one word: ${name}=…`
  }
  return name === '--test-concurrency' && !/=[1-9]\d?$/.test(option)
    ? `"${option}" is no number of processes from 1 to 99.`
    : undefined
}
