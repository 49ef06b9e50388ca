import { invalidRequest } from '#/platform/errors/api-error.ts'

interface Given {
  readonly draft?: boolean
  readonly hidden?: boolean
  readonly pageId?: string | null
}

/** Refuses what would show less of a site than is shown here: nothing of it may be dropped. */
export function refuseUnseen(parts: string, given: Given | undefined): void {
  const { draft = false, hidden = false, pageId = null } = given ?? {}
  if (draft) {
    throw invalidRequest(`There are no drafts of ${parts}. Send it without "draft".`)
  }
  if (hidden) {
    throw invalidRequest(
      `There are no hidden ${parts}. Send it without "hidden", or with a "condition".`,
    )
  }
  if (pageId !== null) {
    throw invalidRequest(
      'A space begins with its first page on a site. Send it without "pageId".',
    )
  }
}

/** Refuses a title for a space on one site only. */
export function refuseOwnTitle(title: string | undefined, spaceTitle: string): void {
  if (title === undefined || title === spaceTitle) return
  throw invalidRequest(
    'A space has its own title on every site. Send it without "title", or rename the space.',
  )
}
