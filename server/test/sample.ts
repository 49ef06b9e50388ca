import { roles } from '@lectern/contract/common.ts'

import { issueToken } from '#/features/people/api-tokens/public.ts'
import { addMember } from '#/features/people/members/public.ts'
import { foundOrganization } from '#/features/people/organizations/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

export const sampleMembers = [...roles, 'guest'] as const
export type SampleName = (typeof sampleMembers)[number] | 'outsider'

export interface Sample {
  readonly organization: string
  readonly otherOrganization: string
  readonly users: Readonly<Record<SampleName, string>>
  readonly tokens: Readonly<Record<SampleName, string>>
}

/** An organization with one person per role, and a second one whose admin is the outsider. */
export async function createSample(db: Database): Promise<Sample> {
  return db.transaction(async (tx) => {
    const admin = await person(tx, 'admin', 'acme.example')
    const organization = await foundOrganization(tx, {
      title: 'Acme',
      createdBy: admin.userId,
    })
    const people: [SampleName, Person][] = [['admin', admin]]
    for (const name of sampleMembers.filter((member) => member !== 'admin')) {
      const member = await person(tx, name, 'acme.example')
      await addMember(tx, {
        organizationId: organization,
        userId: member.userId,
        role: name === 'guest' ? null : name,
        sso: false,
      })
      people.push([name, member])
    }
    const outsider = await person(tx, 'outsider', 'elsewhere.example')
    const otherOrganization = await foundOrganization(tx, {
      title: 'Elsewhere',
      createdBy: outsider.userId,
    })
    people.push(['outsider', outsider])
    return {
      organization,
      otherOrganization,
      users: record(people, ({ userId }) => userId),
      tokens: record(people, ({ token }) => token),
    }
  })
}

interface Person {
  readonly userId: string
  readonly token: string
}

async function person(tx: Transaction, name: string, domain: string): Promise<Person> {
  const userId = await createAccount(tx, {
    displayName: `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${domain.split('.', 1).join('')}`,
    email: `${name}@${domain}`,
    isVerified: true,
  })
  const { secret } = await issueToken(tx, { accountId: userId, label: 'Sample' })
  return { userId, token: secret }
}

function record(
  people: readonly [SampleName, Person][],
  pick: (person: Person) => string,
): Record<SampleName, string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every sample name was added above
  return Object.fromEntries(people.map(([name, of]) => [name, pick(of)])) as Record<
    SampleName,
    string
  >
}
