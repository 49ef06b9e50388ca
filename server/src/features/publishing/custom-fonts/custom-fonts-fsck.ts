import { partnerCheck } from '#/platform/integrity/common-checks.ts'
import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'
import { sql } from 'kysely'

const font = partnerCheck(
  'custom-font-file-font',
  'custom_font_file.font_id',
  'custom_font.id',
  {
    where: sql`own.font_id is not null`,
  },
)

/** Checks that every font has the face that most text is set in. */
const regular = organizationCheck(
  'custom-font-regular',
  (organizationId) => sql`
    select font.id, '400' as expected, face.weight::text as found
    from custom_font as font
    left join custom_font_file as face
      on face.organization_id = ${organizationId} and face.font_id = font.id
      and face.weight = 400
    where font.organization_id = ${organizationId}`,
)

export const customFontChecks: readonly OrganizationCheck[] = [font, regular]
