import { Type, type Static } from 'typebox'

import { checkName } from './change-request-checks.ts'
import { constant, enumeration, identifier, named } from './common.ts'

/** The limit of rules: every answer with a change request evaluates all of them. */
const rulesMax = 50
const namedMax = 100

export const mergeRule = named(
  'MergeRule',
  Type.Union(
    [
      Type.Object({
        rule: enumeration(
          [
            'require_specific_reviewers',
            'require_one_of_specific_reviewers',
            'allow_bypass',
          ],
          {
            description:
              'All of `users` approved, one of them approved, or they may merge regardless.',
          },
        ),
        users: Type.Array(identifier, { maxItems: namedMax }),
      }),
      Type.Object({
        rule: enumeration([
          'require_at_least_one_review',
          'require_at_least_one_approved_review',
          'require_all_reviews_approved',
          'require_agent_review',
          'require_author_to_merge',
          'require_up_to_date_change_request',
          'require_change_request_subject',
          'require_change_request_description',
        ]),
      }),
      Type.Object({
        rule: constant('require_checks'),
        checks: Type.Array(checkName, {
          maxItems: namedMax,
          description: 'Checks that passed for the last revision of the change request.',
        }),
        reporters: Type.Optional(
          Type.Array(identifier, {
            minItems: 1,
            maxItems: namedMax,
            description:
              'The users whose reports count. Without it, a report counts unless its reporter created the change request or wrote in it. Either way the reporter must still have the edit role.',
          }),
        ),
      }),
      Type.Object({
        rule: constant('custom'),
        expression: Type.String({
          maxLength: 1024,
          description:
            'Must be true of `space` and `changeRequest`, as they are answered to whoever merges, of `reviews`, the current ones by people who may review the space, did not create the change request and wrote nothing in it, and of `actor`, the user who merges. One that cannot be read is refused; an empty one is never met.',
        }),
        message: Type.Optional(
          Type.String({
            maxLength: 1024,
            description: 'What people read when the expression is false.',
          }),
        ),
      }),
    ],
    { description: 'A condition that a change request meets before it is merged.' },
  ),
)
export type MergeRule = Static<typeof mergeRule>

const rules = Type.Object({
  type: constant('rules'),
  rules: Type.Array(mergeRule, { maxItems: rulesMax }),
})
const none = Type.Object({ type: constant('none') })
const inherit = Type.Object({ type: constant('inherit') })

export const organizationMergeRules = named(
  'OrganizationMergeRules',
  Type.Union([rules, none], { description: 'Rules for every space that inherits them.' }),
)
export type OrganizationMergeRules = Static<typeof organizationMergeRules>

export const spaceMergeRules = named(
  'SpaceMergeRules',
  Type.Union([inherit, rules, none], {
    description: 'Rules of one space, or those of its organization.',
  }),
)
export type SpaceMergeRules = Static<typeof spaceMergeRules>
