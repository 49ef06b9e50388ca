import type { Corruption } from './test-corruptions.ts'

/** Of uploads and of bytes that no version names yet. */
export const fileCorruptions: readonly Corruption[] = [
  {
    name: 'bytes that are about to be removed and are named',
    kind: 'pending-file-named',
    id: ({ space }) => `spaces/${space}/named`,
    change: ({ api, space, gonePage }) => [
      `insert into pending_file (organization_id, space_id, key)
       values ('${api.organization}', '${space}', 'spaces/${space}/named')`,
      `update entry_version set attributes = attributes || '{"key": "spaces/${space}/named"}'
       where organization_id = '${api.organization}' and entry_id = '${gonePage}'`,
    ],
  },
  {
    name: 'bytes below the prefix of another space',
    kind: 'pending-file-key',
    id: () => 'spaces/elsewhere/x',
    change: ({ api, space }) => [
      `insert into pending_file (organization_id, space_id, key)
       values ('${api.organization}', '${space}', 'spaces/elsewhere/x')`,
    ],
  },
  {
    name: 'an upload below the prefix of another organization',
    kind: 'upload-key',
    id: ({ api }) => `uploads/${api.otherOrganization}/x`,
    change: ({ api }) => [
      `insert into upload (organization_id, key, kind, name, content_type, size, created_by, expires_at)
       values ('${api.organization}', 'uploads/${api.otherOrganization}/x', 'content_file', 'x',
         'text/plain', 1, '${api.users.admin}', now())`,
    ],
  },
]
