import assert from 'node:assert/strict'

import { type Calls, outsideOf } from './official-client-calls.ts'
import { indexTestSpace } from './search/test-index.ts'
import type { TestApi } from './test-api.ts'

/** What there is to read in the space of the scene. */
export interface SceneContent {
  readonly revision: string
  readonly page: string
  readonly path: string
  readonly document: string
  readonly file: string
  readonly reusableContent: string
}

export async function createSceneContent(
  api: TestApi,
  space: string,
): Promise<SceneContent> {
  const base64 = Buffer.from('plain').toString('base64')
  const { body } = await api.as('admin').post(`/spaces/${space}/content`, {
    changes: [
      { operation: 'insert_group', title: 'Guides', ref: 'guides' },
      {
        operation: 'insert_page',
        title: 'Start',
        document: { markdown: 'Hi, [first](/page.md), [nobody](missing.md).' },
        into: 'guides',
      },
      {
        operation: 'insert_reusable_content',
        title: 'Snippet',
        document: { markdown: 'Hi.' },
      },
      { operation: 'insert_files', files: [{ name: 'a.txt', base64 }] },
    ],
  })
  await indexTestSpace(api, space)
  const current = await api.as('admin').get(`/spaces/${space}/content`)
  const { pages, files, reusableContents } = current.body
  const [page] = pages.find(({ type }: { type: string }) => type === 'group').pages
  return {
    revision: body.revision,
    page: page.id,
    path: page.path,
    document: page.documentId,
    file: files[0].id,
    reusableContent: reusableContents[0].id,
  }
}

