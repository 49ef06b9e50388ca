import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { audit } from './audit.ts'
import { type GateName, gateNames } from './gates/list.ts'
import {
  describeMeasurements,
  type Measurement,
  mergeMeasurements,
  parseMeasurements,
  type Size,
  sizesOf,
} from './gates/measurements.ts'
import { runPushLane } from './gates/push-lane.ts'
import { runReleaseLane } from './gates/release-lane.ts'
import { describeEnds, type Ended } from './gates/report.ts'
import { readTicks, stolenShare } from './stolen-time.ts'

const root = path.resolve(import.meta.dirname, '..')
const page = path.join(root, 'docs/measurements.md')
/** Full sizes and planted defects imply a release, with or without `--release`. */
const own = new Set(['--release', '--full', '--self-test'])
const given = process.argv.slice(2)
const isRelease = given.some((word) => own.has(word))
/** Options unknown to this program go to the gates. */
const words = given.filter((word) => word.startsWith('--') && !own.has(word))
const wanted = given.filter((word) => !word.startsWith('--'))
const say = (line: string) => process.stdout.write(`${line}\n`)
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => stopped.abort())
}
const { signal } = stopped
const startedMs = performance.now()
const startedTicks = readTicks()

const unknown = wanted.filter((name) => name !== 'engines' && !isGate(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no gate ${unknown.join(', ')}; docs/gates.md has all.\n`)
  process.exit(1)
}
const audited = isRelease && wanted.length === 0 ? await audit(signal) : undefined
if (audited) say(audited.line)
const ended = isRelease ? await release(sizeAsked()) : await push()
/** A slow gate fails only a release, whose machine is quiet; for a change it may have been busy. */
const failed = ended.filter(({ verdict }) =>
  isRelease ? verdict !== 'holds' : verdict === 'fails',
)
const slow = ended.filter(({ verdict }) => verdict === 'slow')
say(describeEnds(ended))
const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
const stolen = (stolenShare(startedTicks, readTicks()) * 100).toFixed(0)
say(
  `gates for a ${isRelease ? 'release' : 'push'}: ${seconds} s, ${stolen} % of the processor taken away${named('slow', slow)}${named('failed', failed)}`,
)
// The line again, since the beginning of a long log is read by nobody.
if (audited) say(audited.line)
say(`${ended.length - failed.length} passed, ${failed.length} failed`)
const isVulnerable = audited?.verdict === 'vulnerable'
const isGood = failed.length === 0 && ended.length > 0 && !isVulnerable
process.exitCode = isGood && !signal.aborted ? 0 : 1

function isGate(name: string): name is GateName {
  return gateNames.some((gate) => gate === name)
}

async function push(): Promise<Ended[]> {
  const isAll = wanted.length === 0
  const names = isAll ? gateNames : wanted.filter(isGate)
  return runPushLane(names, isAll || wanted.includes('engines'), { words, signal, say })
}

function sizeAsked(): Size {
  if (given.includes('--self-test')) return 'self-test'
  return given.includes('--full') ? 'full' : 'usual'
}

/** The page is written after each gate, so that an early stop loses no measurement. */
async function release(size: Size): Promise<Ended[]> {
  const names =
    wanted.length > 0
      ? wanted.filter(isGate)
      : gateNames.filter((name) => sizesOf(name).includes(size))
  const all: Ended[] = []
  const measured: Measurement[] = []
  await runReleaseLane(names, { root, size, words, signal, say }, (released) => {
    all.push(released.ended)
    measured.push(released.measurement)
    const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
    const rows = mergeMeasurements(parseMeasurements(before), measured)
    writeFileSync(page, describeMeasurements(rows))
  })
  return all
}

function named(what: string, gates: readonly Ended[]): string {
  return gates.length === 0
    ? ''
    : `, ${what}: ${gates.map(({ name }) => name).join(', ')}`
}
