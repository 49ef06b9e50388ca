import { sql } from 'kysely'

import { toWire } from './queryable.ts'
import { statement } from './statement.ts'

const deleteWitness = statement(
  'commit-witness.delete',
  (p: { id: number }) => sql`delete from commit_witness where id = ${p.id}`,
)

/**
 * Makes a cluster commit on all nodes or on none, also where the coordinator ends in between: Citus
 * does not know that plain tables of the coordinator are written to, but knows this one. There is
 * never a row in it.
 */
export const bearWitness = toWire(deleteWitness, { id: 0 })
