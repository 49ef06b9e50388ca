import type { Role } from '@lectern/contract/common.ts'

export type { Role }

const ranks: Readonly<Record<Role, number>> = {
  read: 1,
  comment: 2,
  edit: 3,
  review: 4,
  create: 5,
  admin: 6,
}

/** The roles from the weakest to the strongest. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record above
export const rolesByRank = Object.keys(ranks) as readonly Role[]

/** A stored role; check constraints limit such columns to the roles. */
export function asRole(stored: string | null): Role | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return stored as Role | null
}

/** Whether a role includes the needed one, as each includes the weaker ones; a guest has none. */
export function atLeast(role: Role | null, needed: Role): boolean {
  return role !== null && ranks[role] >= ranks[needed]
}

/** The role with this rank, counted from one for the weakest. */
export function roleOfRank(rank: number): Role | null {
  return rolesByRank[rank - 1] ?? null
}

export function strongest(one: Role | null, other: Role | null): Role | null {
  if (one === null) return other
  return atLeast(other, one) ? other : one
}
