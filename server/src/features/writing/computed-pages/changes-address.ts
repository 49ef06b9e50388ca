import type { Services } from '#/platform/services.ts'

/** Two versions of a specification as addresses name them. */
export interface ChangesPlace {
  readonly organizationId: string
  readonly slug: string
  readonly from: string
  readonly to: string
}

type Addressing = Pick<Services, 'config'>

/** Where the web app shows changes: an address that stays, and opens nothing by itself. */
export function changesAppUrl({ config }: Addressing, place: ChangesPlace): string {
  const { organizationId, slug, from, to } = place
  const base = config.APP_URL ?? config.PUBLIC_URL
  return `${base}/o/${organizationId}/openapi/${slug}/changes/${from}/${to}`
}

/** Where the changes are answered, for programs. */
export function changesLocation({ config }: Addressing, place: ChangesPlace): string {
  const { organizationId, slug, from, to } = place
  return `${config.PUBLIC_URL}/v1/orgs/${organizationId}/openapi/${slug}/versions/${from}/changes?to=${to}`
}
