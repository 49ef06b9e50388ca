import type { OpenAPISpecChangeList } from '@lectern/contract/openapi-changes.ts'

import { authorizeView } from '#/features/references/openapi-specs/public.ts'
import {
  changesAppUrl,
  changesLocation,
} from '#/features/writing/computed-pages/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { viewChange } from './change-view.ts'
import { changesBetween, findVersions } from './changes-between.ts'
import { changesPageUrl } from './changes-urls.ts'

export const listOpenAPISpecVersionChanges = operation(
  'listOpenAPISpecVersionChanges',
  async (request, context): Promise<OpenAPISpecChangeList> => {
    const { params, query } = request
    const { organizationId, versionId } = params
    await authorizeView(context, organizationId)
    const page = readPage(context, request)
    // What is newest may change between two pages of one list.
    const wanted = page.afterText(1) ?? query.to ?? 'latest'
    const found = await findVersions(context, { ...params, from: versionId, to: wanted })
    const { changes, isPartial } = await changesBetween(context, organizationId, found)

    const breaking = changes.filter(({ isBreaking }) => isBreaking)
    const listed =
      query.breaking === undefined
        ? changes
        : changes.filter(({ isBreaking }) => isBreaking === query.breaking)
    const first = Number(page.afterText(0) ?? -1) + 1
    const rows = listed
      .slice(first, first + page.rowsMax)
      .map((change, index) => ({ change, index: first + index }))
    const { from, to, spec } = found
    const place = { organizationId, slug: spec.slug, from: from.id, to: to.id }
    return {
      ...page.finish(rows, {
        count: listed.length,
        isPartial,
        keyOf: ({ index }) => [index, to.id],
        view: ({ change }) => viewChange(change),
      }),
      from: from.id,
      to: to.id,
      breakingCount: breaking.length,
      urls: {
        location: changesLocation(context, place),
        app: changesAppUrl(context, place),
        page: changesPageUrl(context, place),
      },
    }
  },
)
