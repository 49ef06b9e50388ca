import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

import { gatePrograms } from './gate-programs.ts'

const root = path.resolve(import.meta.dirname, '..')
const programs = gatePrograms(root)
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('the programs of the gates', () => {
  it('are in a lane each, and both lanes have some', () => {
    const lanes = Map.groupBy(programs, ({ lane }) => lane)
    assert.ok((lanes.get('push') ?? []).length > (lanes.get('release') ?? []).length)
    assert.ok((lanes.get('release') ?? []).length > 0)
  })

  it('leave those that judge no times to the lane of every change', () => {
    const wrong = programs.filter(
      ({ lane, countsOnly }) => lane === 'release' && countsOnly,
    )
    assert.deepEqual(wrong, [])
  })

  it('have a command each', () => {
    const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
    for (const { name, file } of programs) {
      const command = scripts[`gate:${name}`] ?? ''
      assert.ok(
        command.endsWith(path.relative(root, file)),
        `gate:${name} is "${command}"`,
      )
    }
    const commands = Object.keys(scripts).filter((name) => name.startsWith('gate:'))
    assert.equal(commands.length, programs.length)
  })

  it('are described, with their lane', () => {
    const page = read('docs/gates.md')
    for (const { name, lane } of programs) {
      assert.ok(page.includes(`\`${name}\``), `docs/gates.md does not tell of ${name}`)
      assert.equal(page.includes(`\`${name}\` _release_`), lane === 'release', name)
    }
  })
})
