import type { OperationDefinition } from '@lectern/contract/operation.ts'

import type { World } from '../generate/generate-world.ts'

/** Whose token a request carries. */
export interface Person {
  readonly name: string
  readonly token: string | undefined
  /** The status that wins over every other for this operation; undefined when the request decides. */
  readonly always: (definition: OperationDefinition) => number | undefined
}

const decidedByRequest = () => undefined

/** The roles, and every way in which a token can fall short. */
export function peopleOf({ sample, tokens }: World): ReadonlyMap<string, Person> {
  const members = Object.entries(sample.tokens).map(([name, token]) => ({
    name,
    token,
    always: decidedByRequest,
  }))
  const others: Person[] = [
    {
      name: 'anonymous',
      token: undefined,
      always: ({ caller }) => (caller === 'anyone' ? undefined : 401),
    },
    { name: 'revoked', token: tokens.revoked, always: () => 401 },
    { name: 'expired', token: tokens.expired, always: () => 401 },
    {
      name: 'reading only',
      token: tokens.readOnly,
      always: ({ method, isRead }) =>
        method === 'GET' || isRead === true ? undefined : 403,
    },
    {
      name: 'bound',
      token: tokens.boundToSecond,
      always: ({ reach }) => (reach === 'account-write' ? 403 : undefined),
    },
  ]
  return new Map([...members, ...others].map((person) => [person.name, person]))
}
