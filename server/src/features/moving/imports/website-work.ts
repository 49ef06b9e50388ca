import { threadTask } from '#/platform/threads/threads.ts'

export interface PageToRead {
  readonly body: Uint8Array
  readonly contentType: string
  readonly url: string
}

/** A page that was read, ready to be written once it is known what was read with it. */
export interface PageRead {
  readonly title: string
  readonly description?: string
  /** Its document as JSON, compressed: all pages of a site are held at once. */
  readonly packed: Uint8Array
  readonly links: readonly string[]
  readonly images: readonly string[]
  readonly isClosed: boolean
  readonly isDeadEnd: boolean
}

export interface PageToWrite extends Pick<PageRead, 'title' | 'description' | 'packed'> {
  readonly path: string
  /** The paths of all that was read, by the keys of addresses. */
  readonly paths: ReadonlyMap<string, string>
}

const module = new URL('./website-task.ts', import.meta.url)

export const readPage = threadTask<PageToRead, PageRead>(module, 'readPage')
export const writePage = threadTask<PageToWrite, string>(module, 'writePage')
