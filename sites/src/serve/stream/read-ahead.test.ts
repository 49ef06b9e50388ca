import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'

import { ReadAhead } from './read-ahead.ts'

it('opens each site once and few at a time, whatever becomes of the others', async () => {
  const opened: string[] = []
  const failures: unknown[] = []
  const under = { way: 0, most: 0 }
  const ahead = new ReadAhead({
    async open(url) {
      opened.push(url)
      under.way += 1
      under.most = Math.max(under.most, under.way)
      await turn()
      under.way -= 1
      if (url === 'site-3') throw new Error('not now')
    },
    onFailure: (error) => failures.push(error),
  })
  const urls = Array.from({ length: 20 }, (_, at) => `site-${at}`)
  for (const url of urls) ahead.want(url)
  ahead.want('site-19')
  while (opened.length < urls.length || under.way > 0) await turn()
  assert.deepEqual(opened, urls)
  assert.equal(under.most, 4)
  assert.equal(failures.length, 1)
})

it('forgets what it has not begun when it stops', async () => {
  const opened: string[] = []
  const ahead = new ReadAhead({
    async open(url) {
      opened.push(url)
      await turn()
    },
    onFailure: (error) => assert.fail(String(error)),
  })
  for (let at = 0; at < 10; at += 1) ahead.want(`site-${at}`)
  ahead.stop()
  await turn()
  await turn()
  assert.equal(opened.length, 4)
})
