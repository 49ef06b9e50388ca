import type { ChangeKind, ChangeSide } from './change.ts'
import { accessRules } from './access-rules.ts'
import { bodyRules } from './body-rules.ts'
import { operationRules } from './operation-rules.ts'
import { schemaRules } from './schema-rules.ts'
import { valueRules } from './value-rules.ts'

export interface Verdict {
  readonly isBreaking: boolean
  readonly reason: string
}

export interface Rule {
  /** A stable name. */
  readonly id: string
  readonly kind: ChangeKind
  /** What happened, for the page that lists the rules. */
  readonly says: string
  /** The side of a change that concerns no data; absent where the side is where the data goes. */
  readonly side?: ChangeSide
  /** The verdict where callers send the data: in requests, and in answers to webhooks. */
  readonly request: Verdict
  /** The verdict where callers receive the data: in responses, and in webhooks. */
  readonly response: Verdict
}

const all = [
  ...operationRules,
  ...bodyRules,
  ...accessRules,
  ...schemaRules,
  ...valueRules,
] as const

export type RuleId = (typeof all)[number]['id']

/** Every rule there is, in the order of the page that lists them. */
export const rules: readonly Rule[] = all

const rulesById: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]))

export function ruleOf(id: RuleId): Rule {
  const rule = rulesById.get(id)
  if (rule === undefined) throw new TypeError(`There is no rule "${id}"`)
  return rule
}
