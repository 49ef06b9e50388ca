import { fromMarkdown } from 'mdast-util-from-markdown'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

import { read } from '#/read/read.ts'
import { parseMarkdown } from '#/read/syntax/parse.ts'
import { corpusFolder, fixturesFolder, markdownFiles } from '#test/markdown-files.ts'

import { runGate } from '../../../../tools/gate.ts'

const ratioMax = 1.5
/** Times this many the goal is a defect, however busy the machine is. */
const defectAt = 2
const secondsForChange = 5
/** So that the first rounds, in which the engine still compiles, do not count. */
const warmUpRounds = 1
/** Fixtures are few: they are read several times a round. */
const charactersPerRound = { push: 100_000, release: 500_000 }

await runGate<'a slow reader'>({
  name: 'parse-speed',
  seconds: 30,
  breaks: ['a slow reader'],
  run: async ({ seconds, lane, broken, say }) => {
    const folder = corpusFolder()
    say(`  corpus: ${folder === undefined ? 'none, the fixtures instead' : 'given'}`)
    const texts = markdownFiles(folder ?? fixturesFolder).map(({ text }) => text)
    const characters = texts.reduce((sum, text) => sum + text.length, 0)
    const repeated = Math.max(1, Math.round(charactersPerRound[lane] / characters))
    const pages = Array.from({ length: repeated }, () => texts).flat()

    const remark = unified().use(remarkParse).use(remarkGfm)
    const ours = broken ? (text: string) => [read(text), read(text)] : read
    const contestants = {
      remark: (text: string) => remark.parse(text),
      'remark without extensions': (text: string) => fromMarkdown(text),
      'our syntax tree': parseMarkdown,
      ours,
    }
    const spent = lane === 'push' ? secondsForChange : seconds
    const took = await race(contestants, pages, spent)
    const per = (name: string) => median(took.get(name) ?? [])
    const remarks = took.get('remark') ?? []
    const ratios = (took.get('ours') ?? []).map(
      (ms, round) => ms / (remarks[round] ?? ms),
    )
    const ratio = median(ratios)
    const megabytes = (characters * repeated) / 1e6
    for (const name of [
      'remark',
      'remark without extensions',
      'our syntax tree',
      'ours',
    ] as const) {
      say(`  ${(per(name) / megabytes).toFixed(0).padStart(5)} ms per MB  ${name}`)
    }
    const tree = per('our syntax tree') / per('ours')
    return {
      figure: `${texts.length} files, ${(characters / 1e6).toFixed(2)} M characters, ${ratios.length} rounds: ${ratio.toFixed(2)} × remark-parse + remark-gfm (at most ${ratioMax}); ${(tree * 100).toFixed(0)} % of it in the syntax tree, the rest in documents with positions`,
      problems:
        ratio > ratioMax * defectAt
          ? [`${ratio.toFixed(2)} × is far more than ${ratioMax} ×`]
          : [],
      // A few seconds of it waver.
      slow:
        lane === 'release' && ratio > ratioMax
          ? [`${ratio.toFixed(2)} × is more than ${ratioMax} ×`]
          : [],
    }
  },
})

/** The processor time each takes over all pages, side by side, round by round, for as long as there is time. */
async function race(
  contestants: Readonly<Record<string, (text: string) => unknown>>,
  pages: readonly string[],
  seconds: number,
): Promise<Map<string, number[]>> {
  const names = Object.keys(contestants)
  const took = new Map(names.map((name) => [name, new Array<number>()]))
  const until = performance.now() + seconds * 1000
  for (let round = 0; round <= warmUpRounds || performance.now() < until; round += 1) {
    const spent = new Map(names.map((name) => [name, 0]))
    // Page by page, so that whatever disturbs the machine disturbs all of them alike.
    for (const [index, page] of pages.entries()) {
      for (let turn = 0; turn < names.length; turn += 1) {
        const name = names[(turn + index) % names.length]
        if (name === undefined) continue
        const before = process.threadCpuUsage()
        contestants[name]?.(page)
        const { user, system } = process.threadCpuUsage(before)
        spent.set(name, (spent.get(name) ?? 0) + (user + system) / 1000)
      }
    }
    if (round >= warmUpRounds) for (const [name, ms] of spent) took.get(name)?.push(ms)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return took
}

function median(values: readonly number[]): number {
  return (
    values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN
  )
}
