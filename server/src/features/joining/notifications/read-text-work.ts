import { threadTask } from '#/platform/threads/threads.ts'

/** The parts of a text that a mail needs. */
export interface ReadText {
  /** The ids of the users mentioned in the text. */
  readonly mentions: readonly string[]
  /** The beginning of the text, without markup. */
  readonly excerpt: string
}

const module = new URL('./read-text-task.ts', import.meta.url)

export const readTextsTask = threadTask<readonly string[], readonly ReadText[]>(
  module,
  'readTexts',
)
