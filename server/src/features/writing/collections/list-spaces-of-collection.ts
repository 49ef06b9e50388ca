import { atHome } from '#/access/content-access.ts'
import { listSpacesIn } from '#/features/writing/spaces/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

export const listSpacesInCollectionById = operation(
  'listSpacesInCollectionById',
  async (request, context) => {
    const { collectionId } = request.params
    const page = readPage(context, request)
    return atHome(context, 'collection', collectionId, async (organizationId) =>
      listSpacesIn(context, page, { organizationId, collectionId }),
    )
  },
)
