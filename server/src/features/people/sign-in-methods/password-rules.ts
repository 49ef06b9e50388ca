import { passwordCharactersMax } from '@lectern/contract/sign-in-methods.ts'

import { invalidRequest } from '#/platform/errors/api-error.ts'

import { commonestPasswords } from './commonest-passwords.ts'

const charactersMin = 12
const path = 'body.password'

/** The form in which passwords are compared: two keyboards may spell one character differently. */
export function normalPassword(typed: string): string {
  return typed.normalize('NFC')
}

/** What is wrong with a password. */
export interface PasswordFault {
  readonly kind: 'short' | 'long' | 'unreadable' | 'common'
  /** How many characters it must have at least or at most. */
  readonly count: number
}

/** What is wrong with a password; undefined for one that may be set. */
export function passwordFaultOf(typed: string): PasswordFault | undefined {
  const password = normalPassword(typed)
  const { length } = Array.from(password)
  if (length < charactersMin) return { kind: 'short', count: charactersMin }
  const count = passwordCharactersMax
  if (length > passwordCharactersMax) return { kind: 'long', count }
  if (!typed.isWellFormed() || typed.includes('\0')) return { kind: 'unreadable', count }
  return isCommon(password) ? { kind: 'common', count } : undefined
}

/** The same in words that follow its name. */
function problemOf(typed: string): string | undefined {
  const fault = passwordFaultOf(typed)
  switch (fault?.kind) {
    case undefined:
      return undefined
    case 'short':
      return `must have at least ${fault?.count} characters`
    case 'long':
      return `must have at most ${fault?.count} characters`
    case 'unreadable':
      return 'holds what is no character'
    default:
      return 'is one that many people use, and is among the first to be guessed: take several words that have nothing to do with each other'
  }
}

/** The password in its normal form; refuses one that may not be set. */
export function requirePassword(typed: string): string {
  const problem = problemOf(typed)
  if (problem === undefined) return normalPassword(typed)
  throw invalidRequest(`${path} ${problem}.`, [{ path, message: problem }])
}

function isCommon(password: string): boolean {
  const small = password.toLowerCase()
  return commonestPasswords.has(small) || isRepeated(small) || isRow(small)
}

/** Whether a text is a short one again and again, as `abcabcabcabc` is. */
function isRepeated(text: string): boolean {
  const partMax = Math.floor(text.length / 3)
  for (let length = 1; length <= partMax; length += 1) {
    const part = text.slice(0, length)
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return true
  }
  return false
}

const rows = [
  '12345678901234567890123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnmqwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnmqwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbnazertyuiopqsdfghjklmwxcvbn',
  '1q2w3e4r5t6y7u8i9o0p1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]

/** Whether a text goes along keys or letters in their order, forwards or backwards. */
function isRow(text: string): boolean {
  const backwards = Array.from(text).toReversed().join('')
  return rows.some((row) => row.includes(text) || row.includes(backwards))
}
