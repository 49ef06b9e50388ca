import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createBudget } from './budget.ts'

describe('a budget', () => {
  it('lets tasks hold no more than its bytes together, and serves the others in order', async () => {
    const budget = createBudget(100)
    const first = await budget.reserve(60, 1000)
    const order: string[] = []
    const large = budget.reserve(90, 10_000).then((release) => {
      order.push('large')
      return release
    })
    const small = budget.reserve(10, 10_000).then((release) => {
      order.push('small')
      return release
    })
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(order, [], 'a small task does not overtake a large one')
    first?.()
    await Promise.all([large, small])
    assert.deepEqual(order, ['large', 'small'])
  })

  it('ends a wait that is too long, and lets the next ones begin', async () => {
    const budget = createBudget(100)
    const first = await budget.reserve(60, 1000)
    const [large, small] = await Promise.all([
      budget.reserve(90, 20),
      budget.reserve(10, 10_000),
    ])
    assert.equal(large, undefined)
    assert.notEqual(small, undefined)
    first?.()
    first?.()
    assert.notEqual(await budget.reserve(90, 1000), undefined)
    assert.equal(await budget.reserve(1, 1), undefined, 'a release counts once')
  })

  it('refuses a task that could never begin', async () => {
    await assert.rejects(createBudget(10).reserve(11, 1), RangeError)
  })
})
