export interface Ended {
  readonly name: string
  readonly seconds: number
  readonly processorSeconds: number
  /** The time in the list of gates, if it is to be compared. */
  readonly listedSeconds?: number
  readonly verdict: 'holds' | 'slow' | 'fails'
  readonly output: string
}

const linesAgainMax = 40
const lineLengthMax = 1000
/** The bound, in listed times: beyond, the list is wrong or the machine was busy. */
const timesListedMax = 1.5

/**
 * The seconds of each gate, then again the output of slow and failed ones: of a long log often only
 * the tail is stored.
 */
export function describeEnds(all: readonly Ended[]): string {
  const notable = all.filter(({ verdict }) => verdict !== 'holds')
  return [
    ...all.toSorted((a, b) => b.seconds - a.seconds).map(describeEnd),
    ...notable.map(({ name, output }) => `--- ${name}\n${tailOf(output)}`),
  ].join('\n')
}

function describeEnd(ended: Ended): string {
  const { name, seconds, processorSeconds, listedSeconds, verdict } = ended
  const isLong = listedSeconds !== undefined && seconds > listedSeconds * timesListedMax
  const listed = isLong ? ` (listed with ${listedSeconds} s)` : ''
  const times = [seconds, processorSeconds].map((each) => each.toFixed(0).padStart(5))
  return `${times.join(' s, ')} s of the processor  ${name}: ${verdict}${listed}`
}

function tailOf(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-linesAgainMax)
  return lines
    .map((line) =>
      line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)}…` : line,
    )
    .join('\n')
}
