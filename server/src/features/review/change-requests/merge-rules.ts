import { evaluateExpression, type Names } from '@lectern/content/expressions/evaluate.ts'
import { parseExpression } from '@lectern/content/expressions/parse.ts'
import { uses } from '@lectern/content/expressions/uses.ts'
import type { MergeRule } from '@lectern/contract/merge-rules.ts'

import type { Loss, Standing } from './merge-fact-queries.ts'

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
  /** The current reviews; `counts` says which of them rules count. */
  readonly reviews: readonly JudgedReview[]
  /** The checks of the last revision, by name. */
  readonly checks: ReadonlyMap<string, ReportedCheck>
  readonly nameOf: (userId: string) => string
  /** The names that expressions can read; built only if there is an expression. */
  readonly names: () => Names
}

interface JudgedReview {
  readonly reviewerId: string
  readonly reviewerName: string
  readonly status: string
  readonly standing: Standing
}

interface ReportedCheck {
  readonly state: string
  readonly reporterId: string
  readonly reporterName: string
  /** Whether the reporter created the change request or wrote in it. */
  readonly isOwn: boolean
  /** Why the reporter could not report it now; null for somebody who could. */
  readonly loss: Loss | null
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
  if ('checks' in rule) return missingChecks(rule, facts)
  if ('expression' in rule) return missingTruth(rule, facts)
  return conditions[rule.rule](facts)
}

type Plain = Exclude<MergeRule, { users: string[] } | { checks: string[] } | Custom>
type Custom = Extract<MergeRule, { expression: string }>
type OfChecks = Extract<MergeRule, { checks: string[] }>
type NamingPeople = Extract<MergeRule, { users: string[] }>

const anotherPerson = 'Somebody who neither created it nor wrote in it'

const conditions: Readonly<
  Record<Plain['rule'], (facts: MergeFacts) => string | undefined>
> = {
  require_at_least_one_review: ({ reviews }) =>
    reviews.some(counts)
      ? undefined
      : `${anotherPerson} has to review its current content.${notCounted('Reviews', reviews)}`,
  require_at_least_one_approved_review: ({ reviews }) =>
    reviews.some((review) => isApproval(review) && counts(review))
      ? undefined
      : `${anotherPerson} has to approve its current content.${notCounted('Approvals', reviews.filter(isApproval))}`,
  require_all_reviews_approved: ({ reviews }) => {
    const against = reviews.filter(isObjection)
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
  const approvals = facts.reviews.filter(isApproval)
  const approvers = new Set(approvals.filter(counts).map(({ reviewerId }) => reviewerId))
  const missing = [...new Set(users)].filter((user) => !approvers.has(user))
  const isMet =
    rule === 'require_specific_reviewers'
      ? missing.length === 0
      : users.some((user) => approvers.has(user))
  if (isMet) return undefined
  const say = rule === 'require_specific_reviewers' ? eachHasToApprove : oneHasToApprove
  const inVain = approvals.filter(
    ({ reviewerId }) => missing.includes(reviewerId) && reviewerId !== facts.author.id,
  )
  return say(missing, facts) + notCounted('Approvals', inVain)
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

function missingChecks(rule: OfChecks, { checks }: MergeFacts): string | undefined {
  const problems = [...new Set(rule.checks)].flatMap((name) => {
    const problem = problemWith(checks.get(name), rule.reporters)
    return problem === undefined ? [] : [`"${name}" ${problem}`]
  })
  return problems.length === 0
    ? undefined
    : `These checks have to pass for its last revision: ${listed(problems)}.`
}

/**
 * Reports count that somebody named by the rule made or, where it names nobody, another person; and
 * only as long as that person may report.
 */
function problemWith(
  check: ReportedCheck | undefined,
  reporters: readonly string[] | undefined,
): string | undefined {
  if (check === undefined) return 'was not reported'
  const { state, reporterId, reporterName, isOwn, loss } = check
  if (reporters === undefined && isOwn) {
    return `was reported by ${reporterName}, who created it or wrote in it`
  }
  if (reporters?.includes(reporterId) === false) {
    return `was reported by ${reporterName}, who is none of the rule's reporters`
  }
  if (loss !== null) {
    return `was reported by ${reporterName}, who ${losses('edit')[loss]}`
  }
  if (state === 'passed') return undefined
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

/** Whether rules count a review: of somebody who wrote nothing here and may still review. */
export function counts({ reviewerId, standing }: JudgedReview): boolean {
  return standing === 'counts' || reviewerId === agentId
}

function isApproval({ status }: JudgedReview): boolean {
  return status === 'approved'
}

/** Whoever wrote in it cannot approve it, but can still ask for changes. */
function isObjection(review: JudgedReview): boolean {
  return !isApproval(review) && (counts(review) || review.standing === 'writer')
}

function losses(needed: 'edit' | 'review'): Readonly<Record<Loss, string>> {
  return {
    gone: 'is no member any more',
    suspended: 'is suspended',
    weak: `has no longer the ${needed} role`,
  }
}

const reasons: Readonly<Record<Standing, string>> = {
  counts: '',
  author: 'created it',
  writer: 'wrote in it',
  ...losses('review'),
}

/** A sentence, after a space, about reviews that count for no rule; empty without any. */
function notCounted(what: string, reviews: readonly JudgedReview[]): string {
  const vain = reviews.filter((review) => !counts(review))
  if (vain.length === 0) return ''
  const each = vain.map(
    ({ reviewerName, standing }) => `${reviewerName}, who ${reasons[standing]}`,
  )
  const rest = each.length - namesMax
  const shown = rest > 1 ? [...each.slice(0, namesMax), `${rest} others`] : each
  return ` ${what} not counted: ${shown.join('; ')}.`
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
