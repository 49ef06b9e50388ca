import type { ApiOperation } from '@lectern/content/openapi/model.ts'

import { label } from '#/blocks/bounds.ts'

/** The words for an operation where it is listed. */
export function operationTitle({ summary, method, path }: ApiOperation): string {
  return label(summary ?? '') || label(`${method.toUpperCase()} ${path}`)
}
