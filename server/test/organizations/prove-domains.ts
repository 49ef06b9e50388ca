import type { TestApi } from '#test/test-api.ts'

/** Has every mail domain of an organization proven, as if its owner had made the record. */
export async function proveDomains(api: TestApi, organizationId: string): Promise<void> {
  await api.rows('update email_domain set proven_at = now() where organization_id = $1', [
    organizationId,
  ])
  await api.rows(
    'update organization set proven_email_domains = email_domains where organization_id = $1',
    [organizationId],
  )
}

/** Gives the sample organization mail domains of its own, and has them proven. */
export async function proveOwn(api: TestApi, ...emailDomains: string[]): Promise<void> {
  const path = `/orgs/${api.organization}`
  const { status } = await api.as('admin').patch(path, { emailDomains })
  if (status !== 200) throw new Error(`mail domains were answered with ${status}`)
  await proveDomains(api, api.organization)
}
