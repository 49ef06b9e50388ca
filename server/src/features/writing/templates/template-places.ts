import type { templateParams } from '@lectern/contract/templates.ts'
import type { Static } from 'typebox'

import { invalidRequest } from '#/platform/errors/api-error.ts'

interface AskedTemplate {
  readonly id: string
  readonly params?: Static<typeof templateParams> | undefined
}

const namesMax = 20

/**
 * Refuses references for places of a template. No template here has places, and a reference that
 * is put nowhere would look as if it had been.
 */
export function refuseUnknownPlaces(
  { id, params }: AskedTemplate,
  field: 'body' | 'body.template',
): void {
  const names = Object.keys(params?.contentRefs ?? {})
  if (names.length === 0) return
  const details = names.slice(0, namesMax).map((name) => ({
    path: `${field}.params.contentRefs.${name}`,
    message: `is no place of the template "${id}"`,
  }))
  const [first] = details
  throw invalidRequest(`${first?.path} ${first?.message}. Leave it out.`, details)
}
