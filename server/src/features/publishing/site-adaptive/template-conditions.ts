import type {
  AdaptiveClaim,
  AdaptiveJsonSchema,
  SiteAdaptiveTemplateCondition,
} from '@lectern/contract/site-adaptive.ts'

/** One condition for each claim that is true or false, and for each value that a claim can have. */
export function templateConditions(
  schema: AdaptiveJsonSchema,
): SiteAdaptiveTemplateCondition[] {
  return inside(schema.properties, 'visitor.claims', '')
}

function inside(
  claims: Readonly<Record<string, AdaptiveClaim>>,
  expression: string,
  path: string,
): SiteAdaptiveTemplateCondition[] {
  return Object.entries(claims).flatMap(([name, claim]) =>
    ofClaim(claim, expression + member(name), path === '' ? name : `${path}.${name}`),
  )
}

function ofClaim(
  claim: AdaptiveClaim,
  expression: string,
  path: string,
): SiteAdaptiveTemplateCondition[] {
  if (claim.type === 'object') return inside(claim.properties, expression, path)
  if (claim.type === 'boolean') {
    return [
      {
        description: claim.description ?? `Visitors with ${path}`,
        condition: `${expression} == true`,
      },
    ]
  }
  if (claim.type !== 'string' || claim.enum === undefined) return []
  return claim.enum.map((value) => ({
    description: `Visitors whose ${path} is ${value}`,
    condition: `${expression} == ${quoted(value)}`,
  }))
}

/** The access to a claim as the expressions of conditions spell it. */
function member(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
    ? `.${name}`
    : `[${quoted(name)}]`
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
