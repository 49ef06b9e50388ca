import { evaluateExpression, type Names } from '@lectern/content/expressions/evaluate.ts'
import { parseExpression } from '@lectern/content/expressions/parse.ts'
import { uses } from '@lectern/content/expressions/uses.ts'
import type { MergeRule } from '@lectern/contract/merge-rules.ts'

/** The author of reviews by an assistant. Nobody can sign in as this user. */
const agentId = 'gitbook:agent'

/** The most people named in one message; the others are only counted. */
const namesMax = 10

/** A merge rule whose expression is parsed once for all change requests. */
export type ReadyRule = MergeRule & { readonly parsed?: ParsedExpression }
type ParsedExpression = ReturnType<typeof parseExpression>

/** The facts about one change request that the rules of a space can use. */
export interface MergeFacts {
  readonly rules: readonly ReadyRule[]
  readonly callerId: string
  readonly author: { readonly id: string; readonly name: string }
  readonly subject: string
  readonly description: string | null
  readonly isOutdated: boolean
  /**
   * The current reviews except the author's: no rule counts what authors think of their own work.
   */
  readonly reviews: readonly CountedReview[]
  /** The states of the checks of the last revision, by name. */
  readonly checks: ReadonlyMap<string, string>
  readonly nameOf: (userId: string) => string
  /** The names that expressions can read; built only if there is an expression. */
  readonly names: () => Names
}

interface CountedReview {
  readonly reviewerId: string
  readonly reviewerName: string
  readonly status: string
}

export interface UnmetRule {
  readonly rule: MergeRule['rule']
  /** The condition that would satisfy the rule, in words. */
  readonly message: string
}

export interface Judgement {
  readonly unmet: readonly UnmetRule[]
  /** Whether the caller may merge against the rules. */
  readonly isBypassed: boolean
}

export function readyRules(rules: readonly MergeRule[]): readonly ReadyRule[] {
  return rules.map((rule) =>
    rule.rule === 'custom' ? { ...rule, parsed: parseExpression(rule.expression) } : rule,
  )
}

export function readsSpace(rules: readonly ReadyRule[]): boolean {
  return rules.some(
    ({ parsed }) =>
      parsed?.expression !== undefined &&
      uses(parsed.expression).some(([root]) => root === 'space'),
  )
}

/**
 * The unmet rules in their order: all of them are checked, so that users see at once what is
 * missing.
 */
export function judgeMerge(facts: MergeFacts): Judgement {
  const { rules, callerId } = facts
  return {
    unmet: rules.flatMap((rule) => {
      const message = missingFor(rule, facts)
      return message === undefined ? [] : [{ rule: rule.rule, message }]
    }),
    isBypassed: rules.some(
      (rule) => rule.rule === 'allow_bypass' && rule.users.includes(callerId),
    ),
  }
}

/** The missing condition, or undefined for a rule that is met. */
function missingFor(rule: ReadyRule, facts: MergeFacts): string | undefined {
  if ('users' in rule) return missingApprovals(rule, facts)
  if ('checks' in rule) return missingChecks(rule.checks, facts)
  if ('expression' in rule) return missingTruth(rule, facts)
  return conditions[rule.rule](facts)
}

type Plain = Exclude<MergeRule, { users: string[] } | { checks: string[] } | Custom>
type Custom = Extract<MergeRule, { expression: string }>
type NamingPeople = Extract<MergeRule, { users: string[] }>

const conditions: Readonly<
  Record<Plain['rule'], (facts: MergeFacts) => string | undefined>