export const contentCalls = {
  searchSpaceContent: outsideOf(async (client, { space }) => {
    const reply = await client.spaces.searchSpaceContent(space, {
      query: 'start',
      limit: 5,
    })
    assert.ok(reply.data.items.length > 0)
    return reply
  }),
  searchOrganizationContent: outsideOf(async (client, { organization }) => {
    const reply = await client.orgs.searchOrganizationContent(organization, {
      query: 'start',
      limit: 5,
    })
    assert.ok(reply.data.items.length > 0)
    return reply
  }),
  getCurrentRevision: outsideOf(async (client, { space }) =>
    client.spaces.getCurrentRevision(space, { metadata: false, computed: false }),
  ),
  applyTemplateToSpace: outsideOf(async (client, { space }) =>
    client.spaces.applyTemplateToSpace(space, { id: 'blank' }),
  ),
  listPages: outsideOf(async (client, { space }) =>
    client.spaces.listPages(space, { metadata: true }),
  ),
  listFiles: outsideOf(async (client, { space }) =>
    client.spaces.listFiles(space, { limit: 5 }),
  ),
  getFileById: outsideOf(async (client, { space, content }) =>
    client.spaces.getFileById(space, content.file),
  ),
  listSpaceLinks: outsideOf(async (client, { space }) =>
    client.spaces.listSpaceLinks(space, { limit: 5 }),
  ),
  listPageLinksInSpace: outsideOf(async (client, { space, content }) =>
    client.spaces.listPageLinksInSpace(space, content.page, { limit: 5 }),
  ),
  listSpacePageBacklinks: outsideOf(async (client, { space, content }) =>
    client.spaces.listSpacePageBacklinks(space, content.page, { limit: 5 }),
  ),
  listSpaceFileBacklinks: outsideOf(async (client, { space, content }) =>
    client.spaces.listSpaceFileBacklinks(space, content.file, { limit: 5 }),
  ),
  listChangeRequestLinks: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.listChangeRequestLinks(space, changeRequest, {
      limit: 5,
      brokenContext: 'space',
    }),
  ),
  listPageLinksInChangeRequest: outsideOf(
    async (client, { space, changeRequest, content }) =>
      client.spaces.listPageLinksInChangeRequest(space, changeRequest, content.page, {
        limit: 5,
      }),
  ),
  listChangeRequestPageBacklinks: outsideOf(
    async (client, { space, changeRequest, content }) =>
      client.spaces.listChangeRequestPageBacklinks(space, changeRequest, content.page, {
        limit: 5,
      }),
  ),
  listChangeRequestFileBacklinks: outsideOf(
    async (client, { space, changeRequest, content }) =>
      client.spaces.listChangeRequestFileBacklinks(space, changeRequest, content.file, {
        limit: 5,
      }),
  ),
  getPageById: outsideOf(async (client, { space, content }) =>
    client.spaces.getPageById(space, content.page, {
      format: 'markdown',
      evaluated: 'deterministic-only',
    }),
  ),
  getPageByPath: outsideOf(async (client, { space, content }) =>
    client.spaces.getPageByPath(space, content.path, { evaluated: true }),
  ),
  getReusableContentById: outsideOf(async (client, { space, content }) =>
    client.spaces.getReusableContentById(space, content.reusableContent),
  ),
  getDocumentById: outsideOf(async (client, { space, content }) =>
    client.spaces.getDocumentById(space, content.document, { schema: 'next' }),
  ),
  getRevisionById: outsideOf(async (client, { space, content }) =>
    client.spaces.getRevisionById(space, content.revision),
  ),
  getRevisionSemanticChanges: outsideOf(async (client, { space, content }) =>
    client.spaces.getRevisionSemanticChanges(space, content.revision, { limit: 2 }),
  ),
  listPagesInRevisionById: outsideOf(async (client, { space, content }) =>
    client.spaces.listPagesInRevisionById(space, content.revision),
  ),
  listFilesInRevisionById: outsideOf(async (client, { space, content }) =>
    client.spaces.listFilesInRevisionById(space, content.revision, { limit: 5 }),
  ),
  getFileInRevisionById: outsideOf(async (client, { space, content }) =>
    client.spaces.getFileInRevisionById(space, content.revision, content.file),
  ),
  getPageInRevisionById: outsideOf(async (client, { space, content }) =>
    client.spaces.getPageInRevisionById(space, content.revision, content.page, {
      format: 'document',
    }),
  ),
  getPageDocumentInRevisionById: outsideOf(async (client, { space, content }) =>
    client.spaces.getPageDocumentInRevisionById(space, content.revision, content.page),
  ),
  getPageInRevisionByPath: outsideOf(async (client, { space, content }) =>
    client.spaces.getPageInRevisionByPath(space, content.revision, content.path),
  ),
  getReusableContentInRevisionById: outsideOf(async (client, { space, content }) =>
    client.spaces.getReusableContentInRevisionById(
      space,
      content.revision,
      content.reusableContent,
    ),
  ),
  getReusableContentDocumentInRevisionById: outsideOf(
    async (client, { space, content }) =>
      client.spaces.getReusableContentDocumentInRevisionById(
        space,
        content.revision,
        content.reusableContent,
      ),
  ),
  getRevisionOfChangeRequestById: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.getRevisionOfChangeRequestById(space, changeRequest, {
      metadata: false,
    }),
  ),
  listPagesInChangeRequest: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.listPagesInChangeRequest(space, changeRequest),
  ),
  listFilesInChangeRequestById: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.listFilesInChangeRequestById(space, changeRequest, { limit: 5 }),
  ),
  getFileInChangeRequestById: outsideOf(
    async (client, { space, changeRequest, content }) =>
      client.spaces.getFileInChangeRequestById(space, changeRequest, content.file),
  ),
  getPageInChangeRequestById: outsideOf(
    async (client, { space, changeRequest, content }) =>
      client.spaces.getPageInChangeRequestById(space, changeRequest, content.page, {
        format: 'markdown',
        evaluated: 'deterministic-only',
      }),
  ),
  getPageInChangeRequestByPath: outsideOf(
    async (client, { space, changeRequest, content }) =>
      client.spaces.getPageInChangeRequestByPath(space, changeRequest, content.path, {
        evaluated: true,
      }),
  ),
  getReusableContentInChangeRequestById: outsideOf(
    async (client, { space, changeRequest, content }) =>
      client.spaces.getReusableContentInChangeRequestById(
        space,
        changeRequest,
        content.reusableContent,
      ),
  ),
  getChangeRequestChanges: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.getChangeRequestChanges(space, changeRequest, { limit: 2 }),
  ),
} satisfies Record<string, Calls>
