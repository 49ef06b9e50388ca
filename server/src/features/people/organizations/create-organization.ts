import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { normalizeEmailDomains } from './email-domains.ts'
import { foundOrganization } from './found-organization.ts'
import { tooManyOrganizations } from './organization-errors.ts'
import { organizationCreated } from './organization-events.ts'
import { resolveOrganization } from './organization-resolve.ts'
import { organizationUrl, viewOrganization } from './organization-view.ts'

export const createOrganization = operation(
  'createOrganization',
  async ({ body: { title, emailDomains = [], type, useCase } }, context) =>
    change(context, async (tx) => {
      const foundedMax = context.config.ORGANIZATIONS_PER_ACCOUNT
      const organizationId = await foundOrganization(tx, {
        title,
        createdBy: context.caller.userId,
        type,
        useCase,
        emailDomains: normalizeEmailDomains(emailDomains),
        foundedMax,
      })
      if (organizationId === undefined) throw tooManyOrganizations(foundedMax)
      organizationCreated(tx, context, { organizationId, title })

      const created = await resolveOrganization(tx, context, organizationId)
      return new Created(
        viewOrganization(created, context),
        organizationUrl(organizationId, context.config),
      )
    }),
)
