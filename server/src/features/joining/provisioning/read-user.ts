import { displayNameFrom } from '#/features/joining/welcome/public.ts'

import { isObject, type Resource } from './attribute-places.ts'
import { invalidValue } from './scim-errors.ts'

/** What a directory says of somebody. */
export interface UserInput {
  readonly userName: string
  readonly userNameKey: string
  readonly externalId: string | null
  /** The address of the account; undefined where there is none. */
  readonly email: string | undefined
  readonly emails: string[]
  readonly isActive: boolean
  /** The name that a new account gets. */
  readonly displayName: string
  readonly attributes: Resource
}

const namesMax = 256
const emailMax = 254
const emailForm = /^[^\s@"<>(),:;[\]\\]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/

export function readUser(resource: Resource): UserInput {
  const { userName, externalId, active, ...attributes } = resource
  const name = textOf(userName)
  if (name === undefined) throw invalidValue('A user needs a "userName".')
  refuseLong('userName', name)
  const external = textOf(externalId)
  if (external !== undefined) refuseLong('externalId', external)
  const emails = addressesIn(attributes)
  return {
    userName: name,
    userNameKey: name.toLowerCase(),
    externalId: external ?? null,
    email: [...emails, name.toLowerCase()].find(isAddress),
    emails,
    isActive: active !== false,
    displayName: nameIn(attributes, name),
    attributes,
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function refuseLong(name: string, text: string): void {
  if (Array.from(text).length > namesMax) {
    throw invalidValue(`"${name}" is longer than ${namesMax} characters.`)
  }
}

function rank({ primary, type }: Resource): number {
  if (primary === true) return 0
  return textOf(type)?.toLowerCase() === 'work' ? 1 : 2
}

/** The addresses in lower case: the primary one first, then those of the type `work`. */
function addressesIn({ emails }: Resource): string[] {
  const listed = Array.isArray(emails) ? emails.filter(isObject) : []
  const ranked = listed
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ value }) => textOf(value)?.trim().toLowerCase())
    .filter((value) => value !== undefined)
  return [...new Set(ranked)]
}

function isAddress(text: string): boolean {
  return text.length <= emailMax && emailForm.test(text)
}

function nameIn({ displayName, name }: Resource, userName: string): string {
  const parts = isObject(name) ? name : {}
  const whole = [parts['givenName'], parts['familyName']].map(textOf)
  const candidates = [
    textOf(displayName),
    textOf(parts['formatted']),
    whole.filter((part) => part !== undefined).join(' '),
    userName.split('@', 1).join(''),
  ]
  for (const candidate of candidates) {
    const cut = Array.from(candidate ?? '')
      .slice(0, 64)
      .join('')
    const shown = displayNameFrom(cut)
    if (shown !== undefined) return shown
  }
  return 'Member'
}
