import { threadTask } from '#/platform/threads/threads.ts'

import type { PartHash } from './shown-queries.ts'

export interface FilePart extends PartHash {
  /** JSON. */
  readonly part: string
}

/** What a file of a space says as a specification; nothing if it is none that can be shown. */
export type FileParts = readonly FilePart[] | undefined

/** Reads the bytes of a file as the text of a specification of its own. */
export const readFilePartsTask = threadTask<{ readonly bytes: Uint8Array }, FileParts>(
  new URL('./read-file-parts-task.ts', import.meta.url),
  'readFileParts',
)
