import { isIP } from 'node:net'

/** Parses the text of one variable, or throws with an explanation for the operator. */
type Parse<T> = (text: string) => T

export interface Setting<T> {
  readonly description: string
  readonly parse: Parse<T>
  /** The default as an operator would write it; absent for a setting without one. */
  readonly fallback?: string
  readonly required?: boolean
  readonly secret?: boolean
}

export function text(): Parse<string> {
  return (value) => value
}

/** A secret that one process sends to another as `Authorization: Bearer …`. */
export function bearerSecret(charactersMin: number): Parse<string> {
  return (value) => {
    if (!/^[\x21-\x7e]*$/.test(value)) {
      throw new Error(
        'holds a space or another character that cannot stand in an HTTP header; make one with `openssl rand -base64 48`',
      )
    }
    if (value.length < charactersMin) {
      throw new Error(
        `is shorter than ${charactersMin} characters; make one with \`openssl rand -base64 48\``,
      )
    }
    return value
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

export function oneOf<const V extends readonly string[]>(...values: V): Parse<V[number]> {
  return (value) => {
    const found = values.find((candidate) => candidate === value)
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
    return found
  }
}

export function httpUrl(): Parse<string> {
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
      throw new Error('must be a URL that begins with http:// or https://')
    }
    return value.replace(/\/$/, '')
  }
}

/** Parses IP addresses and networks, such as `10.1.0.7, 10.2.0.0/16`. */
export function networks(): Parse<readonly string[]> {
  return (value) => {
    const entries = value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    for (const entry of entries) {
      if (!isNetwork(entry)) {
        throw new Error(
          `must name addresses or networks such as 10.1.0.0/16, and ${JSON.stringify(entry)} is none`,
        )
      }
    }
    return Object.freeze(entries)
  }
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return (
    bits === undefined ||
    (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  )
}
