import { damage, each, type Template } from './planned.ts'
import type { Place } from './places.ts'

const sites = ({ sites: all }: Place) => all

const content = ({ organization }: Place, id: string, { bundle = '1', age = '0' } = {}) =>
  `insert into openapi_content
     (organization_id, hash, size, format, files, text_start, text_end, bundle_size, created_at)
   values ('${organization}', '${id}', 1, 'json', 1, 1, 2, ${bundle},
     now() - interval '${age} days')`
const spec = ({ organization }: Place, id: string, { hash = id, key = id } = {}) =>
  `insert into openapi_spec (organization_id, id, slug, slug_key, source_hash)
   values ('${organization}', '${id}', '${id.toLowerCase()}', '${key.toLowerCase()}', '${hash}')`
const version = ({ organization }: Place, id: string, { hash = id, specId = id } = {}) =>
  `insert into openapi_spec_version (organization_id, spec_id, id, hash)
   values ('${organization}', '${specId}', '${id}', '${hash}')`
const counted = (place: Place, bytes: number) =>
  `insert into organization_counter (organization_id, name, value)
   values ('${place.organization}', 'file-bytes', ${bytes})
   on conflict (organization_id, name) do update
   set value = organization_counter.value + ${bytes}`

const shown = (place: Place, id: string, columns: string) => [
  spec(place, id),
  `update openapi_spec set ${columns} where id = '${id}'`,
]

export const openApiTemplates: readonly Template[] = [
  each('openapi-version-spec', sites, ({ id }, place) =>
    damage(
      'openapi-version-spec',
      id,
      content(place, id),
      counted(place, 2),
      version(place, id, { specId: 'nothing' }),
    ),
  ),
  each('openapi-version-content', sites, ({ id }, place) =>
    damage(
      'openapi-version-content',
      id,
      content(place, id),
      counted(place, 2),
      spec(place, id),
      version(place, id, { hash: 'nothing' }),
    ),
  ),
  each('openapi-spec-source', sites, ({ id }, place) =>
    damage('openapi-spec-source', id, spec(place, id, { hash: 'nothing' })),
  ),
  each('openapi-spec-slug', sites, ({ id }, place) =>
    damage(
      'openapi-spec-slug',
      id,
      content(place, id),
      counted(place, 2),
      spec(place, id, { key: `other-${id}` }),
    ),
  ),
  each('openapi-version-bundle', sites, ({ id }, place) =>
    damage(
      'openapi-version-bundle',
      id,
      content(place, id, { bundle: 'null' }),
      counted(place, 1),
      spec(place, id),
      version(place, id),
    ),
  ),
  each('openapi-shown-version', sites, ({ id }, place) =>
    damage(
      'openapi-shown-version',
      id,
      content(place, id),
      counted(place, 2),
      ...shown(place, id, `shown_version = 'nothing'`),
    ),
  ),
  each('openapi-shown-content', sites, ({ id }, place) =>
    damage(
      'openapi-shown-content',
      id,
      content(place, id),
      counted(place, 2),
      ...shown(place, id, `shown_hash = 'nothing', shown_size = 1`),
    ),
  ),
  each('openapi-overlay-spec', sites, ({ id }, { organization }) =>
    damage(
      'openapi-overlay-spec',
      `${id}/words`,
      `insert into openapi_overlay (organization_id, spec_id, name, text)
       values ('${organization}', '${id}', 'words', '{}')`,
    ),
  ),
  each('openapi-part-planned', sites, ({ id }, place) =>
    damage(
      'openapi-part-planned',
      `${id}/operation/get /a`,
      content(place, id),
      counted(place, 2),
      ...shown(place, id, `plan = '{"info": {}, "page": {"parts": [], "pages": []}}'`),
      `insert into openapi_part (organization_id, spec_id, kind, name, hash, part, words)
       values ('${place.organization}', '${id}', 'operation', 'get /a', 'h', '{}', '')`,
    ),
  ),
  each('openapi-content-named', sites, ({ id }, place) =>
    damage(
      'openapi-content-named',
      id,
      content(place, id, { age: '8' }),
      counted(place, 2),
    ),
  ),
]
