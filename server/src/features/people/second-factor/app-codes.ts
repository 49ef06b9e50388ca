import { Secret, TOTP } from 'otpauth'

/** What all apps for codes know: six digits every 30 seconds, with SHA-1. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
/** The half minutes before and after now whose codes count too: clocks differ, and people type. */
const stepsAround = 1

/** A new secret for an app, in base32: 160 random bits. */
export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32
}

interface Label {
  readonly secret: string
  readonly email: string
  readonly publicUrl: string
}

/** What an app reads from a QR code. */
export function appUrlOf({ secret, email, publicUrl }: Label): string {
  const issuer = `Lectern ${new URL(publicUrl).host}`.replaceAll(':', ' ')
  return new TOTP({ ...settings, issuer, label: email, secret }).toString()
}

/** The half minute whose code somebody typed, since 1970; undefined for a wrong code. */
export function stepOfCode(
  secret: string,
  typed: string,
  atMs: number,
): number | undefined {
  const token = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const counted = { ...settings, timestamp: atMs }
  const given = { ...counted, token, secret: Secret.fromBase32(secret) }
  const delta = TOTP.validate({ ...given, window: stepsAround })
  return delta === null ? undefined : TOTP.counter(counted) + delta
}
