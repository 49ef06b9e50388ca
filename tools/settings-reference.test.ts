import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'

import { settings } from '@lectern/server/platform/config/config.ts'
import type { Setting } from '@lectern/server/platform/config/settings.ts'

import { settings as siteSettings } from '../sites/src/serve/config/config.ts'

import { settingsReference } from './settings-reference.ts'

describe('deploy/settings.md', () => {
  it('is what the settings say', async () => {
    const committed = await readFile(
      new URL('../deploy/settings.md', import.meta.url),
      'utf8',
    )
    assert.equal(committed, settingsReference())
  })

  it('has a row of four cells for every setting, with secrets and needs marked', () => {
    const rows = settingsReference()
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    const all = [settings, siteSettings].flatMap((some) =>
      Object.entries<Setting<unknown>>(some),
    )
    assert.equal(rows.length, all.length)
    for (const [index, [name, { required, secret }]] of all.entries()) {
      const row = rows[index] ?? []
      assert.equal(row.length, 6)
      assert.equal(row[1], `\`${name}\``)
      assert.equal(row[4]?.startsWith('yes'), required === true)
      assert.equal(row[4]?.endsWith('_secret_'), secret === true)
    }
  })
})
