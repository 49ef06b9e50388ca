import type { ReadEntries, Unpacked } from '#/features/writing/file-trees/public.ts'
import { newId } from '#/platform/ids/new-id.ts'

import type { Template } from './load-template.ts'

export interface TemplateCopy {
  readonly unpacked: Unpacked
  readonly read: ReadEntries
}

/**
 * Copies the pages of a template as new pages of a space. The copies have no origin that an import
 * could find again, and stand in a folder of their own where the space has files of the same names:
 * links between them lead to each other, however often the template is applied.
 */
export function copyTemplate(
  { id: templateId, entries, texts }: Template,
  taken: ReadonlySet<string>,
): TemplateCopy {
  const ids = new Map(entries.map(({ id }) => [id, newId()]))
  const idOf = (id: string) => ids.get(id) ?? ''
  const paths = entries.flatMap(({ path }) => path ?? [])
  const folder = freeFolder(templateId, paths, taken)
  const copies = entries.map(({ path, ...entry }) => ({
    ...entry,
    origin: undefined,
    id: idOf(entry.id),
    parent: entry.parent === null ? null : idOf(entry.parent),
    ...(path !== undefined && { path: `${folder}${path}` }),
  }))
  return {
    unpacked: { entries: copies, variables: {}, problems: [] },
    read: {
      known: new Map(
        texts.map(({ id, document }) => [idOf(id), { documentId: document.id }]),
      ),
      bodies: new Map(texts.map(({ id, body }) => [idOf(id), body])),
      documents: texts.map(({ document }) => document),
      keys: [],
    },
  }
}

function freeFolder(
  name: string,
  paths: readonly string[],
  taken: ReadonlySet<string>,
): string {
  for (let time = 0; ; time += 1) {
    const folder = time === 0 ? '' : `${name}${time === 1 ? '' : `-${time}`}/`
    if (!paths.some((path) => taken.has(`${folder}${path}`))) return folder
  }
}
