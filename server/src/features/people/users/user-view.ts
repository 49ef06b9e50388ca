import type { User } from '@lectern/contract/users.ts'

import type { Config } from '#/platform/config/config.ts'

/** The columns of an account that others may see. */
export interface UserColumns {
  readonly user_id: string
  readonly display_name: string
  readonly photo_url: string | null
  /** Null when the viewer may not see it. */
  readonly email: string | null
}

export function viewUser(row: UserColumns, { config }: { config: Config }): User {
  return {
    object: 'user',
    id: row.user_id,
    displayName: row.display_name,
    ...(row.email !== null && { email: row.email }),
    ...(row.photo_url !== null && { photoURL: row.photo_url }),
    urls: { location: `${config.PUBLIC_URL}/v1/users/${row.user_id}` },
  }
}
