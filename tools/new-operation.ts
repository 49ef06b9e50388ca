import { execFile } from 'node:child_process'
import { access, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { handlerSource, operationsSource, testSource } from './operation-sources.ts'

const execute = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const features = path.join(root, 'server/src/features')
const floorPlan = path.join(root, 'server/src/floor-plan.json')
const allOperations = path.join(root, 'server/src/start/all-operations.ts')

const usage = `Usage: npm run new-operation -- <operationId> [--feature <folder>] [--wing <wing>] [--file <behaviour>]

Makes the first lines of an operation that the contract has and the server has not.
The folder is that of the operation's tag, and the file is named after its id, unless told otherwise.
A feature that is new needs the wing of the house that it moves into.
`

class Refusal extends Error {}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      feature: { type: 'string' },
      wing: { type: 'string' },
      file: { type: 'string' },
    },
  })
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0) throw new Refusal(usage)
  const definition = Object.entries<OperationDefinition>(operations).find(
    ([known]) => known === id,
  )?.[1]
  if (definition === undefined) {
    throw new Refusal(
      `The contract has no operation ${id}. Write it there first, in contract/src.\n`,
    )
  }
  const served = await servedIn(id)
  if (served !== undefined) throw new Refusal(`${id} is already served, in ${served}.\n`)

  const feature = values.feature ?? definition.tag
  const behaviour = values.file ?? behaviourOf(id)
  const wing = await wingOf(feature, values.wing)
  const folder = path.join(features, wing, feature)
  const handler = path.join(folder, `${behaviour}.ts`)
  const test = path.join(folder, `${behaviour}.test.ts`)
  for (const file of [handler, test]) {
    if (await exists(file)) throw new Refusal(`${relative(file)} exists already.\n`)
  }
  await mkdir(folder, { recursive: true })
  await writeFile(handler, handlerSource(id, definition))
  await writeFile(test, testSource(id, definition))
  const registered = await register(id, { wing, feature, behaviour })
  await execute(path.join(root, 'node_modules/.bin/oxfmt'), [
    handler,
    test,
    ...registered,
  ])
  process.stdout.write(nextSteps(id, [handler, test, ...registered].map(relative)))
}

interface Place {
  readonly wing: string
  readonly feature: string
  readonly behaviour: string
}

interface FloorPlan {
  readonly features: Readonly<Record<string, string[]>>
}

async function readPlan(): Promise<FloorPlan> {
  return JSON.parse(await readFile(floorPlan, 'utf8'))
}

/** The wing of a feature, or the given wing for a new one, which goes above all others in it. */
async function wingOf(feature: string, wanted: string | undefined): Promise<string> {
  const { features: wings } = await readPlan()
  const [home] = Object.entries(wings).find(([, known]) => known.includes(feature)) ?? []
  if (home !== undefined) {
    if (wanted === undefined || wanted === home) return home
    throw new Refusal(`The feature ${feature} stands in the wing ${home}.\n`)
  }
  if (wanted !== undefined && wanted in wings) return wanted
  throw new Refusal(
    `There is no feature ${feature} yet. Name one that there is with --feature, or the wing of the ` +
      `new one with --wing: ${Object.keys(wings).join(', ')}.\n`,
  )
}

/** Adds the operation to its feature, and a new feature to the server; returns changed files. */
async function register(
  id: string,
  { wing, feature, behaviour }: Place,
): Promise<string[]> {
  const table = path.join(features, wing, feature, 'operations.ts')
  if (await exists(table)) {
    await rewrite(table, (text) =>
      inserted(text, `import { ${id} } from './${behaviour}.ts'`, id),
    )
    return [table]
  }
  const name = `${camelCase(feature.replace(/s$/, ''))}Operations`
  await writeFile(table, operationsSource(name, id, behaviour))
  await rewrite(allOperations, (text) =>
    inserted(
      text,
      `import { ${name} } from '#/features/${wing}/${feature}/operations.ts'`,
      `...${name}`,
    ),
  )
  const plan = await readPlan()
  plan.features[wing]?.push(feature)
  await writeFile(floorPlan, JSON.stringify(plan))
  return [table, allOperations, floorPlan]
}

/** The text with another import after the others, and another entry in the list that it exports. */
function inserted(text: string, statement: string, entry: string): string {
  const list = /(export const \w+[^=]*= \[)([\s\S]*?),?\s*(\]\n)/
  if (!list.test(text)) throw new Refusal(`There is no exported list for ${entry}.\n`)
  const listed = text.replace(list, (_, head: string, entries: string, tail: string) => {
    const before = entries.trim() === '' ? '' : `${entries.trimEnd()},`
    return `${head}${before}\n  ${entry},\n${tail}`
  })
  const imports = [...listed.matchAll(/^import [^']*'[^']+'\n/gm)]
  const last = imports.at(-1)
  const at = last === undefined ? 0 : last.index + last[0].length
  return `${listed.slice(0, at)}${statement}\n${listed.slice(at)}`
}

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')))
}

async function servedIn(id: string): Promise<string | undefined> {
  const binds = new RegExp(`\\boperation\\(\\s*'${id}'`)
  for await (const name of glob('**/*.ts', { cwd: features })) {
    const file = path.join(features, name)
    if (binds.test(await readFile(file, 'utf8'))) return relative(file)
  }
  return undefined
}

/** `getTeamInOrganizationById` becomes `get-team`. */
function behaviourOf(id: string): string {
  return id
    .replace(/(?:In|For|From)?(?:Organization|AuthenticatedUser)?(?:ById)?$/, '')
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3-$2$4')
    .toLowerCase()
}

function camelCase(kebab: string): string {
  return kebab.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

function relative(file: string): string {
  return path.relative(root, file)
}

function nextSteps(id: string, files: readonly string[]): string {
  return `${files.map((file) => `  ${file}`).join('\n')}

Next, for ${id}:
  1. Write its tests: what it guarantees, each refusal, the outsider, the anonymous caller.
  2. Write its handler: resolve, authorize, change in one transaction, enqueue, view.
     SQL goes to <noun>-queries.ts, rights to <noun>-policy.ts, JSON to <noun>-view.ts.
  3. New actions of a policy go to server/test/guards/policy-facts.ts, new names in a path to
     server/test/guards/sample-parameters.ts, new reasons of errors to docs/errors.md.
  4. npm run check
`
}

try {
  await main()
} catch (error) {
  const isUsage =
    error instanceof Refusal || (error instanceof TypeError && 'code' in error)
  if (!isUsage) throw error
  process.stderr.write(
    error.message.endsWith('\n') ? error.message : `${error.message}\n${usage}`,
  )
  process.exitCode = 2
}
