import type { ContentRef } from '@lectern/content/document/references.ts'

import type { StoredLink } from '#/content-store/entries/public.ts'
import { threadTask } from '#/platform/threads/threads.ts'

/** The current path and addresses of a possible link target. */
export interface TargetNow {
  readonly path: string
  /** For a page: the addresses under which it is found without its file. */
  readonly addresses: readonly string[]
}

/** A text, the stored targets of its references, and the current paths of these targets. */
export interface RespellWork {
  readonly markdown: string
  readonly links: readonly StoredLink[]
  /** The file that relative links of the text start from. */
  readonly file: string
  /** Keys are `page/<id>`, `file/<id>` and `reusable-content/<id>`; a missing target is deleted. */
  readonly targets: Readonly<Record<string, TargetNow>>
  /** All existing files, when a path could lead to another file than its target. */
  readonly files?: ReadonlySet<string>
}

/** The task of `respellLinks` on a thread: texts of strangers take milliseconds to read. */
export const respellLinksTask = threadTask<RespellWork, string>(
  new URL('./respell-links.ts', import.meta.url),
  'respellLinks',
)

/** The kind and id of a link's target in its own space; undefined for all other targets. */
export function keyOfTarget({ ref, target = ref }: StoredLink): string | undefined {
  if ('space' in target && target.space !== undefined) return undefined
  return keyOfRef(target)
}

function keyOfRef(ref: ContentRef): string | undefined {
  if (ref.kind === 'page') return `page/${ref.page}`
  if (ref.kind === 'anchor') {
    return ref.page === undefined ? undefined : `page/${ref.page}`
  }
  if (ref.kind === 'file') return `file/${ref.file}`
  return ref.kind === 'reusable-content'
    ? `reusable-content/${ref.reusableContent}`
    : undefined
}
