import assert from 'node:assert/strict'
import { it } from 'node:test'

import { systemClock } from './clock.ts'

it('tells the time of the process, the same through both readings', () => {
  const before = Date.now()
  const date = systemClock.now()
  const milliseconds = systemClock.nowMs()
  const after = Date.now()

  assert.ok(before <= date.getTime() && date.getTime() <= after)
  assert.ok(date.getTime() <= milliseconds && milliseconds <= after)
})

it('gives a date of its own each time, so that changing one changes no other', () => {
  systemClock.now().setFullYear(1970)
  assert.notEqual(systemClock.now().getFullYear(), 1970)
})
