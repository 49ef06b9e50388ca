import { threadTask } from '#/platform/threads/threads.ts'

export type WrittenText =
  | { readonly markdown: string }
  | { readonly problem: { readonly path: string; readonly message: string } }

export const writeTextTask = threadTask<unknown, WrittenText>(
  new URL('./write-text-task.ts', import.meta.url),
  'writeText',
)

export const documentsTask = threadTask<readonly string[], readonly string[]>(
  new URL('./comment-documents.ts', import.meta.url),
  'documentsOf',
)
