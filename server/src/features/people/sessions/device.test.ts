import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { deviceFrom } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the device of a session', () => {
  const known: Record<string, string> = {
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0 Safari/537.36 Edg/126.0`]:
      'Edge on Windows',
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0':
      'Firefox on Linux',
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} Version/17.5 Mobile/15E148 Safari/604.1`]:
      'Safari on iPhone',
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.5 Safari/605.1`]:
      'Safari on macOS',
    [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/126.0 Mobile Safari/537.36`]:
      'Chrome on Android',
    'curl/8.5.0': 'curl',
    '': 'A browser',
  }
  for (const [userAgent, device] of Object.entries(known)) {
    it(`is ${device} for ${userAgent.slice(0, 40)}`, () => {
      assert.equal(deviceFrom(userAgent), device)
    })
  }

  it('is said in words of ours, whatever a browser calls itself', () => {
    const words = /^(?:A browser|[A-Za-z ]+)(?: on [A-Za-z]+)?$/
    for (const hostile of [
      undefined,
      '<script>alert(1)</script>',
      'x'.repeat(100_000),
      'Firefox/\r\nset-cookie: x',
    ]) {
      const device = deviceFrom(hostile)
      assert.match(device, words)
      assert.ok(device.length <= 64)
    }
  })
})
