import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { readSources, root, type SourceFile } from '../server/test/guards/source-files.ts'
import { tokensOf } from './source-tokens.ts'

export const linesMax = 400

/** Files with an intended `any`: an answer that a test reads once the contract has checked it. */
const anyAllowed: Readonly<Record<string, number>> = { 'server/test/test-api.ts': 1 }
const generated = new Set(['server/src/platform/database/tables.ts'])

/** Matches the word `any` as a type, not as a name. */
const anyType =
  /(?:[:<|&=]|=>|\b(?:as|extends|is|satisfies|readonly)\b|<[^<>(){};]*,)\s*any(?![\w$(:])/g

/** Licences that may be shipped with a program under Apache-2.0 without further conditions. */
const licences =
  /^(?:MIT|MIT-0|Apache-2\.0|BSD-\d-Clause|ISC|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Unlicense)$/

export interface FileNumbers {
  readonly path: string
  readonly lines: number
  /** Lines without blanks and comments, as the linter counts. */
  readonly codeLines: number
  readonly anys: number
  readonly nonNulls: number
  /** Comments that switch a check off. */
  readonly disables: readonly string[]
}

export function numbersOf({ path: file, text }: SourceFile): FileNumbers {
  const tokens = tokensOf(text)
  const code = tokens
    .filter(({ kind }) => kind === 'code')
    .map(({ value }) => value)
    .join(' ')
  const unremarked = tokens
    .filter(({ kind }) => kind !== 'comment')
    .map(({ value }) => value)
    .join('')
  return {
    path: file,
    lines: text.split('\n').length - 1,
    codeLines: unremarked.split('\n').filter((line) => line.trim() !== '').length,
    anys: [...code.matchAll(anyType)].length,
    nonNulls: [...code.matchAll(/[\w$)\]]!(?!=)/g)].length,
    disables: tokens
      .filter(({ kind }) => kind === 'comment')
      .flatMap(
        ({ value }) =>
          /(?:(?:ox|es)lint-disable|@ts-(?:ignore|expect|nocheck)).*/.exec(value)?.[0] ??
          [],
      ),
  }
}

export function numbersProblems(files: readonly FileNumbers[]): string[] {
  return files.flatMap(({ path: file, codeLines, anys, nonNulls, disables }) => [
    ...(codeLines > linesMax && !generated.has(file)
      ? [`${file} has ${codeLines} lines of code, and ${linesMax} are the most`]
      : []),
    ...(anys > (anyAllowed[file] ?? 0) ? [`${file} says any ${anys} times`] : []),
    ...(nonNulls > 0
      ? [`${file} asserts ${nonNulls} times that a value is there (!)`]
      : []),
    ...disables
      .filter(
        (comment) => !/^oxlint-disable-next-line [\w/,\s-]+ -- \S.{7,}/.test(comment),
      )
      .map(
        (comment) =>
          `${file} switches a check off without a reason, or for more than a line: ${comment}`,
      ),
  ])
}

export interface Lockfile {
  readonly packages: Readonly<
    Record<string, { dev?: boolean; link?: boolean; license?: string; version?: string }>
  >
}

/** The shipped packages, by licence. */
export function shippedPackages({ packages }: Lockfile): Map<string, string[]> {
  const shipped = Object.entries(packages).filter(
    ([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link,
  )
  return Map.groupBy(
    shipped.map(([place]) => place),
    (place) => packages[place]?.license ?? 'none',
  )
}

export function licenceProblems(lockfile: Lockfile): string[] {
  return [...shippedPackages(lockfile)]
    .filter(([licence]) => !isAllowed(licence))
    .flatMap(([licence, places]) =>
      places.map((place) => `${nameOf(place)} is shipped under the licence ${licence}`),
    )
}

/** One of alternative licences must be allowed, and all of combined ones. */
function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed)
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed)
  return licences.test(bare)
}

function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

export async function readLockfile(): Promise<Lockfile> {
  const text = await readFile(path.join(root, 'package-lock.json'), 'utf8')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm wrote it in this shape
  return JSON.parse(text) as Lockfile
}

function describeSizes(name: string, files: readonly FileNumbers[]): string {
  const sizes = files.map(({ lines }) => lines).toSorted((a, b) => a - b)
  const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)] ?? 0
  const largest = files.find(({ lines }) => lines === sizes.at(-1))
  return `${name}: ${files.length} files, ${sizes.reduce((sum, size) => sum + size, 0)} lines; median ${at(0.5)}, ninetieth percentile ${at(0.9)}, largest ${at(1)} (${largest?.path ?? 'none'})`
}

async function main(): Promise<void> {
  const files = (await readSources(/\.tsx?$/)).map(numbersOf)
  const lockfile = await readLockfile()
  const tests = files.filter(({ path: file }) => /\.test\.ts$|\/test\//.test(file))
  const product = files.filter((file) => !tests.includes(file))
  const sum = (pick: (file: FileNumbers) => number) =>
    files.reduce((total, file) => total + pick(file), 0)
  const shipped = [...shippedPackages(lockfile)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const problems = [...numbersProblems(files), ...licenceProblems(lockfile)]
  process.stdout.write(
    [
      describeSizes('Product and tools', product),
      describeSizes('Tests', tests),
      `any: ${sum(({ anys }) => anys)}, non-null !: ${sum(({ nonNulls }) => nonNulls)}, checks switched off for a line: ${sum(({ disables }) => disables.length)}`,
      `Packages shipped: ${shipped.map(([licence, places]) => `${places.length} ${licence}`).join(', ')}`,
      ...problems,
      problems.length === 0
        ? 'All within the house rules.'
        : `${problems.length} problems.`,
      '',
    ].join('\n'),
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (import.meta.main) await main()
