import type {
  OpenAPISpecOverlay,
  OpenAPISpecOverlayWithoutText,
} from '@lectern/contract/openapi-overlays.ts'

import { specLocation } from '#/features/references/openapi-specs/public.ts'
import type { Services } from '#/platform/services.ts'

import type { OverlayRow, OverlayWithText } from './overlay-queries.ts'

type Linking = Pick<Services, 'config'>

/** The specification that an overlay is of. */
export interface SpecOfOverlay {
  readonly organizationId: string
  readonly slug: string
}

export function viewOverlay(
  linking: Linking,
  spec: SpecOfOverlay,
  overlay: OverlayWithText,
): OpenAPISpecOverlay {
  return { ...viewWithoutText(linking, spec, overlay), text: overlay.text }
}

export function viewWithoutText(
  linking: Linking,
  spec: SpecOfOverlay,
  overlay: OverlayRow,
): OpenAPISpecOverlayWithoutText {
  const isApplied = overlay.applied_version === overlay.version
  return {
    object: 'openapi-spec-overlay',
    name: overlay.name,
    createdAt: overlay.created_at,
    updatedAt: overlay.updated_at,
    processingState: isApplied ? 'complete' : 'pending',
    problems: isApplied ? overlay.problems.map((problem) => ({ ...problem })) : [],
    problemCount: isApplied ? overlay.problem_count : 0,
    urls: { location: overlayLocation(linking, spec, overlay.name) },
  }
}

export function overlayLocation(
  linking: Linking,
  { organizationId, slug }: SpecOfOverlay,
  name: string,
): string {
  return `${specLocation(linking, organizationId, { slug })}/overlays/${name}`
}
