import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { addressPolicy } from './address-policy.ts'

describe('the address policy', () => {
  const mayReach = addressPolicy([])

  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
  ]) {
    it(`opens the public address ${address}`, () => assert.equal(mayReach(address), true))
  }

  it('takes only the exact form of an address', () => {
    for (const text of [
      '',
      '8.8.8',
      '134744072',
      '08.8.8.8',
      '[2606::1]',
      'dns.google',
    ]) {
      assert.equal(mayReach(text), false, text)
    }
  })

  it('opens exactly the networks it is given besides', () => {
    const mayReachOurs = addressPolicy([
      '10.1.0.0/16',
      '192.168.7.7/32',
      'fd12:3456::/32',
    ])
    for (const address of ['10.1.0.0', '10.1.255.255', '192.168.7.7', 'fd12:3456::1']) {
      assert.equal(mayReachOurs(address), true, address)
    }
    for (const address of [
      '10.0.255.255',
      '10.2.0.0',
      '192.168.7.8',
      'fd12:3457::1',
      '127.0.0.1',
      '::1',
      '::ffff:10.1.0.1',
      '64:ff9b::10.1.0.1',
      '2002:a01:1::1',
    ]) {
      assert.equal(mayReachOurs(address), false, address)
    }
    assert.equal(mayReachOurs('8.8.8.8'), true)
  })

  for (const text of ['', '10.1', '10.1/16', '10.1.0.0', '10.1.0.0/33', '10.1.0.0/-1']) {
    it(`refuses to start with ${JSON.stringify(text)} for a network`, () => {
      assert.throws(() => addressPolicy([text]), /is not a network such as/)
    })
  }

  for (const text of ['example.com/8', '::/129', '0x0a.0.0.0/8', '10.0.0.0/8/8']) {
    it(`refuses to start with ${JSON.stringify(text)} for a network`, () => {
      assert.throws(() => addressPolicy([text]), /is not a network such as/)
    })
  }
})
