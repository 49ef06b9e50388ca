import type { Corruption, Things } from './test-corruptions.ts'

const inSpace = ({ api, space }: Things) =>
  `organization_id = '${api.organization}' and space_id = '${space}'`
const openOf = (things: Things, id: string) =>
  `${inSpace(things)} and entry_id = '${id}' and to_number is null`

/** Of the store of pages and files. The page has two versions and a page below it. */
export const contentCorruptions: readonly Corruption[] = [
  {
    name: 'a head that is another revision',
    kind: 'branch-head',
    id: ({ space }) => `${space}/${space}`,
    change: (things) => [
      `update branch set head_revision_id = (
         select id from revision where ${inSpace(things)} and number = 1
       ) where ${inSpace(things)}`,
    ],
  },
  {
    name: 'a head that does not exist',
    kind: 'branch-head',
    id: ({ space }) => `${space}/${space}`,
    change: (things) => [
      `update branch set head_revision_id = 'nothing' where ${inSpace(things)}`,
    ],
  },
  {
    name: 'moves that are yet to come',
    kind: 'branch-moved',
    id: ({ space }) => `${space}/${space}`,
    change: (things) => [`update branch set moved_number = 99 where ${inSpace(things)}`],
  },
  {
    name: 'a revision after the head',
    kind: 'revision-number',
    id: () => 'ahead',
    change: (things) => [
      `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
         changed, created_by)
       select organization_id, space_id, 'ahead', branch_id, number + 1, type, array[id],
         '{}', created_by from revision where ${inSpace(things)} order by number desc limit 1`,
    ],
  },
  {
    name: 'a revision that came from nowhere',
    kind: 'revision-parents',
    id: ({ revision }) => revision,
    change: (things) => [
      `update revision set parents = '{nowhere}' where ${inSpace(things)} and id = '${things.revision}'`,
    ],
  },
  {
    name: 'a revision that hides what it changed',
    kind: 'revision-changed',
    id: ({ revision }) => revision,
    change: (things) => [
      `update revision set changed = array_remove(changed, '${things.page}')
       where ${inSpace(things)} and id = '${things.revision}'`,
    ],
  },
  {
    name: 'a wrong count of files',
    kind: 'space-files',
    id: ({ space }) => space,
    change: (things) => [`update space_counter set files = 7 where ${inSpace(things)}`],
  },
  {
    name: 'two versions of a page at one time',
    kind: 'entry-ranges',
    id: ({ page }) => `${page}@2`,
    change: (things) => [
      `update entry_version set to_number = 4
       where ${inSpace(things)} and entry_id = '${things.page}' and from_number = 2`,
    ],
  },
  {
    name: 'a deleted page that is said to be there',
    kind: 'entry-gone',
    id: ({ gonePage }) => gonePage,
    change: (things) => [
      `update entry set gone_number = null where ${inSpace(things)} and id = '${things.gonePage}'`,
    ],
  },
  {
    name: 'a page that is said to be deleted',
    kind: 'entry-gone',
    id: ({ page }) => page,
    change: (things) => [
      `update entry set gone_number = 3 where ${inSpace(things)} and id = '${things.page}'`,
    ],
  },
  {
    name: 'an entry without a version',
    kind: 'entry-gone',
    id: () => 'ghost',
    change: ({ api, space }) => [
      `insert into entry values ('${api.organization}', '${space}', 'ghost', 1)`,
    ],
  },
  {
    name: 'an entry that is older than its versions',
    kind: 'entry-from',
    id: ({ page }) => page,
    change: (things) => [
      `update entry set from_number = 1 where ${inSpace(things)} and id = '${things.page}'`,
    ],
  },
  {
    name: 'a page without a text',
    kind: 'entry-text',
    id: ({ page }) => `${page}@3`,
    change: (things) => [
      `update entry_version set document_id = null where ${openOf(things, things.page)}`,
    ],
  },
  {
    name: 'a page in a page that is gone',
    kind: 'entry-parent',
    id: ({ childPage }) => childPage,
    change: (things) => [
      `update entry_version set parent_id = '${things.gonePage}'
       where ${openOf(things, things.childPage)}`,
    ],
  },
  {
    name: 'a page without a place',
    kind: 'entry-position',
    id: ({ page }) => page,
    change: (things) => [
      `update entry_version set position = '' where ${openOf(things, things.page)}`,
    ],
  },
  {
    name: 'two pages in one place',
    kind: 'entry-position',
    id: ({ page }) => page,
    change: (things) => [
      `update entry_version set position = (
         select position from entry_version where ${inSpace(things)} and slug = 'page'
       ) where ${openOf(things, things.page)}`,
    ],
  },
  {
    name: 'a page without an address',
    kind: 'entry-slug',
    id: ({ page }) => page,
    change: (things) => [
      `update entry_version set slug = null where ${openOf(things, things.page)}`,
    ],
  },
  {
    name: 'a link that nobody finds from the other side',
    kind: 'entry-targets',
    id: ({ page }) => page,
    change: (things) => [
      `update entry_version set targets = '{}' where ${openOf(things, things.page)}`,
    ],
  },
  {
    name: 'a text that is not the one it is called by',
    kind: 'document-bytes',
    id: ({ documentId }) => documentId,
    change: (things) => [
      `update document set markdown = markdown || ' '
       where ${inSpace(things)} and id = '${things.documentId}'`,
    ],
  },
  {
    name: 'a projection that cannot be read',
    kind: 'document-bytes',
    id: ({ documentId }) => documentId,
    change: (things) => [
      `update document set projection = '\\x00' where ${inSpace(things)} and id = '${things.documentId}'`,
    ],
  },
]
