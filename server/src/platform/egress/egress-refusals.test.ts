import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'

import { limits, startCanary, type TestServer } from '#test/egress/test-server.ts'
import {
  hostsOfOtherPrivateNetworks,
  hostsOfThisMachine,
  otherRefusals,
  urlsOfThisMachine,
} from '#test/egress/test-vectors.ts'

import { EgressFailed, EgressRefused, type RefusalReason } from './egress-errors.ts'
import { createEgress } from './egress.ts'

/** An allowed address that must get nothing when its name also has a forbidden address. */
const allowedAddress = '127.0.0.2'

const forbiddenAnswers: readonly (readonly string[])[] = [
  ['127.0.0.1'],
  ['0.0.0.0'],
  ['10.0.0.1'],
  ['169.254.169.254'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['fe80::1%lo'],
  ['2606:4700:4700::1111%lo'],
  [allowedAddress, '127.0.0.1'],
  ['127.0.0.1', allowedAddress],
  [allowedAddress, '::1'],
  [allowedAddress, allowedAddress, 'fd00::1'],
  [...Array.from({ length: 50 }, () => allowedAddress), '127.0.0.1'],
  ['not-an-address'],
  ['127.1'],
  ['2130706433'],
  [''],
]

describe('a URL that must not be fetched', () => {
  let canary: TestServer
  let sockets = 0
  let mayConnect = false
  const countSocket = (message: unknown) => {
    sockets += 1
    // A rule that fails must not let its test connect to other machines.
    if (!mayConnect) process.nextTick(() => socketOf(message).destroy())
  }
  before(async () => {
    canary = await startCanary()
    subscribe('net.client.socket', countSocket)
  })
  after(async () => {
    unsubscribe('net.client.socket', countSocket)
    await canary.stop()
  })
  beforeEach(() => {
    canary.connections = 0
    sockets = 0
    mayConnect = false
  })

  async function assertRefused(
    url: string,
    reason: RefusalReason,
    answers?: readonly string[],
  ): Promise<void> {
    const egress = createEgress({
      allowedNetworks: answers ? [`${allowedAddress}/32`] : [],
      userAgent: 'lectern-test',
      ...(answers ? { resolve: async () => answers } : {}),
    })
    await assert.rejects(egress.fetch(url, limits), (error) => {
      assert.ok(error instanceof EgressRefused, String(error))
      assert.equal(error.reason, reason)
      for (const answer of answers ?? []) {
        assert.ok(answer === '' || !error.message.includes(answer), 'tells no address')
      }
      return true
    })
    assert.equal(sockets, 0, 'sockets opened')
    assert.equal(canary.connections, 0, 'connections to the canary')
  }

  /** Shows that the attack works: without the rule it reaches the canary. */
  async function assertReachesWhenAllowed(url: string): Promise<void> {
    mayConnect = true
    const egress = createEgress({
      allowedNetworks: ['0.0.0.0/0', '::/0'],
      userAgent: 'lectern-test',
    })
    const reply = await egress.fetch(url, limits)
    assert.equal(reply.body.toString(), 'canary')
    assert.ok(canary.connections > 0)
    assert.ok(sockets > 0)
  }

  for (const host of hostsOfThisMachine) {
    it(`does not reach this machine as ${host}`, async () => {
      const url = `http://${host}:${canary.port}/`
      await assertRefused(url, 'address')
      await assertReachesWhenAllowed(url)
    })
  }

  for (const spelling of urlsOfThisMachine) {
    it(`does not reach this machine as ${JSON.stringify(spelling)}`, async () => {
      const url = spelling.replace(/PO\t?RT/, String(canary.port))
      await assertRefused(url, 'address')
      await assertReachesWhenAllowed(url)
    })
  }

  for (const host of hostsOfOtherPrivateNetworks) {
    it(`does not leave for ${host}`, async () => {
      await assertRefused(`http://${host}/`, 'address')
      await assertRefused(`https://${host}:8443/`, 'address')
    })
  }

  for (const [url, reason] of otherRefusals) {
    it(`is refused for its ${reason}: ${JSON.stringify(url).slice(0, 60)}`, () =>
      assertRefused(url, reason))
  }

  for (const answers of forbiddenAnswers) {
    it(`is refused when its name leads to ${answers.slice(-3).join(', ')}`, () =>
      assertRefused(`http://docs.example:${canary.port}/`, 'address', answers))
  }

  it('fails when its name has no address', async () => {
    const egress = createEgress({
      allowedNetworks: [],
      userAgent: 'lectern-test',
      resolve: async () => [],
    })
    await assert.rejects(egress.fetch('http://docs.example/', limits), EgressFailed)
    assert.equal(sockets, 0)
  })

  it('is refused before its name is even looked up when its form is wrong', async () => {
    let asked = 0
    const egress = createEgress({
      allowedNetworks: [],
      userAgent: 'lectern-test',
      resolve: async () => {
        asked += 1
        return []
      },
    })
    for (const [url] of otherRefusals) {
      await assert.rejects(egress.fetch(url, limits), EgressRefused)
    }
    assert.equal(asked, 0)
  })
})

function socketOf(message: unknown): Socket {
  assert.ok(typeof message === 'object' && message && 'socket' in message)
  assert.ok(message.socket instanceof Socket)
  return message.socket
}
