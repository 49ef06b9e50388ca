import { damage, each, inSpace, type Planned, type Template } from './planned.ts'
import type { Place, PlaceSpace } from './places.ts'

const spaces = ({ spaces: all }: Place) => all

/** A change of the open version of one entry. */
function open(
  kind: string,
  idOf: (space: PlaceSpace) => string,
  set: (space: PlaceSpace) => string,
): Template {
  return each(kind, spaces, (space, place) =>
    damage(
      kind,
      idOf(space),
      setOpen(place, space, { id: idOf(space), set: set(space) }),
    ),
  )
}

function setOpen(
  place: Place,
  space: PlaceSpace,
  { id, set }: { id: string; set: string },
): string {
  return `update entry_version set ${set}
    where ${inSpace(place, space)} and entry_id = '${id}' and to_number is null`
}

function entry(set: string, id: (space: PlaceSpace) => string) {
  return (space: PlaceSpace, place: Place) =>
    `update entry set ${set} where ${inSpace(place, space)} and id = '${id(space)}'`
}

const page = ({ page: id }: PlaceSpace) => id
const childPage = ({ childPage: id }: PlaceSpace) => id
const otherPage = ({ otherPage: id }: PlaceSpace) => id
const group = ({ group: id }: PlaceSpace) => id
const link = ({ link: id }: PlaceSpace) => id
const file = ({ file: id }: PlaceSpace) => id

const rangeTemplates: readonly Template[] = [
  ...[1, 7].map((by) =>
    each('entry-ranges', spaces, (space, place) =>
      damage(
        'entry-ranges',
        `${space.page}@2`,
        `update entry_version set to_number = to_number + ${by}
         where ${inSpace(place, space)} and entry_id = '${space.page}' and from_number = 2`,
      ),
    ),
  ),
  ...[page, childPage, group, file].map((id) =>
    each('entry-gone', spaces, (space, place) =>
      damage('entry-gone', id(space), entry('gone_number = 3', id)(space, place)),
    ),
  ),
  each('entry-gone', spaces, (space, place) =>
    damage(
      'entry-gone',
      space.gonePage,
      entry('gone_number = null', ({ gonePage }) => gonePage)(space, place),
    ),
  ),
  each('entry-gone', spaces, ({ id }, { organization }) =>
    damage(
      'entry-gone',
      `ghost-${id}`,
      `insert into entry values ('${organization}', '${id}', 'ghost-${id}', 1)`,
    ),
  ),
  ...[page, otherPage, link].map((id) =>
    each('entry-from', spaces, (space, place) =>
      damage('entry-from', id(space), entry('from_number = 1', id)(space, place)),
    ),
  ),
  each('entry-from', spaces, (space, place) =>
    damage(
      'entry-from',
      space.otherPage,
      `delete from entry where ${inSpace(place, space)} and id = '${space.otherPage}'`,
    ),
  ),
]

const textTemplates: readonly Template[] = [
  ...[otherPage, childPage].map((id) =>
    each('entry-text', spaces, (space, place) =>
      damage(
        'entry-text',
        `${id(space)}@2`,
        setOpen(place, space, { id: id(space), set: 'document_id = null' }),
      ),
    ),
  ),
  each('entry-text', spaces, (space, place) =>
    damage(
      'entry-text',
      `${space.group}@2`,
      setOpen(place, space, {
        id: space.group,
        set: `document_id = '${space.documents[0]}'`,
      }),
    ),
  ),
  each('entry-text', spaces, (space, place) =>
    damage(
      'entry-text',
      `${space.page}@2`,
      `update entry_version set document_id = null
       where ${inSpace(place, space)} and entry_id = '${space.page}' and from_number = 2`,
    ),
  ),
]

const placeTemplates: readonly Template[] = [
  open('entry-parent', childPage, ({ gonePage }) => `parent_id = '${gonePage}'`),
  open('entry-parent', childPage, () => `parent_id = 'nowhere'`),
  open('entry-parent', otherPage, ({ file: id }) => `parent_id = '${id}'`),
  open('entry-parent', group, ({ page: id }) => `parent_id = '${id}'`),
  open('entry-position', page, () => `position = ''`),
  open('entry-position', link, () => `position = ''`),
  open('entry-position', file, () => `position = 'a0'`),
  each('entry-position', spaces, (space, place) =>
    sharedPlace(place, space, [space.page, space.otherPage]),
  ),
  each('entry-position', spaces, (space, place) =>
    sharedPlace(place, space, [space.group, space.link]),
  ),
  open('entry-slug', page, () => 'slug = null'),
  open('entry-slug', group, () => `slug = ''`),
  open('entry-slug', otherPage, () => `slug = 'a/b'`),
  open('entry-slug', link, () => `slug = 'here'`),
  open('entry-targets', page, () => `targets = '{}'`),
  open('entry-targets', page, () => `targets = null`),
  open('entry-targets', page, ({ otherPage: id }) => `targets = array['${id}']`),
  open('entry-uses', page, () => `uses = '{"nothing": []}'`),
]

/** Of two in one place the second by its id is reported. */
function sharedPlace(
  place: Place,
  space: PlaceSpace,
  [first, second]: readonly [string, string],
): Planned {
  const set = `position = (
    select position from entry_version
    where ${inSpace(place, space)} and entry_id = '${second}' and to_number is null
  )`
  const reported = first > second ? first : second
  return damage('entry-position', reported, setOpen(place, space, { id: first, set }))
}

/** Of texts: longer, shorter, empty, another one; and of what was made of them. */
const textDamages = [
  `markdown = markdown || ' '`,
  `markdown = markdown || chr(10)`,
  `markdown = left(markdown, -1)`,
  `markdown = ''`,
  `markdown = overlay(markdown placing '~' from 3 for 1)`,
  `markdown = upper(markdown)`,
  `markdown = replace(markdown, chr(10), chr(13) || chr(10))`,
  `projection = '\\x00'`,
  `projection = ''`,
  `projection = substring(projection for 8)`,
  `projection = substring(projection for octet_length(projection) - 1)`,
  `projection = set_byte(projection, 0, 0)`,
  `projection = convert_to('{}', 'UTF8')`,
]

const documentTemplates: readonly Template[] = textDamages.flatMap((set) =>
  [0, 1, 2].map((nth) =>
    each('document-bytes', spaces, (space, place) =>
      damage(
        'document-bytes',
        space.documents[nth] ?? '',
        `update document set ${set}
         where ${inSpace(place, space)} and id = '${space.documents[nth]}'`,
      ),
    ),
  ),
)

export const entryTemplates: readonly Template[] = [
  ...rangeTemplates,
  ...textTemplates,
  ...placeTemplates,
  ...documentTemplates,
]
