import type { Context } from '#/platform/http/context.ts'

import type { SiteTree } from './site-tree.ts'

/** The first minor release whose schema of a structure has external links. */
const firstMinor = 202

/**
 * Whether a client can read external links: releases of the published client before 0.202.0 take
 * every part of a structure that is no section for a group.
 */
export function readsLinks({ userAgent = '' }: Pick<Context, 'userAgent'>): boolean {
  const [, minor] = /^@gitbook\/api\/0\.(\d{1,6})\./.exec(userAgent) ?? []
  return minor === undefined || Number(minor) >= firstMinor
}

export function withoutLinks(tree: SiteTree): SiteTree {
  return { ...tree, links: [] }
}
