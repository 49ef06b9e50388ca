import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import type { TestApi } from '#test/test-api.ts'

import type { TestBrowser } from './test-form-browser.ts'

const origin = 'http://lectern.test'
const path = '/~sign-in/passkey'

/** A passkey of an account, and how a browser without scripts signs in with it. */
export interface TestPasskey {
  use(browser: TestBrowser, options?: { readonly isForged?: boolean }): Promise<number>
}

/** Gives an account a passkey, as a security key would hold it. */
export async function addTestPasskey(
  api: TestApi,
  accountId: string,
): Promise<TestPasskey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // The key in COSE: EC2, ES256, P-256.
  const spelled = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]).toString('base64url')
  const id = randomBytes(24).toString('base64url')
  await api.rows(
    `insert into passkey (credential_id, id, account_id, public_key, uses, device)
     values ($1, $2, $3, $4, 0, 'Test')`,
    [id, id.slice(0, 20), accountId, spelled],
  )
  return {
    async use(browser, { isForged = false } = {}) {
      const asked: { challenge: string } = JSON.parse(
        (await browser.post(`${path}/options`)).text,
      )
      const client = Buffer.from(
        JSON.stringify({ type: 'webauthn.get', challenge: asked.challenge, origin }),
      )
      const site = createHash('sha256').update(new URL(origin).hostname).digest()
      const device = Buffer.concat([site, Buffer.from([5, 0, 0, 0, 0])])
      const signed = Buffer.concat([device, createHash('sha256').update(client).digest()])
      const said = isForged ? Buffer.from('something else') : signed
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: device.toString('base64url'),
        signature: sign('sha256', said, privateKey).toString('base64url'),
      }
      const answer = JSON.stringify({ id, rawId: id, type: 'public-key', response })
      return (await browser.post(path, { answer })).status
    },
  }
}
