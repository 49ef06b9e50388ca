import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

const root = path.resolve(import.meta.dirname, '../../..')
const folder = path.join(root, 'docs')

/** Those that every shell has. */
const given = new Set(['PWD', 'HOME', 'PATH'])

/** The variables that commands of a page use, and that it neither sets nor speaks of. */
function unsaid(page: string): string[] {
  const blocks = [...page.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(
    ([, text = '']) => text,
  )
  const prose = page.replaceAll(/^ *```.*?^ *```$/gms, '')
  const all = blocks.join('\n')
  const used = [...all.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name)
  const isSaid = (name: string) =>
    given.has(name) ||
    new RegExp(
      String.raw`(?:^|[\s;(])${name}=|\bfor ${name} in\b|--arg(?:json)? ${name}\b`,
      'm',
    ).test(all) ||
    new RegExp(String.raw`(?:\`|export )\$?${name}[\`=]`).test(prose)
  return [...new Set(used)].filter((name) => !isSaid(name))
}

describe('commands in the documentation', () => {
  it('use only variables that their page sets or speaks of', () => {
    const pages = [
      path.join(root, 'README.md'),
      ...readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => path.join(folder, name)),
    ]
    assert.ok(pages.length > 20)
    const missing = pages.flatMap((page) =>
      unsaid(readFileSync(page, 'utf8')).map(
        (name) => `${path.relative(root, page)}: ${name}`,
      ),
    )
    assert.deepEqual(missing, [])
  })

  it('are found where they are not', () => {
    assert.deepEqual(
      unsaid('```sh\ncurl "$API/v1/$ID" -d "$KEY"\nID=1\n```\n`KEY` is one.'),
      ['API'],
    )
  })
})
