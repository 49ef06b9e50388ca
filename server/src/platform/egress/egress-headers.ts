import { validateHeaderName, validateHeaderValue } from 'node:http'

import { EgressRefused } from './egress-errors.ts'

export type EgressHeaders = Readonly<Record<string, string>>

/** Headers that frame the message or control the connection, which callers must not set. */
const reservedNames = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

// Callers send secrets under names of their own, so harmless names are listed instead.
const namesSentAnywhere = new Set([
  'accept',
  'accept-language',
  'content-type',
  'user-agent',
])

export function checkHeaders(headers: EgressHeaders): EgressHeaders {
  const checked = Object.entries(headers).map(([name, value]) => {
    const lowered = name.toLowerCase()
    if (reservedNames.has(lowered) || lowered.startsWith('proxy-')) {
      throw new EgressRefused(
        'header',
        `The header ${lowered} is not the caller's to set`,
      )
    }
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch (cause) {
      throw new EgressRefused('header', 'A header has a character it must not have', {
        cause,
      })
    }
    return [lowered, value] as const
  })
  return Object.fromEntries(checked)
}

/** The headers that may follow a redirect to another origin. */
export function harmlessHeaders(headers: EgressHeaders): EgressHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => namesSentAnywhere.has(name)),
  )
}

export function withoutContentHeaders(headers: EgressHeaders): EgressHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith('content-')),
  )
}