> = {
  require_at_least_one_review: ({ reviews }) =>
    reviews.length > 0
      ? undefined
      : 'Somebody else than its author has to review its current content.',
  require_at_least_one_approved_review: ({ reviews }) =>
    reviews.some(isApproval)
      ? undefined
      : 'Somebody else than its author has to approve its current content.',
  require_all_reviews_approved: ({ reviews }) => {
    const against = reviews.filter((review) => !isApproval(review))
    if (against.length === 0) return undefined
    const who = listed(against.map(({ reviewerName }) => reviewerName))
    return `${who} requested changes, and ${haveOrHas(against)} to approve its current content.`
  },
  require_agent_review: ({ reviews }) =>
    reviews.some(({ reviewerId }) => reviewerId === agentId)
      ? undefined
      : `The agent, ${agentId}, has to review its current content.`,
  require_author_to_merge: ({ author, callerId }) =>
    author.id === callerId
      ? undefined
      : `Only ${author.name}, who created it, can merge it.`,
  require_up_to_date_change_request: ({ isOutdated }) =>
    isOutdated ? 'It has to be updated from the main content.' : undefined,
  require_change_request_subject: ({ subject }) =>
    isBlank(subject) ? 'It has to be given a subject.' : undefined,
  require_change_request_description: ({ description }) =>
    isBlank(description ?? '') ? 'It has to be given a description.' : undefined,
}

function missingApprovals(
  { rule, users }: NamingPeople,
  facts: MergeFacts,
): string | undefined {
  if (rule === 'allow_bypass') return undefined
  const approvers = new Set(
    facts.reviews.filter(isApproval).map(({ reviewerId }) => reviewerId),
  )
  const missing = [...new Set(users)].filter((user) => !approvers.has(user))
  if (rule === 'require_specific_reviewers') {
    return missing.length === 0 ? undefined : eachHasToApprove(missing, facts)
  }
  return users.some((user) => approvers.has(user))
    ? undefined
    : oneHasToApprove(missing, facts)
}

function eachHasToApprove(users: readonly string[], facts: MergeFacts): string {
  const { author, nameOf } = facts
  const others = users.filter((user) => user !== author.id)
  const sentences = []
  if (others.length > 0) {
    sentences.push(
      `${listed(others.map(nameOf))} ${haveOrHas(others)} to approve its current content.`,
    )
  }
  if (others.length < users.length) {
    sentences.push(
      `${author.name} created it, and nobody's approval of their own counts: an admin has to take ${author.name} out of the rule.`,
    )
  }
  return sentences.join(' ')
}

function oneHasToApprove(users: readonly string[], facts: MergeFacts): string {
  const { author, nameOf } = facts
  const others = users.filter((user) => user !== author.id)
  const [first] = others
  if (first === undefined) {
    return 'The rule names nobody but its author, if anybody: an admin has to name somebody who can approve it.'
  }
  return others.length === 1
    ? `${nameOf(first)} has to approve its current content.`
    : `One of ${listed(others.map(nameOf))} has to approve its current content.`
}

function missingChecks(
  names: readonly string[],
  { checks }: MergeFacts,
): string | undefined {
  const missing = [...new Set(names)].filter((name) => checks.get(name) !== 'passed')
  if (missing.length === 0) return undefined
  const each = missing.map((name) => `"${name}" ${stateInWords(checks.get(name))}`)
  return `These checks have to pass for its last revision: ${listed(each)}.`
}

function stateInWords(state: string | undefined): string {
  if (state === undefined) return 'was not reported'
  return state === 'failed' ? 'failed' : 'is pending'
}

function missingTruth(
  { expression, message, parsed = parseExpression(expression) }: Custom & ReadyRule,
  { names }: MergeFacts,
): string | undefined {
  if (isBlank(expression)) {
    return 'The rule has no expression: an admin has to write one, or remove the rule.'
  }
  const evaluation =
    parsed.expression === undefined
      ? parsed
      : evaluateExpression(parsed.expression, names())
  if (evaluation.problem !== undefined) {
    const { at, message: problem } = evaluation.problem
    return `The expression cannot be evaluated: ${problem}, at character ${at + 1}. An admin has to correct it: ${expression}`
  }
  if ('value' in evaluation && Boolean(evaluation.value)) return undefined
  return message === undefined || isBlank(message)
    ? `This expression has to be true: ${expression}`
    : message
}

function isApproval({ status }: CountedReview): boolean {
  return status === 'approved'
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function haveOrHas(people: readonly unknown[]): string {
  return people.length === 1 ? 'has' : 'have'
}

function listed(names: readonly string[]): string {
  const rest = names.length - namesMax
  const shown = rest > 1 ? [...names.slice(0, namesMax), `${rest} others`] : names
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}
