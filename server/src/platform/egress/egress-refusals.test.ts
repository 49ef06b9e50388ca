import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'

import { EgressFailed, EgressRefused, type RefusalReason } from './egress-errors.ts'
import { createEgress } from './egress.ts'
import { limits, startCanary, type TestServer } from './test-server.ts'

/** Hosts that all lead to this machine; the canary stands behind each. */
const hostsOfThisMachine = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7F.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0177.0x0.0.01',
  '127.0.0.1.',
  '127.000.000.001',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '0',
  '0x0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
]

/** Spellings of a whole URL that hide where it leads; PORT stands for the canary's. */
const urlsOfThisMachine = [
  'http:\\\\127.0.0.1:PORT\\',
  'http:127.0.0.1:PORT',
  'http:///127.0.0.1:PORT/',
  ' \thttp://127.0.0.1:PORT/\n',
  'ht\ntp://127.0.0.1:PO\tRT/',
  'HTTP://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@example.com/',
  'http://127.0.0.1:PORT#@example.com/',
  'http://127.0.0.1:PORT?@example.com/',
  'http://127.0.0.1:0PORT/',
]

const hostsOfOtherPrivateNetworks = [
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '3232235777',
  '100.64.0.1',
  '100.127.255.255',
  '100.100.100.200',
  '169.254.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '0xA9.254.43518',
  '168.63.129.16',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '4294967295',
  '[::127.0.0.1]',
  '[::a9fe:a9fe]',
  '[::8.8.8.8]',
  '[::ffff:169.254.169.254]',
  '[::ffff:10.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::10.0.0.1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[2001:2::1]',
  '[2001:3::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:30::1]',
  '[2001:db8::1]',
  '[2620:4f:8000::1]',
  '[3fff::1]',
  '[4000::1]',
  '[5f00::1]',
  '[100::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff0e::1]',
]

const otherRefusals: readonly (readonly [url: string, reason: RefusalReason])[] = [
  ['', 'url'],
  ['not a url', 'url'],
  ['//127.0.0.1/', 'url'],
  ['/etc/passwd', 'url'],
  ['http://', 'url'],
  ['http://[::1', 'url'],
  ['http://[fe80::1%25lo]/', 'url'],
  ['http://256.256.256.256/', 'url'],
  ['http://0x100000000/', 'url'],
  ['http://1.2.3.4.5/', 'url'],
  ['http://127.0.0.1:65536/', 'url'],
  ['http://a b/', 'url'],
  ['http://a\u0000b/', 'url'],
  [`http://127.0.0.1/${'a'.repeat(8192)}`, 'url'],
  ['file:///etc/passwd', 'scheme'],
  ['ftp://127.0.0.1/', 'scheme'],
  ['gopher://127.0.0.1:6379/_FLUSHALL', 'scheme'],
  ['dict://127.0.0.1:11211/stat', 'scheme'],
  ['ldap://127.0.0.1/', 'scheme'],
  ['ws://127.0.0.1/', 'scheme'],
  ['wss://127.0.0.1/', 'scheme'],
  ['unix:///run/docker.sock', 'scheme'],
  ['http+unix://%2Frun%2Fdocker.sock/info', 'scheme'],
  ['data:text/plain,hello', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['blob:http://127.0.0.1/1', 'scheme'],
  ['view-source:http://127.0.0.1/', 'scheme'],
  ['jar:http://127.0.0.1!/x', 'scheme'],
  ['about:blank', 'scheme'],
  ['http://user:password@example.com/', 'credentials'],
  ['http://user@example.com/', 'credentials'],
  ['http://:password@example.com/', 'credentials'],
  ['http://example.com@127.0.0.1/', 'credentials'],
  ['http://example.com%40@127.0.0.1/', 'credentials'],
  ['http://127.0.0.1:0/', 'port'],
  ['http://127.0.0.1:22/', 'port'],
  ['http://127.0.0.1:25/', 'port'],
  ['http://127.0.0.1:1023/', 'port'],
  ['http://127.0.0.1:2375/', 'port'],
  ['http://127.0.0.1:5432/', 'port'],
  ['http://127.0.0.1:6379/', 'port'],
  ['https://127.0.0.1:11211/', 'port'],
]

/** An address that is allowed, to which nothing may be sent because of its company. */
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
    // A rule that fails must not let its test knock at other machines.
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

  /** Shows that the vector is live: without the rule it reaches the canary. */
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
