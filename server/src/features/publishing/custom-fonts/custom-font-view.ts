import type {
  CustomizationFontDefinition,
  CustomizationFontDefinitionInput,
} from '@lectern/contract/custom-fonts.ts'

import type { Actor } from '#/access/actor.ts'
import type { Services } from '#/platform/services.ts'

import { customFontPolicy } from './custom-font-policy.ts'
import type { FontRow } from './custom-font-queries.ts'
import { fontUrl } from './font-url.ts'

type Linking = Pick<Services, 'config' | 'signer'>

/** A font as settings of sites show it. */
export function viewFontInSettings(
  linking: Linking,
  organizationId: string,
  { id, family, faces }: FontRow,
): CustomizationFontDefinitionInput {
  return {
    id,
    custom: true,
    fontFamily: family,
    fontFaces: faces.map(({ fileId, weight, format }) => ({
      weight,
      sources: [
        {
          url: fontUrl(linking, { organizationId, fileId }),
          format: format === 'woff' ? 'woff' : 'woff2',
        },
      ],
    })),
  }
}

export function viewFont(
  linking: Linking,
  actor: Actor,
  font: FontRow,
): CustomizationFontDefinition {
  return {
    ...viewFontInSettings(linking, actor.organizationId, font),
    permissions: { edit: customFontPolicy.edit(actor) },
  }
}
