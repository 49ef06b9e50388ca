import type { JsonDocument } from '@lectern/contract/documents.ts'
import type { DocumentPage, Page } from '@lectern/contract/pages.ts'

import { selectHead } from '#/content-store/branches/public.ts'
import { projectionJson } from '#/content-store/documents/public.ts'
import { readInSpace } from '#/content-store/read/public.ts'
import { isSpecSeen } from '#/content-store/sight/public.ts'
import {
  documentOfSeed,
  type Group,
  type GroupSource,
  groupSourceOf,
  groupSourceOfPage,
  loadGroups,
  type PageOfGroup,
  readPlanned,
  seedOf,
  sourceProblem,
  viewDocumentSource,
} from '#/features/writing/computed-pages/public.ts'
import { ApiError, invalidRequest, notFound } from '#/platform/errors/api-error.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import type { JsonText, Versioned } from '#/platform/http/outcome.ts'

import { findDocument } from './get-document.ts'
import { joinPath } from './page-tree.ts'
import { pageScene, viewLayout } from './page-view.ts'

export const getComputedDocument = operation(
  'getComputedDocument',
  async ({ params: { spaceId }, body: { source, seed } }, context) => {
    const wanted = groupSourceOfPage(source)
    if (wanted === undefined) throw otherSource(sourceProblem(source))
    const documentId = documentOfSeed(seed)
    const stored = await storedDocument(context, spaceId, documentId)
    if (stored !== undefined) return stored
    const { group, organizationId } = await groupFor(context, spaceId, wanted)
    const page = group.pages.find((each) => each.documentId === documentId)
    if (page === undefined) throw notFound('document', seed)
    const { threads } = context
    const bodies = await readPlanned(threads, { organizationId }, [page])
    const body = bodies.get(page.documentId)
    if (body === undefined) throw new Error('A text was not read')
    return asDocument(projectionJson(body.projection))
  },
)

export const getComputedRevision = operation(
  'getComputedRevision',
  async ({ params: { spaceId }, body: { source } }, context) => {
    const wanted = groupSourceOf(source)
    if (wanted === undefined) throw otherSource(sourceProblem(source))
    const { group } = await groupFor(context, spaceId, wanted)
    return { pages: viewGroup(context, spaceId, group), files: [], reusableContents: [] }
  },
)

function otherSource(problem = 'is none from which something is computed'): ApiError {
  return invalidRequest(`body.source ${problem}.`, [
    { path: 'body.source', message: problem },
  ])
}

/** The document as some revision of the space has it, if the reader may see it there. */
async function storedDocument(
  context: ReaderContext,
  spaceId: string,
  documentId: string,
): Promise<JsonDocument | undefined> {
  try {
    const found: Versioned<JsonDocument> = await findDocument(
      context,
      spaceId,
      documentId,
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- documents are kept as the text of their JSON
    return asDocument(((await found.view()) as JsonText<JsonDocument>).text)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

function asDocument(text: string): JsonDocument {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text was made of one
  return JSON.parse(text) as JsonDocument
}

/**
 * What a source gives now, for members of the organization and for visitors to whom a page shows the
 * specification. Others see the pages that a space has of it.
 */
async function groupFor(
  context: ReaderContext,
  spaceId: string,
  source: GroupSource,
): Promise<{ readonly group: Group; readonly organizationId: string }> {
  const { actor, organizationId } = await readInSpace(context, spaceId, async (of) =>
    context.db.many(selectHead, of),
  )
  const { spec } = source
  const maySee = isVisitor(context.caller)
    ? await isSpecSeen(context, spec)
    : actor.organizationRole !== null
  const [group] = maySee ? await loadGroups(context, { organizationId }, [source]) : []
  if (group === undefined) throw notFound('OpenAPI specification', spec)
  return { group, organizationId }
}

/** The pages as a tree, with ids that say what they are of: the space need not have them. */
function viewGroup(
  context: ReaderContext,
  spaceId: string,
  { pages, source }: Group,
): Page[] {
  const { appUrl } = pageScene(context, spaceId)
  const byParent = Map.groupBy(pages, ({ parent }) => parent)
  const view = (page: PageOfGroup, above: string): DocumentPage => {
    const path = joinPath(above, page.slug)
    const { description, documentId, digest, key, slug, title } = page
    return {
      id: key,
      title,
      type: 'document',
      kind: 'sheet',
      slug,
      path,
      urls: { app: `${appUrl}/${encodeURI(path)}` },
      ...(description !== undefined && { description }),
      layout: viewLayout(),
      tags: [],
      pages: (byParent.get(key) ?? []).map((below) => view(below, path)),
      computed: viewDocumentSource(page, source),
      computedSeed: seedOf(documentId, digest),
    }
  }
  return (byParent.get(null) ?? []).map((root) => view(root, ''))
}
