import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, it } from 'node:test'

import { allCommands } from '../cli/src/all-commands.ts'
import { runCommand } from '../server/test/commands/test-command.ts'
import { readSources } from '../server/test/guards/source-files.ts'
import { atOnce } from './at-once.ts'

const root = path.resolve(import.meta.dirname, '..')
const pages = /^(?:README|CONTRIBUTING)\.md$|^(?:docs|deploy)\/[\w-]+\.md$/
const program = 'server/src/start/lectern-server.ts'

/** What each command knows, by the words that it is called with; from what it says of itself. */
type Known = ReadonlyMap<string, string>

/** The commands of a page, each as its words, in blocks for a shell and in sentences. */
function commandsIn(page: string): string[][] {
  const blocks = [...page.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(
    ([, text = '']) => text,
  )
  const prose = page.replaceAll(/^ *```.*?^ *```$/gms, '')
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...blocks, ...spans]
    .flatMap((text) => text.replaceAll(/\\\n/g, ' ').split(/[\n|;&]|\$\(/))
    .map((line) =>
      line
        .replace(/\s#\s.*$/, '')
        .trim()
        .split(/[\s)]+/),
    )
}

/** What follows the name of a program, where it is that program that is run. */
function wordsAfter(
  words: readonly string[],
  name: RegExp,
): readonly string[] | undefined {
  const at = words.findIndex((word) => name.test(word))
  const isFirst = words
    .slice(0, Math.max(at, 0))
    .every((word) => /^(?:exec|node|\w+=.*|--[\w-]+(?:=.*)?)$/.test(word))
  return at !== -1 && isFirst ? words.slice(at + 1) : undefined
}

/** What is wrong with words that follow `lectern` or `lectern-server`. */
function problemsOf(words: readonly string[], known: Known): string[] {
  const [first = ''] = words
  if (!/^[a-z]/.test(first)) return []
  const name = [3, 2, 1]
    .map((count) => words.slice(0, count).join(' '))
    .find((candidate) => known.has(candidate))
  if (name === undefined) {
    const all = words.join(' ')
    const isBegun = [...known.keys()].some((each) => each.startsWith(`${all} `))
    return isBegun ? [] : [`there is no command "${all}"`]
  }
  const help = known.get(name) ?? ''
  return words
    .filter((word) => word.startsWith('--') && word !== '--help')
    .map((word) => /^--[\w-]+/.exec(word)?.[0] ?? word)
    .filter((option) => !new RegExp(`${option}(?![\\w-])`).test(help))
    .map((option) => `"${name}" has no ${option}`)
}

function scriptsOf(folder: string): ReadonlySet<string> {
  const text = readFileSync(path.join(root, folder, 'package.json'), 'utf8')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of ours
  const { scripts = {} } = JSON.parse(text) as { scripts?: Record<string, string> }
  return new Set(Object.keys(scripts))
}

/** What is wrong with words that follow `npm run`. */
function problemsOfScript(words: readonly string[]): string[] {
  const [, workspace = '.'] = /--workspace=(\w+)/.exec(words.join(' ')) ?? []
  const name = words.find((word) => !word.startsWith('-'))
  if (name === undefined || name.includes('<')) return []
  return scriptsOf(workspace).has(name) ? [] : [`there is no script "${name}"`]
}

describe('commands in the documentation', () => {
  const server = new Map<string, string>()
  const cli = new Map<string, string>()
  before(async () => {
    const { stdout } = await runCommand(['--help'], {})
    const names = [...stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm)].map(
      ([, name = '']) => name,
    )
    await atOnce(2, names, async (name) => {
      const { stdout: help } = await runCommand([...name.split(' '), '--help'], {})
      server.set(name, help)
    })
    for (const [name, { load }] of allCommands) cli.set(name, (await load()).help(name))
  })

  function problems(page: string): string[] {
    return commandsIn(page).flatMap((words) => {
      const script = wordsAfter(words, /^npm$/)
      if (script?.[0] === 'run') return problemsOfScript(script.slice(1))
      const ofServer =
        wordsAfter(words, /^lectern-server$/) ??
        wordsAfter(words, new RegExp(`^${program}$`))
      if (ofServer !== undefined) return problemsOf(ofServer, server)
      return problemsOf(wordsAfter(words, /^lectern$/) ?? [], cli)
    })
  }

  it('are known, with their options', async () => {
    assert.ok(server.size > 8 && cli.size > 20)
    const documents = await readSources(pages)
    const wrong = documents.flatMap(({ path: page, text }) =>
      problems(text).map((problem) => `${page}: ${problem}`),
    )
    assert.deepEqual(wrong, [])
  })

  const accepted = [
    '`lectern-server`, `lectern-server admin link <address>`, `lectern-server migrate --check`',
    '`lectern change diff`, `lectern change`, `lectern --help`, `npm run -s sandbox -- --demo`',
    '```sh\nSPACE=$(lectern space create --title Handbook --json | jq -r .id)\n```',
    `\`\`\`sh\nnode --env-file=.env ${program} init --database-url postgres://x\n\`\`\``,
    '```sh\nnpm run build --workspace=sites\n```',
    '```\nlectern-server gone\n```',
  ]
  for (const text of accepted) {
    it(`may be ${JSON.stringify(text.slice(0, 50))}`, () => {
      assert.deepEqual(problems(text), [])
    })
  }
  const refused = [
    '`lectern-server admin invite`',
    '`lectern-server admin create --mail ann@example.com`',
    '`lectern space make`',
    '```sh\nlectern content push docs --spaces x\n```',
    `\`\`\`sh\nexec node ${program} begin\n\`\`\``,
    '`npm run everything`',
    '```sh\nnpm run dev --workspace=sites\n```',
  ]
  for (const text of refused) {
    it(`would be caught being ${JSON.stringify(text)}`, () => {
      assert.equal(problems(text).length, 1)
    })
  }
})
