import { isIP } from 'node:net'

import { parseNetwork } from '#/platform/egress/address-policy.ts'

/** Reads the text of one variable, or throws an error that says what is wrong with it. */
type Parse<T> = (text: string) => T

export interface Setting<T> {
  readonly description: string
  readonly parse: Parse<T>
  /** The default as an operator would write it; absent when the setting is optional or required. */
  readonly fallback?: string
  readonly required?: boolean
  readonly secret?: boolean
}

export function text(): Parse<string> {
  return (value) => value
}

const secretCharactersMin = 32

/** A secret that cannot be guessed; `subject` begins the complaint about a short one. */
export function secretText(subject: 'is' | 'holds a key'): Parse<string> {
  return (value) => {
    if (value.length < secretCharactersMin) {
      throw new Error(
        `${subject} shorter than ${secretCharactersMin} characters; make one with \`openssl rand -base64 48\``,
      )
    }
    return value
  }
}

/** A secret that one process sends to another as `Authorization: Bearer …`. */
export function bearerSecret(): Parse<string> {
  const parse = secretText('is')
  return (value) => {
    if (!/^[\x21-\x7e]*$/.test(value)) {
      throw new Error(
        'holds a space or another character that cannot stand in an HTTP header; make one with `openssl rand -base64 48`',
      )
    }
    return parse(value)
  }
}

export function integer(min: number, max: number): Parse<number> {
  return (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`)
    }
    return number
  }
}

export function flag(): Parse<boolean> {
  return (value) => {
    if (value === 'on' || value === 'true') return true
    if (value === 'off' || value === 'false') return false
    throw new Error('must be "on" or "off"')
  }
}

/** The number of proxies that requests pass, from the server's side: `on` is one. */
export function proxies(): Parse<number> {
  return (value) => {
    if (value === 'off' || value === 'false') return 0
    if (value === 'on' || value === 'true') return 1
    if (/^[1-9]$/.test(value)) return Number(value)
    throw new Error('must be "on", "off" or the number of proxies, from 1 to 9')
  }
}

export function oneOf<const V extends readonly string[]>(...values: V): Parse<V[number]> {
  return (value) => {
    const found = values.find((candidate) => candidate === value)
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
    return found
  }
}

export function url(...protocols: string[]): Parse<string> {
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (!parsed || !protocols.includes(parsed.protocol)) {
      throw new Error(
        `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      )
    }
    return value.replace(/\/$/, '')
  }
}

/** Reads a host name in small letters, with or without a port. */
export function hostname(): Parse<string> {
  return (value) => {
    const isHost =
      /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,30}(:\d{1,5})?$/.test(value) &&
      URL.canParse(`http://${value}`)
    if (!isHost) {
      throw new Error('must be a host name in small letters such as docs.example.com')
    }
    return value
  }
}

/** Reads the address of a name server, with or without a port. */
export function nameServer(): Parse<string> {
  return (value) => {
    const bare = isIP(value) !== 0
    const withPort = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):\d{1,5}$/i.exec(value)
    if (!bare && isIP(withPort?.[1] ?? withPort?.[2] ?? '') === 0) {
      throw new Error(
        `must name servers by address such as 9.9.9.9 or 127.0.0.1:5353, and ${JSON.stringify(value)} is none`,
      )
    }
    return value
  }
}

/** Reads an address and the number of its bits that count, such as `10.1.0.0/16`. */
export function network(): Parse<string> {
  return (value) => {
    try {
      parseNetwork(value)
    } catch {
      throw new Error(
        `must name networks such as 10.1.0.0/16, and ${JSON.stringify(value)} is none`,
      )
    }
    return value
  }
}

export function listOf<T>(parse: Parse<T>): Parse<readonly T[]> {
  return (value) =>
    Object.freeze(
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '')
        .map(parse),
    )
}
