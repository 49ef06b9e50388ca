import { drawingKey } from '#/features/publishing/diagrams/diagram-key.ts'
import { pdfKey } from '#/features/publishing/pdf/pdf-view.ts'
import type { Services } from '#/platform/services.ts'

import type { Instance } from '../harness/instance.ts'
import { rowsOf } from '../kill9/kill9-stored.ts'
import { send } from './purge-send.ts'

interface Planting {
  readonly spaceId: string
  /** A new canary, which is noted for the place it is planted in. */
  readonly canary: (where: string) => string
}

/**
 * What a site keeps of a space it shows: what it overrides for it, who sees it there, and how it was
 * called before. Titles of sites and sections are of their own.
 */
export async function plantOnSite(
  instance: Instance,
  { url, spaceId, canary }: Planting & { url: string },
): Promise<void> {
  const { organization, tokens } = instance.sample
  const sites = `${url}/v1/orgs/${organization}/sites`
  const { id } = await send(sites, tokens.admin, { title: 'Shown' })
  const siteSpaces = `${sites}/${id}/site-spaces`
  const made = await send(siteSpaces, tokens.admin, { spaceId })
  const copyright = canary('what a site overrides for a space')
  await send(
    `${siteSpaces}/${made.id}/customization`,
    tokens.admin,
    { footer: { copyright } },
    'PATCH',
  )
  // By hand, since what is done over HTTP leaves its words in the audit log as well.
  await rowsOf(
    instance,
    `with placed as (
       update site_space set path = $3, condition = $4
       where site_id = $1 and id = $2 returning organization_id, site_id, id)
     insert into site_former_path (organization_id, site_id, kind, path, target_id)
     select organization_id, site_id, 'site-space', $5, id from placed`,
    [
      id,
      made.id,
      canary('the path of a space in a site'),
      `visitor.claims.plan == "${canary('the condition of a space in a site')}"`,
      canary('a former path of a space in a site'),
    ],
  )
}

/** As a worker leaves one behind that could start a browser. */
export async function plantPdf(
  instance: Instance,
  { spaceId, storage, canary }: Planting & Pick<Services, 'storage'>,
): Promise<void> {
  const pdfId = canary('a PDF')
  const bytes = Buffer.from(`%PDF-1.7 ${canary('the bytes of a PDF')}`)
  const key = pdfKey({ spaceId, pdfId })
  const sizeBytes = bytes.length
  await storage.put(key, bytes, { contentType: 'application/pdf', sizeBytes })
  await rowsOf(
    instance,
    `insert into pdf (organization_id, id, space_id, revision_id, page_id, is_only, status,
       size_bytes, pages, asked_by)
     select organization_id, $2, space_id, head_revision_id, '', false, 'ready', $3, 1, 'gate'
     from branch where id = $1`,
    [spaceId, pdfId, sizeBytes],
  )
}

/** As a worker leaves one behind that could start a browser. */
export async function plantDiagram(
  instance: Instance,
  { spaceId, storage, canary }: Planting & Pick<Services, 'storage'>,
): Promise<void> {
  const diagramId = canary('a diagram')
  const bytes = Buffer.from(`<svg>${canary('the drawing of a diagram')}</svg>`)
  const about = { contentType: 'image/svg+xml', sizeBytes: bytes.length }
  await storage.put(drawingKey({ spaceId, diagramId }, 'light'), bytes, about)
  await rowsOf(
    instance,
    `insert into diagram (organization_id, space_id, id, source, status, width, height, finished_at)
     select organization_id, space_id, $2, $3, 'drawn', 1, 1, now() from branch where id = $1`,
    [spaceId, diagramId, canary('the source of a diagram')],
  )
}
