import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'

import { check } from 'recheck'

import { runGate } from '../../../../tools/gate.ts'
import { isTest, readSources, root, type SourceFile } from '../../guards/source-files.ts'
import { type Expression, expressionsOf, patternsOf } from './redos-expressions.ts'

const planted = {
  'a quadratic expression': String.raw`export const planted = /\s+$/`,
  'an exponential expression': String.raw`export const planted = /^(a+)+$/`,
  'an expression made at run time': 'export const planted = (x: string) => new RegExp(x)',
}

/** Enough for any expression on a machine that does much else. */
const decideMsMax = 120_000
/** What attacks are made of takes a linear expression a few milliseconds. */
const attackCpuMsMax = 250
const attackMsMax = 30_000

type Break = keyof typeof planted

await runGate<Break>({
  name: 'redos',
  seconds: 60,
  breaks: [
    'a quadratic expression',
    'an exponential expression',
    'an expression made at run time',
  ],
  run: async ({ broken }) => {
    const files = await productSources()
    if (broken) files.push({ path: 'planted.ts', text: planted[broken] })
    const found = files.map(expressionsOf)
    const inSource = found.flatMap(({ expressions }) => expressions)
    const inSchemas = unique(contractPatterns())
    const problems = found
      .flatMap(({ unknown }) => unknown)
      .map((where) => `${where}: put together at run time, so it cannot be proven linear`)
    for (const expression of [...inSource, ...inSchemas]) {
      const problem = await problemOf(expression)
      if (problem !== undefined) problems.push(problem)
    }
    return {
      figure: `${inSource.length} expressions in ${files.length} files and ${inSchemas.length} schema patterns, ${problems.length} not proven linear`,
      problems,
    }
  },
})

async function productSources(): Promise<SourceFile[]> {
  const files = await readSources(
    /^(?:cli|content|contract|server|sites)\/src\/.*\.tsx?$/,
  )
  return files.filter(({ path: file }) => !isTest(file))
}

function contractPatterns(): Expression[] {
  const text = readFileSync(path.join(root, 'contract/openapi.json'), 'utf8')
  return patternsOf(JSON.parse(text), 'openapi.json')
}

function unique(expressions: readonly Expression[]): Expression[] {
  return [
    ...new Map(
      expressions.map((expression) => [expression.pattern, expression]),
    ).values(),
  ]
}

async function problemOf({
  where,
  pattern,
  flags,
}: Expression): Promise<string | undefined> {
  const verdict = await check(pattern, flags.replaceAll(/[dv]/g, ''), {
    timeout: decideMsMax,
  })
  if (verdict.status === 'safe') return undefined
  const isVulnerable = verdict.status === 'vulnerable'
  if (isVulnerable && verdict.checker === 'fuzz') {
    // Such an attack was found by time, which a busy machine makes long for any expression.
    if (!takesLong({ pattern, flags }, verdict.attack.string)) return undefined
  }
  const why = isVulnerable ? verdict.complexity.summary : 'not decided'
  return `${where}: /${pattern}/${flags} is ${why}`
}

/** Whether all matches of an attack take much of the processor, or more than there is time for. */
function takesLong(
  { pattern, flags }: Pick<Expression, 'pattern' | 'flags'>,
  attack: string,
): boolean {
  const everywhere = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)
  const before = process.cpuUsage()
  try {
    runInNewContext(
      'attack.replaceAll(everywhere, "")',
      { attack, everywhere },
      { timeout: attackMsMax },
    )
  } catch {
    return true
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 > attackCpuMsMax
}
