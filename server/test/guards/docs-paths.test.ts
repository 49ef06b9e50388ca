import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'

import { readSources, repositoryPaths, type SourceFile } from './source-files.ts'

const pages = /^(?:README|ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/.*\.md$|^deploy\/.*\.md$/
const ourSources = /^(?:server|sites|content|contract|cli|tools)\//
const extension = /\.(?:ts|tsx|js|mjs|json|md|sql|ya?ml|sh|css|html|txt|tpl|toml)$/

/** What the commands of the pages make. */
const made = ['deploy/.env', 'sites/dist/server/start.js']

/** Files that a page names and that are not there, in its sentences or as part of a command. */
function problems(documents: readonly SourceFile[], paths: readonly string[]): string[] {
  return documents.flatMap(({ path: page, text }) => {
    // What a fenced block shows is often somebody else's: their files, their answers.
    const prose = text.replaceAll(/^(```|~~~).*?^\1/gms, '')
    const words = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
      code.split(/\s+/),
    )
    const commands = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(
      ([, block = '']) => block.split(/\s+/).filter((word) => ourSources.test(word)),
    )
    const links = [...prose.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(
      ([, link = '']) => link,
    )
    return [
      ...new Set([...words, ...commands])
        .values()
        .filter((word) => isPath(word, paths) && !exists(word, page, paths))
        .map((word) => `${page} mentions ${word}, which does not exist`),
      ...links
        .filter((link) => !/^(?:[a-z]+:|#|\/)/.test(link))
        .filter((link) => !exists(link.replace(/#.*$/, ''), page, paths))
        .map((link) => `${page} links to ${link}, which does not exist`),
    ]
  })
}

/** A path of ours begins with one of our folders, or is the name of a file. */
function isPath(word: string, paths: readonly string[]): boolean {
  if (!/^[\w.<*{…][\w./<>*{},…-]*$/.test(word)) return false
  const [first = ''] = word.split('/', 1)
  const isOurFolder =
    word.includes('/') && paths.some((name) => name.startsWith(`${first}/`))
  return (
    isOurFolder || word.startsWith('../') || (extension.test(word) && /\w\.\w/.test(word))
  )
}

function exists(word: string, page: string, paths: readonly string[]): boolean {
  const given = word.replace(/\/$/, '')
  const beside = path.posix.normalize(path.posix.join(path.posix.dirname(page), given))
  return [given, beside].some((candidate) => {
    const pattern = patternOf(candidate)
    return paths.some((name) => pattern.test(name))
  })
}

/** Fits the file itself, a folder with something in it, or the end of a longer path. */
function patternOf(word: string): RegExp {
  const alternatives = word
    .replace(/^(\.\/)+/, '')
    .replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(
      /\{([^}]*)\}/g,
      (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`,
    )
    .replaceAll(/<[^>]*>|\*+|…|NNNN/g, '[^/]*')
  return new RegExp(`(?:^|/)${alternatives}(?:/|$)`)
}

describe('the documentation', () => {
  it('mentions only files that exist', async () => {
    const documents = await readSources(pages)
    assert.ok(documents.length > 0)
    const there = [...(await repositoryPaths()), ...made]
    assert.deepEqual(problems(documents, there), [])
  })

  const paths = [
    'README.md',
    'docs/errors.md',
    'docs/decisions/0001-one.md',
    'server/src/start/api.ts',
    'server/src/features/people/teams/team-policy.ts',
    'server/migrations/schema.sql',
  ]
  const accepted = [
    'See `server/src/start/api.ts`, `schema.sql`, `server/migrations/` and [errors](errors.md#top).',
    'Run `node server/src/start/api.ts`; policies are `server/src/features/<wing>/<noun>/<noun>-policy.ts`.',
    '`docs/decisions/NNNN-….md`, `team-{policy,view}.ts`, `server/**`, [up](../README.md), [web](https://example.com/x.md)',
    '`application/json`, `GET /orgs/{organizationId}`, `/v1/openapi.json`, `@lectern/contract`, `Retry-After`, `e.g.`',
    '```\nnode tools/gone.ts\n```',
    '```sh\nnpm test -- server/src/features/people/teams\n```',
    '```sh\ncp their/file.ts .\n```',
  ]
  for (const text of accepted) {
    it(`may say ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.deepEqual(problems([{ path: 'docs/page.md', text }], paths), [])
    })
  }
  const refused = [
    '`server/src/start/gone.ts`',
    '`gone.sql`',
    '`server/gone`',
    'Run `node server/gone.ts --now`.',
    '`server/src/features/<noun>/<noun>-gone.ts`',
    '[errors](gone.md)',
    '[errors](./decisions/0002-two.md "title")',
    '`../gone.md`',
    '```sh\nnpm test -- server/src/features/teams\n```',
  ]
  for (const text of refused) {
    it(`would be caught saying ${text}`, () => {
      assert.equal(problems([{ path: 'docs/page.md', text }], paths).length, 1)
    })
  }
})
