import type { Corruption } from './test-corruptions.ts'

/** Collections and spaces, and what the search knows of them. */
export const spaceCorruptions: readonly Corruption[] = [
  {
    name: 'a space in a collection that does not exist',
    kind: 'content-parent',
    id: ({ space }) => space,
    change: ({ space }) => [
      `update content_node set parent_id = 'nowhere' where id = '${space}'`,
    ],
    isAlone: true,
  },
  {
    name: 'a collection in a space',
    kind: 'content-parent',
    id: ({ collection }) => collection,
    change: ({ collection, space }) => [
      `update content_node set parent_id = null, lineage = array[id] where id = '${space}'`,
      `update content_node set parent_id = '${space}', lineage = array[id, '${space}'] where id = '${collection}'`,
    ],
    isAlone: true,
  },
  {
    name: 'a space with wrong ancestors',
    kind: 'content-lineage',
    id: ({ space }) => space,
    change: ({ space }) => [
      `update content_node set lineage = array[id] where id = '${space}'`,
    ],
  },
  {
    name: 'a space that is more open than its collection',
    kind: 'content-base-level',
    id: ({ space }) => space,
    change: ({ space }) => [
      `update content_node set base_level = 'edit' where id = '${space}'`,
    ],
  },
  {
    name: 'a space that nobody can find',
    kind: 'content-home-missing',
    id: ({ space }) => space,
    change: ({ space }) => [`delete from directory where id = '${space}'`],
  },
  {
    name: 'a directory entry of a space that does not exist',
    kind: 'content-home-orphan',
    id: () => 'no-space',
    change: ({ api }) => [
      `insert into directory values ('no-space', 'space', '${api.organization}')`,
    ],
  },
  {
    name: 'a space without settings',
    kind: 'space-settings',
    id: ({ space }) => space,
    change: ({ space }) => [`delete from space where id = '${space}'`],
    isAlone: true,
  },
  {
    name: 'a space without counters',
    kind: 'space-counter',
    id: ({ space }) => space,
    change: ({ space }) => [`delete from space_counter where space_id = '${space}'`],
    isAlone: true,
  },
  {
    name: 'a space without content',
    kind: 'space-main-branch',
    id: ({ space }) => space,
    change: ({ space }) => [`delete from branch where space_id = '${space}'`],
    isAlone: true,
  },
  {
    name: 'merge rules of a space of an unknown form',
    kind: 'space-merge-rules',
    id: ({ space }) => space,
    change: ({ space }) => [
      `update space set merge_rules = '{"type": "maybe"}' where id = '${space}'`,
    ],
  },
  {
    name: 'a section of a space that does not exist',
    kind: 'search-section-space',
    id: () => 'nowhere',
    change: ({ api }) => [
      `insert into search_section (organization_id, space_id, page_id, number, heading, body, words)
       values ('${api.organization}', 'nowhere', 'page', 0, '', '', '')`,
    ],
  },
  {
    name: 'a space that says it has more sections in the index',
    kind: 'search-sections',
    id: ({ space }) => space,
    change: (things) => [
      `insert into search_state (organization_id, space_id, indexed_number, recipe, dictionary, sections)
       values ('${things.api.organization}', '${things.space}', 1, 1, 'english_stem', 3)
       on conflict (organization_id, space_id) do update set sections = search_state.sections + 3`,
    ],
    isAlone: true,
  },
  {
    name: 'an index that is ahead of the content',
    kind: 'search-ahead',
    id: ({ space }) => space,
    change: (things) => [
      `insert into search_state (organization_id, space_id, indexed_number, recipe, dictionary)
       values ('${things.api.organization}', '${things.space}', 99, 1, 'english_stem')
       on conflict (organization_id, space_id) do update set indexed_number = 99`,
    ],
    isAlone: true,
  },
]
