/** The options of `node --test` that a run of the suite passes on, and whether they take a value. */
const known: ReadonlyMap<string, 'value' | 'flag'> = new Map([
  ['--test-name-pattern', 'value'],
  ['--test-concurrency', 'value'],
  ['--test-reporter', 'value'],
  ['--test-update-snapshots', 'flag'],
  ['--test-only', 'flag'],
])

interface TestWords {
  /** For node's test runner. */
  readonly options: readonly string[]
  /** Files and folders. */
  readonly chosen: readonly string[]
  /** Set where a word would otherwise run everything, or nothing. */
  readonly refusal: string | undefined
}

export function readTestWords(words: readonly string[]): TestWords {
  const options = words.filter((word) => word.startsWith('-'))
  const chosen = words.filter((word) => !word.startsWith('-'))
  const refusal = options.map(refusalOf).find((one) => one !== undefined)
  return { options, chosen, refusal }
}

function refusalOf(option: string): string | undefined {
  const [name = ''] = option.split('=', 1)
  const kind = known.get(name)
  if (kind === undefined) {
    return `"${name}" is no option of this command. There are ${[...known.keys()].join(', ')}; everything else is a file or a folder.`
  }
  return kind === 'value' && option === name
    ? `"${name}" needs a value, in one word: ${name}=…`
    : undefined
}
