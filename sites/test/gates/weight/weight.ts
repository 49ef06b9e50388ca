import { gzipSync } from 'node:zlib'

import type { Browser } from 'playwright-core'

import type { Assets } from '#/assets/assets.ts'

import { freePort } from '../../../../tools/free-port.ts'
import { runGate } from '../../../../tools/gate.ts'
import { launchBrowser } from '../../../../server/test/test-browser.ts'
import { type DemoWorld, startDemoWorld } from '../../demo-world.ts'
import { measure, type Scores } from './weight-lighthouse.ts'
import { inspect } from './weight-kinds.ts'

/**
 * What a reader of the demo has to load, whom that asks, and what Lighthouse and axe say of it.
 * Times on a busy machine are noise: the best of three counts.
 */
type Break = 'a third-party font' | 'an unlabelled button' | 'a heavy script'

const kib = 1024
const scriptBytesMax = 60 * kib
const styleBytesMax = 40 * kib
/** What the form to send an operation adds once it is opened. */
const formBytesMax = 25 * kib
const pageBytesMax = 60 * kib
const pageMarkdownMax = 4 * kib
const scoreMin = 95
const measured = ['', 'every-block/']

await runGate<Break>({
  name: 'weight',
  seconds: 60,
  breaks: ['a third-party font', 'an unlabelled button', 'a heavy script'],
  async run({ lane, say, broken }) {
    const demo = await startDemoWorld((assets) => planted(assets, broken))
    const port = await freePort()
    let browser: Browser | undefined
    try {
      const weights = await weigh(demo)
      say(`  first load: ${weights.figure}`)
      browser = await launchBrowser(`--remote-debugging-port=${port}`)
      const seen = await inspect(browser, demo, say)
      const scores: Scores[] = []
      if (broken === undefined && lane === 'release') {
        for (const path of measured) {
          const score = await measure(demo.demo + path, { port, scoreMin })
          say(`  Lighthouse /${path}: ${score.figure}`)
          scores.push(score)
        }
      }
      return {
        figure: `${weights.figure}; ${seen.kinds} kinds of pages with ${seen.violations.length} violations and ${seen.elsewhere.length} requests elsewhere${described(scores)}`,
        problems: [
          ...weights.problems,
          ...seen.violations,
          ...seen.missing,
          ...seen.elsewhere,
          ...scores.flatMap(({ problems }) => problems),
        ],
        slow: scores.flatMap(({ slow }) => slow),
      }
    } finally {
      await browser?.close()
      await demo.stop()
    }
  },
})

function described(scores: readonly Scores[]): string {
  if (scores.length === 0) return ''
  const lowest = (kind: 'performance' | 'accessibility') =>
    Math.min(...scores.map((score) => score[kind]))
  return `; Lighthouse performance ${lowest('performance')}, accessibility ${lowest('accessibility')}`
}

async function weigh({ world, demo }: DemoWorld) {
  const { host, pathname } = new URL(demo)
  const read = async (path: string) => {
    const reply = await world.read(path, { host })
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
    return reply
  }
  const bytesOf = async (paths: readonly string[]) => {
    let total = 0
    for (const path of paths) total += gzipSync((await read(path)).bytes).length
    return total
  }
  const { body } = await read(pathname)
  const named = (pattern: RegExp) =>
    [...body.matchAll(pattern)].map(([, path = '']) => path)
  const scripts = await bytesOf(named(/<script[^>]* src="([^"]+)"/g))
  const form = await bytesOf(await formLoads(read, `${pathname}~assets/`, body))
  const styles = await bytesOf(named(/<link rel="stylesheet" href="([^"]+)"/g))
  const map = await read(`${pathname}sitemap-pages.xml`)
  let pages = 0
  let heaviest = 0
  for (const [, address = ''] of map.body.matchAll(/<loc>([^<]+)/g)) {
    const { pathname: path } = new URL(address)
    if (path === pathname) continue
    const markdown = await read(`${path}.md`)
    if (markdown.bytes.length > pageMarkdownMax) continue
    pages += 1
    heaviest = Math.max(heaviest, await bytesOf([path]))
  }
  const problems = tooHeavy({ scripts, form, styles, heaviest })
  if (scripts === 0 || form === 0 || styles === 0 || pages < 10) {
    problems.push('nothing was weighed')
  }
  const figure = `scripts ${kb(scripts)}, ${kb(form)} more to try an operation, styles ${kb(styles)}, the heaviest of ${pages} pages up to 4 KB of Markdown ${kb(heaviest)}, all gzip`
  return { figure, problems }
}

interface Weights {
  readonly scripts: number
  readonly form: number
  readonly styles: number
  readonly heaviest: number
}

function tooHeavy({ scripts, form, styles, heaviest }: Weights): string[] {
  const weighed = [
    ['scripts have', scripts, scriptBytesMax],
    ['the form has', form, formBytesMax],
    ['styles have', styles, styleBytesMax],
    ['a page has', heaviest, pageBytesMax],
  ] as const
  return weighed.flatMap(([what, bytes, most]) =>
    bytes > most ? [`${what} ${kb(bytes)} gzip`] : [],
  )
}

type Read = (path: string) => Promise<{ readonly body: string }>

/** The scripts that are loaded once a reader wants to send an operation, in the page's language. */
async function formLoads(
  read: Read,
  folder: string,
  page: string,
): Promise<readonly string[]> {
  const main = /<script[^>]* src="([^"]+)"/.exec(page)?.[1] ?? ''
  const form = /"\.\/(try-it-\w+\.js)"/.exec((await read(main)).body)?.[1]
  if (form === undefined) return []
  const words = /"\.\/(en-\w+\.js)"/.exec((await read(folder + form)).body)?.[1]
  return words === undefined ? [] : [folder + form, folder + words]
}

function kb(bytes: number): string {
  return `${(bytes / kib).toFixed(1)} KB`
}

/** Each defect in what every page loads. */
function planted(assets: Assets, broken: Break | undefined): Assets {
  const added: Record<Break, readonly [names: readonly string[], text: string]> = {
    'a third-party font': [
      assets.styles,
      '@font-face{font-family:F;src:url(https://fonts.example/f.woff2)}body{font-family:F}',
    ],
    'an unlabelled button': [
      assets.scripts,
      ";document.querySelector('main')?.append(document.createElement('button'));",
    ],
    'a heavy script': [
      assets.scripts,
      `//${Array.from({ length: 120_000 }, () => Math.random().toString(36).charAt(2)).join('')}`,
    ],
  }
  if (broken === undefined) return assets
  const [[name = ''], text] = added[broken]
  const files = new Map(assets.files)
  const file = files.get(name)
  if (file === undefined) throw new Error('There is nothing to plant the defect in')
  files.set(name, { ...file, body: Buffer.concat([file.body, Buffer.from(text)]) })
  return { ...assets, files }
}
