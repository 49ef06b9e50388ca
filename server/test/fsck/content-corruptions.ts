import { entryTemplates } from './entry-corruptions.ts'
import { damage, each, inSpace, of, type Template } from './planned.ts'
import type { Place } from './places.ts'

const spaces = ({ spaces: all }: Place) => all

const nodeTemplates: readonly Template[] = [
  each(
    'content-parent',
    ({ spaces: all, collections }) => [...all.map(({ id }) => id), ...collections],
    (id) =>
      damage(
        'content-parent',
        id,
        `update content_node set parent_id = 'nowhere' where id = '${id}'`,
      ),
  ),
  each('content-parent', spaces, ({ id }, { organization, collections: [collection] }) =>
    damage(
      'content-parent',
      collection ?? '',
      `update content_node set parent_id = null, lineage = array[id] where id = '${id}'`,
      `update content_node set parent_id = '${id}', lineage = array[id, '${id}']
       where id = '${collection}'`,
      // What lies below it keeps to it.
      `update content_node as n set lineage = n.id || above.lineage from content_node as above
       where n.organization_id = '${organization}' and above.organization_id = '${organization}'
         and above.id = n.parent_id and n.parent_id = '${collection}'`,
      `update content_node as n set lineage = n.id || above.lineage from content_node as above
       where n.organization_id = '${organization}' and above.organization_id = '${organization}'
         and above.id = n.parent_id and above.parent_id = '${collection}'`,
    ),
  ),
  each('content-lineage', spaces, ({ id }, { elsewhere }) =>
    damage(
      'content-lineage',
      id,
      `update content_node set lineage = lineage || '${elsewhere}'::text where id = '${id}'`,
    ),
  ),
  each(
    'content-lineage',
    ({ spaces: all }) => all.slice(1, 3),
    ({ id }) =>
      damage(
        'content-lineage',
        id,
        `update content_node set lineage = array[id] where id = '${id}'`,
      ),
  ),
  ...['edit', 'admin', 'read'].map((level) =>
    each('content-base-level', spaces, ({ id }) =>
      damage(
        'content-base-level',
        id,
        `update content_node set base_level = '${level}' where id = '${id}'`,
      ),
    ),
  ),
  each(
    'content-home-missing',
    ({ spaces: all, collections }) => [...all.map(({ id }) => id), ...collections],
    (id) =>
      damage('content-home-missing', id, `delete from directory where id = '${id}'`),
  ),
  each('content-home-missing', spaces, ({ id }) =>
    damage(
      'content-home-missing',
      id,
      `update directory set kind = 'collection' where id = '${id}'`,
    ),
  ),
  ...['space', 'collection'].map((kind) =>
    each(
      'content-home-orphan',
      ({ index }) => [`no-${kind}-${index}`],
      (id, { organization }) =>
        damage(
          'content-home-orphan',
          id,
          `insert into directory values ('${id}', '${kind}', '${organization}')`,
        ),
    ),
  ),
]

const spaceTemplates: readonly Template[] = [
  each(
    'space-settings',
    ({ spaces: all }) => all.slice(1),
    ({ id }) => damage('space-settings', id, `delete from space where id = '${id}'`),
  ),
  each('space-counter', spaces, ({ id }, place) =>
    damage(
      'space-counter',
      id,
      `update organization_counter set value = value -
         (select file_bytes from space_counter where ${of(place)} and space_id = '${id}')
       where ${of(place)} and name = 'file-bytes'`,
      `delete from space_counter where space_id = '${id}'`,
    ),
  ),
  each('space-main-branch', spaces, ({ id }) =>
    damage('space-main-branch', id, `delete from branch where id = '${id}'`),
  ),
  ...['{"type": "maybe"}', '{}', '[]'].map((rules) =>
    each('space-merge-rules', spaces, ({ id }) =>
      damage(
        'space-merge-rules',
        id,
        `update space set merge_rules = '${rules}' where id = '${id}'`,
      ),
    ),
  ),
  ...['files + 1', '0', '70'].map((files) =>
    each('space-files', spaces, ({ id }) =>
      damage(
        'space-files',
        id,
        `update space_counter set files = ${files} where space_id = '${id}'`,
      ),
    ),
  ),
  each('space-file-bytes', spaces, ({ id }, place) =>
    damage(
      'space-file-bytes',
      id,
      `update space_counter set file_bytes = file_bytes + 5 where space_id = '${id}'`,
      `insert into organization_counter as c values ('${place.organization}', 'file-bytes', 5)
       on conflict (organization_id, name) do update set value = c.value + 5`,
    ),
  ),
  each('pending-file-named', spaces, (space, place) =>
    damage(
      'pending-file-named',
      `spaces/${space.id}/named`,
      `insert into pending_file (organization_id, space_id, key)
       values ('${place.organization}', '${space.id}', 'spaces/${space.id}/named')`,
      `update entry_version set attributes = attributes || '{"key": "spaces/${space.id}/named"}'
       where ${inSpace(place, space)} and entry_id = '${space.file}'`,
    ),
  ),
  each('pending-file-key', spaces, ({ id }, { organization }) =>
    damage(
      'pending-file-key',
      `spaces/elsewhere/${id}`,
      `insert into pending_file (organization_id, space_id, key)
       values ('${organization}', '${id}', 'spaces/elsewhere/${id}')`,
    ),
  ),
]

