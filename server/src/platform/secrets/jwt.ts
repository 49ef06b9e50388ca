import { createHmac } from 'node:crypto'

const header = encode({ alg: 'HS256', typ: 'JWT' })

/** A JSON Web Token signed with HMAC-SHA256; holders of the same key can verify it. */
export function signJwt(key: Buffer, claims: object): string {
  const signed = `${header}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
