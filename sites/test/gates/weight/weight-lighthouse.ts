import lighthouse from 'lighthouse'

export interface Scores {
  readonly performance: number
  readonly accessibility: number
  readonly figure: string
  readonly problems: readonly string[]
  readonly slow: readonly string[]
}

const runsMax = 3

/** As Lighthouse sees a telephone on a slow network; the best of at most three runs. */
export async function measure(
  url: string,
  { port, scoreMin }: { port: number; scoreMin: number },
): Promise<Scores> {
  let performance = 0
  let accessibility = 0
  let timings = ''
  for (let run = 0; run < runsMax && performance < scoreMin; run += 1) {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: ['performance', 'accessibility'],
    })
    if (result === undefined) throw new Error('Lighthouse said nothing')
    const { categories, audits } = result.lhr
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    accessibility = Math.max(accessibility, score('accessibility'))
    if (score('performance') < performance) continue
    performance = score('performance')
    timings = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ]
      .map((name) => `${name} ${audits[name]?.displayValue ?? '?'}`)
      .join(', ')
  }
  const figure = `performance ${performance}, accessibility ${accessibility} (${timings})`
  const low = [`Lighthouse ${url}: ${figure}; at least ${scoreMin} is the goal`]
  return {
    performance,
    accessibility,
    figure,
    problems: accessibility < scoreMin ? low : [],
    slow: performance < scoreMin ? low : [],
  }
}
