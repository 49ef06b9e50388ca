import { type RawBuilder, sql } from 'kysely'

import { viewUser } from '#/features/people/users/public.ts'
import type { Config } from '#/platform/config/config.ts'

/** Somebody as JSON in a row: the profile alone. */
export interface PersonJson {
  readonly user_id: string
  readonly display_name: string
  readonly photo_url: string | null
}

export function personJson(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select jsonb_build_object('user_id', a.id, 'display_name', a.display_name,
      'photo_url', a.photo_url)
    from account as a where a.id = ${id} limit 1)`
}

/** Who may see an e-mail address depends on more than this. */
export function viewPerson(person: PersonJson, scene: { readonly config: Config }) {
  return viewUser({ ...person, email: null }, scene)
}