const searchTemplates: readonly Template[] = [
  each(
    'search-section-space',
    ({ index }) => [1, 2].map((n) => `nowhere-${index}-${n}`),
    (id, { organization }) =>
      damage(
        'search-section-space',
        id,
        `insert into search_section (organization_id, space_id, page_id, number, heading, body,
           words) values ('${organization}', '${id}', 'page', 0, '', '', '')`,
      ),
  ),
  ...[
    `update search_state set sections = sections + 3`,
    `update search_state set sections = 0`,
  ].map((change) =>
    each(
      'search-sections',
      ({ spaces: all }) => all.slice(0, 1),
      (space, place) =>
        damage('search-sections', space.id, `${change} where ${inSpace(place, space)}`),
    ),
  ),
  each(
    'search-sections',
    ({ spaces: all }) => all.slice(0, 1),
    (space, place) => ({
      change: [`delete from search_section where ${inSpace(place, space)}`],
      reported: [
        ['search-sections', space.id],
        ['search-sights', `${space.id} `],
      ],
    }),
  ),
  each(
    'search-sights',
    ({ spaces: all }) => all.slice(0, 1),
    (space, place) =>
      damage(
        'search-sights',
        `${space.id} `,
        `insert into search_sight (organization_id, space_id, sight, conditions, sections)
         values ('${place.organization}', '${space.id}', '', '[]', 99)
         on conflict (organization_id, space_id, sight) do update set sections = 99`,
      ),
  ),
  each(
    'search-ahead',
    () => [4, 99],
    (number, place) => {
      const [space] = place.spaces
      return damage(
        'search-ahead',
        space?.id ?? '',
        `update search_state set indexed_number = ${number}
         where ${of(place)} and space_id = '${space?.id}'`,
      )
    },
  ),
]

const revisionTemplates: readonly Template[] = [
  ...[`'nothing'`, `''`].map((head) =>
    each('branch-head', spaces, (space) =>
      damage(
        'branch-head',
        `${space.id}/${space.id}`,
        `update branch set head_revision_id = ${head} where id = '${space.id}'`,
      ),
    ),
  ),
  ...[0, 1].map((older) =>
    each('branch-head', spaces, (space) =>
      damage(
        'branch-head',
        `${space.id}/${space.id}`,
        `update branch set head_revision_id = '${space.revisions[older]}'
         where id = '${space.id}'`,
      ),
    ),
  ),
  ...[4, 99].map((number) =>
    each('branch-moved', spaces, (space) =>
      damage(
        'branch-moved',
        `${space.id}/${space.id}`,
        `update branch set moved_number = ${number} where id = '${space.id}'`,
      ),
    ),
  ),
  each('revision-number', spaces, (space, place) =>
    damage(
      'revision-number',
      `ahead-${space.id}`,
      `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
         changed, created_by)
       select organization_id, space_id, 'ahead-${space.id}', branch_id, number + 1, type,
         array[id], '{}', created_by
       from revision where ${inSpace(place, space)} and id = '${space.revisions[2]}'`,
    ),
  ),
  each('revision-parents', spaces, (space, place) => ({
    change: [
      `delete from revision where ${inSpace(place, space)} and id = '${space.revisions[1]}'`,
    ],
    reported: [
      ['revision-parents', space.revisions[2] ?? ''],
      ['revision-number', space.revisions[2] ?? ''],
    ],
  })),
  ...[`'{nowhere}'`, `'{}'`].flatMap((parents) =>
    [1, 2].map((nth) =>
      each('revision-parents', spaces, (space, place) =>
        damage(
          'revision-parents',
          space.revisions[nth] ?? '',
          `update revision set parents = ${parents}
           where ${inSpace(place, space)} and id = '${space.revisions[nth]}'`,
        ),
      ),
    ),
  ),
  ...[
    (page: string) => `array_remove(changed, '${page}')`,
    () => `changed || 'somebody'::text`,
    () => `'{}'`,
    (page: string) => `changed || '${page}'::text`,
  ].map((changed) =>
    each('revision-changed', spaces, (space, place) =>
      damage(
        'revision-changed',
        space.revisions[2] ?? '',
        `update revision set changed = ${changed(space.page)}
         where ${inSpace(place, space)} and id = '${space.revisions[2]}'`,
      ),
    ),
  ),
]

const pdfTemplates: readonly Template[] = [
  each('pdf-revision', spaces, ({ id }, { organization }) =>
    damage(
      'pdf-revision',
      `pdf-${id}`,
      `insert into pdf (organization_id, id, space_id, revision_id, page_id, is_only, asked_by)
       values ('${organization}', 'pdf-${id}', '${id}', 'nothing', '', false, 'x')`,
    ),
  ),
]

const diagramTemplates: readonly Template[] = [
  each('diagram-space', spaces, ({ id }, { organization }) =>
    damage(
      'diagram-space',
      `diagram-${id}`,
      `insert into diagram (organization_id, space_id, id, source)
       values ('${organization}', 'nothing', 'diagram-${id}', 'graph TD')`,
    ),
  ),
]

export const contentTemplates: readonly Template[] = [
  ...nodeTemplates,
  ...spaceTemplates,
  ...searchTemplates,
  ...revisionTemplates,
  ...entryTemplates,
  ...pdfTemplates,
  ...diagramTemplates,
]
