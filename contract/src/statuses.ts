import type { OperationDefinition } from './operation.ts'

/** Every status the operation can answer with, in ascending order. */
export function documentedStatuses(definition: OperationDefinition): number[] {
  const statuses = new Set<number>([definition.status, ...definition.errors])
  if (definition.mayCreate === true) statuses.add(201)
  // A token must be valid, even for an operation that needs none.
  addAll(statuses, [400, 401, 429, 500, 503])
  // A valid token can lack the scope or the organization.
  if (definition.caller !== 'anyone') statuses.add(403)
  // A body is read and checked, even for an operation without one.
  if (definition.method !== 'GET') addAll(statuses, [409, 413, 415, 422])
  if (definition.conditional) statuses.add(412)
  if (definition.versioned) statuses.add(304)
  return [...statuses].toSorted((a, b) => a - b)
}

function addAll(statuses: Set<number>, more: readonly number[]) {
  for (const status of more) statuses.add(status)
}
