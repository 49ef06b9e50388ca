import type { Corruption } from './test-corruptions.ts'

export const changeRequestCorruptions: readonly Corruption[] = [
  {
    name: 'a space that counts its change requests wrong',
    kind: 'space-change-requests',
    id: ({ discussed }) => discussed,
    change: ({ discussed }) => [
      `update space_counter set change_requests = 7 where space_id = '${discussed}'`,
    ],
  },
  {
    name: 'a space that counts its drafts wrong',
    kind: 'space-change-requests',
    id: ({ discussed }) => discussed,
    change: ({ discussed }) => [
      `update space_counter set change_requests_draft = 7 where space_id = '${discussed}'`,
    ],
  },
  {
    name: 'a change request with a number that leaves a gap',
    kind: 'change-request-number',
    id: ({ changeRequest }) => changeRequest,
    change: ({ changeRequest }) => [
      `update change_request set number = 7 where id = '${changeRequest}'`,
    ],
  },
  {
    name: 'a branch that belongs to no change request',
    kind: 'branch-change-request',
    id: ({ discussed }) => `${discussed}/stray`,
    change: ({ discussed }) => [
      `insert into branch (
         organization_id, space_id, id, head_number, head_revision_id, main_number)
       select organization_id, space_id, 'stray', 1, 'stray revision', 1 from branch
       where id = '${discussed}'`,
      `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
         main_number, changed, created_by)
       select organization_id, space_id, 'stray revision', 'stray', 1, 'edits', '{}', 1, '{}', ''
       from branch where id = '${discussed}'`,
    ],
  },
  {
    name: 'a branch that reads through to another revision than its head says',
    kind: 'branch-main-number',
    id: ({ discussed, changeRequest }) => `${discussed}/${changeRequest}`,
    change: ({ changeRequest }) => [
      `update branch set main_number = 9 where id = '${changeRequest}'`,
    ],
  },
  {
    name: 'a change request that names a merge that was none',
    kind: 'change-request-merged',
    id: ({ changeRequest }) => changeRequest,
    change: ({ changeRequest }) => [
      `update change_request set merged_revision_id = 'nothing' where id = '${changeRequest}'`,
    ],
  },
]
