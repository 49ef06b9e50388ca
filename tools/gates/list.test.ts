import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

import { engines, gateNames, gateOf, programOf, pushSecondsMax } from './list.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('the list of gates', () => {
  it('has every program that is one, and no other', () => {
    const programs = globSync('{content,server,sites}/test/gates/**/*.ts', { cwd: root })
    const gates = programs.filter((file) => read(file).includes('await runGate'))
    assert.deepEqual(gates.toSorted(), gateNames.map(programOf).toSorted())
  })

  it('fits into the time that a change is given, two at a time', () => {
    const listed = gateNames.map((name) => gateOf(name).seconds)
    const sum = listed.reduce((all, each) => all + each, engines.seconds)
    assert.ok(
      sum / 2 <= pushSecondsMax,
      `the gates of every change take ${sum / 2} s, two at a time, and ${pushSecondsMax} s is the most: ` +
        'count less, or leave cases to a release',
    )
  })

  it('has nothing that takes more than its part of that time', () => {
    const most = pushSecondsMax / 4
    const long = gateNames.filter((name) => gateOf(name).seconds > most)
    assert.deepEqual(long, [])
  })

  it('has a command for each', () => {
    const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
    for (const name of gateNames) {
      const command = scripts[`gate:${name}`] ?? ''
      assert.ok(command.endsWith(programOf(name)), `gate:${name} is "${command}"`)
    }
    const commands = Object.keys(scripts).filter((name) => name.startsWith('gate:'))
    assert.equal(commands.length, gateNames.length)
  })

  it('is described, with what waits for a release', () => {
    const page = read('docs/gates.md')
    for (const name of gateNames) {
      assert.ok(page.includes(`\`${name}\``), `docs/gates.md does not tell of ${name}`)
      const isMarked = page.includes(`\`${name}\` _release_`)
      assert.equal(isMarked, gateOf(name).release === true, name)
    }
  })

  it('is described with the options that give a gate its full size', () => {
    const rows = read('docs/gates.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    for (const name of gateNames) {
      const row = rows.find((line) => line.split(' | ', 1)[0]?.includes(`\`${name}\``))
      const { full } = gateOf(name)
      const words = full?.join(' ').replaceAll('=', ' ')
      if (words !== undefined) {
        assert.ok(row?.includes(`\`${words}\``), `${name} is full-sized with ${words}`)
      } else if (row?.startsWith(`| \`${name}\``) === true && !row.includes('`, `')) {
        assert.doesNotMatch(row, /`--/, `${name} has no full size`)
      }
    }
  })
})
