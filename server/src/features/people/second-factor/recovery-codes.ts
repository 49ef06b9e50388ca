import { randomInt } from 'node:crypto'

import { hashOfSecret } from '#/access/secret-form.ts'

// Without letters and digits that look alike.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const [codesOfSet, groups, charactersOfGroup] = [10, 4, 4]

/** Ten codes such as `k3mq-7x2d-9fhs-tw4n`: 79 random bits each, too many to be guessed. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesOfSet }, () =>
    Array.from({ length: groups }, newGroup).join('-'),
  )
}

function newGroup(): string {
  return Array.from({ length: charactersOfGroup }, () =>
    alphabet.charAt(randomInt(alphabet.length)),
  ).join('')
}

/** The stored hash of a recovery code, however it was typed; undefined for what cannot be one. */
export function hashOfRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[^0-9a-z]/g, '')
  return code.length === groups * charactersOfGroup ? hashOfSecret(code) : undefined
}
