import { type RawBuilder, sql } from 'kysely'

import { viewUser } from '#/features/people/users/public.ts'
import type { Config } from '#/platform/config/config.ts'

/** The profile of a user as JSON in a row. */
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

/** A user without the e-mail address, because the row does not tell who may see it. */
export function viewPerson(person: PersonJson, scene: { readonly config: Config }) {
  return viewUser({ ...person, email: null }, scene)
}
