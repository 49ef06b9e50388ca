import type { ProbedUrl } from '@lectern/contract/site-redirects.ts'

import { authorize } from '#/access/actor.ts'
import {
  resolveSite,
  sitePolicy,
  type SiteRow,
} from '#/features/publishing/sites/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { pathBelow, rootsOf } from './probed-paths.ts'
import { readSiteMapForCaller } from './read-site-map.ts'
import { type Segments, segmentsOf } from './redirect-paths.ts'
import { urlOf } from './redirect-view.ts'
import { type Resolution, resolvePaths } from './resolve-paths.ts'

export const probeSiteRedirects = operation(
  'probeSiteRedirects',
  async ({ params, body: { urls } }, context) => {
    const site = await siteToTry(params, context)
    const roots = rootsOf(context, site)
    const read = urls.map((url) => {
      const path = pathBelow(roots, site, url)
      return { url, segments: path === undefined ? undefined : segmentsOf(path) }
    })
    const paths = read.flatMap(({ segments }) =>
      segments === undefined ? [] : [segments],
    )
    const map = await readSiteMapForCaller(
      context.db,
      params,
      context.caller.userId,
      paths,
    )
    const found = await resolvePaths(context.db, params, map, paths)
    const byPath = new Map<Segments, Resolution>(
      paths.map((path, index) => [path, found[index] ?? {}]),
    )
    return {
      items: read.map(({ url, segments }) => {
        if (segments === undefined) return notOfSite(url)
        return viewProbed(context, site, url, byPath.get(segments) ?? {})
      }),
    }
  },
  async ({ params }, context) => siteToTry(params, context),
)

async function siteToTry(
  { organizationId, siteId }: { organizationId: string; siteId: string },
  context: Context,
): Promise<SiteRow> {
  const { actor, site } = await resolveSite(context.db, context, organizationId, siteId)
  authorize(sitePolicy.structure(actor), 'try out URLs of this site', 'the create role')
  return site
}

function notOfSite(url: string): ProbedUrl {
  const message =
    'This is no URL or path of the site. Give a path below its root, or a URL that begins as those of the site do.'
  return { url, result: 'broken', message }
}

function viewProbed(
  context: Context,
  site: SiteRow,
  url: string,
  { live, rule, former }: Resolution,
): ProbedUrl {
  if (live !== undefined) {
    return { url, result: 'ok', target: urlOf(context, site, live) }
  }
  if (rule !== undefined) {
    const target = urlOf(context, site, rule.place)
    return { url, result: 'redirect', target, redirect: rule.redirect.id }
  }
  if (former !== undefined) {
    return { url, result: 'redirect', target: urlOf(context, site, former) }
  }
  const message = 'Nothing is or was here. Redirect it to where readers should go.'
  return { url, result: 'broken', message }
}
