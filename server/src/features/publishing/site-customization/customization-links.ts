import { conditionProblem } from '@lectern/content/expressions/conditions.ts'
import type { Problem } from '@lectern/content/expressions/expression-tree.ts'
import type {
  CustomizationLinkTarget,
  SiteCustomizationOverrides,
} from '@lectern/contract/site-customization.ts'

import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

/** A link in the settings, with its path in them. */
interface PlacedLink {
  readonly path: string
  readonly to: CustomizationLinkTarget
}

/**
 * Refuses links to anything but content or the web, and conditions that do not parse or read
 * anything but the visitor.
 */
export function checkCustomization(settings: SiteCustomizationOverrides): void {
  for (const { path, to } of linksIn(settings)) {
    const problem = problemOf(to)
    if (problem !== undefined) throw invalidField(path, problem)
  }
  for (const [index, { condition = '' }] of (settings.header?.links ?? []).entries()) {
    const problem = condition.trim() === '' ? undefined : conditionProblem(condition)
    if (problem !== undefined) {
      throw invalidCondition(`body.header.links[${index}].condition`, problem)
    }
  }
}

function invalidCondition(path: string, { message: fault, at }: Problem): ApiError {
  const message = `cannot be read: ${fault}, at character ${at + 1}. Correct it, or leave it out to show the link to everybody`
  const details = [{ path, message }]
  return new ApiError(400, 'invalid_condition', `${path} ${message}.`, { details })
}

/**
 * Refuses links to spaces that are not `known`, neither in the organization nor in the settings
 * before.
 */
export function checkSpaces(
  settings: SiteCustomizationOverrides,
  known: ReadonlySet<string>,
): void {
  for (const { path, to } of linksIn(settings)) {
    const spaceId = spaceOf(to)
    if (spaceId !== undefined && !known.has(spaceId)) {
      throw invalidField(`${path}.space`, `names "${spaceId}", which is no space here`)
    }
  }
}

/** The ids of the spaces that links lead to. */
export function spacesIn(settings: SiteCustomizationOverrides): string[] {
  const ids = linksIn(settings).map(({ to }) => spaceOf(to))
  return [...new Set(ids.filter((spaceId) => spaceId !== undefined))]
}

function linksIn(settings: SiteCustomizationOverrides): PlacedLink[] {
  const { header, footer, announcement } = settings
  return [
    ...(header?.links ?? []).flatMap(({ to, links }, index) => {
      const path = `body.header.links[${index}]`
      const own = to === null ? [] : [{ path: `${path}.to`, to }]
      return [...own, ...within(path, links)]
    }),
    ...(footer?.groups ?? []).flatMap(({ links }, index) =>
      within(`body.footer.groups[${index}]`, links),
    ),
    ...(announcement?.link
      ? [{ path: 'body.announcement.link.to', to: announcement.link.to }]
      : []),
  ]
}

function within(
  path: string,
  links: readonly { readonly to: CustomizationLinkTarget }[],
): PlacedLink[] {
  return links.map(({ to }, index) => ({ path: `${path}.links[${index}].to`, to }))
}

function spaceOf(to: CustomizationLinkTarget): string | undefined {
  return 'space' in to ? to.space : undefined
}

function problemOf(to: CustomizationLinkTarget): string | undefined {
  if (to.kind !== 'url' || isWebUrl(to.url)) return undefined
  return 'must be an http or https URL'
}

/** Whether a text is a web URL, parsed as browsers do: blanks cannot hide another scheme. */
function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  return /^https?:$/.test(new URL(text).protocol) && /^https?:\/\//i.test(text)
}

function invalidField(path: string, message: string): ApiError {
  return invalidRequest(`${path} ${message}.`, [{ path, message }])
}
