import type {
  AdaptiveJsonSchema,
  SiteAdaptiveSchema,
} from '@lectern/contract/site-adaptive.ts'

export function viewAdaptiveSchema(
  jsonSchema: AdaptiveJsonSchema,
  updatedAt: string,
): SiteAdaptiveSchema {
  return { object: 'site-adaptive-schema', jsonSchema, updatedAt }
}
