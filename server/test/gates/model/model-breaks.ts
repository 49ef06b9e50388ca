import { setTimeout as sleep } from 'node:timers/promises'

import type { Handle, Plant } from '../generate/generate-api.ts'

export const modelBreaks = [
  'merge that skips its rules',
  'update that loses what was changed',
  'comment counter that is off',
  'review that new content does not outdate',
  'edit that loses its second change',
  'merge open to everybody',
  'approval by somebody who wrote',
  'approval that outlives the role',
  'report by somebody who wrote',
  'report that outlives its reporter',
  'counter that is changed without a lock',
] as const
export type ModelBreak = (typeof modelBreaks)[number]
/** Nobody who acts alone can find it. */
export const raceBreak: ModelBreak = 'counter that is changed without a lock'

const mergeWithoutRules =
  (handle: Handle): Handle =>
  async (request, context) => {
    const { spaceId } = request.params
    const { rows } = await context.db.raw('select merge_rules from space where id = $1', [
      spaceId,
    ])
    const change = 'update space set merge_rules = $2 where id = $1'
    await context.db.raw(change, [spaceId, JSON.stringify({ type: 'none' })])
    try {
      return await handle(request, context)
    } finally {
      const before = JSON.stringify(Object(rows[0])['merge_rules'])
      await context.db.raw(change, [spaceId, before])
    }
  }

/** What comes after a handler that succeeded. */
function afterwards(statement: string, ...names: readonly string[]) {
  return (handle: Handle): Handle =>
    async (request, context) => {
      const reply = await handle(request, context)
      await context.db.raw(
        statement,
        names.map((name) => request.params[name]),
      )
      return reply
    }
}

const withoutSecond =
  (handle: Handle): Handle =>
  async (request, context) => {
    const body = Object(request.body)
    const changes: unknown[] = body.changes
    return handle(
      { ...request, body: { ...body, changes: changes.slice(0, 1) } },
      context,
    )
  }

const asAdmin =
  (handle: Handle): Handle =>
  async (request, context) => {
    const { rows } = await context.db.raw(
      `select m.user_id from member as m
       join content_node as n on n.organization_id = m.organization_id
       where n.id = $1 and m.role = 'admin' limit 1`,
      [request.params['spaceId']],
    )
    const userId = String(Object(rows[0])['user_id'])
    return handle(request, { ...context, caller: { ...context.caller, userId } })
  }

/** What holds only while a handler works: `undo` gets every row that `change` returned. */
function meanwhile(change: string, undo: string) {
  return (handle: Handle): Handle =>
    async (request, context) => {
      const { rows } = await context.db.raw(change, [
        request.params['spaceId'],
        context.caller.userId,
      ])
      try {
        return await handle(request, context)
      } finally {
        for (const row of rows) await context.db.raw(undo, [JSON.stringify(row)])
      }
    }
}

/** The operations that judge by the rules. */
function whereJudged(wrap: (handle: Handle) => Handle): Plant {
  return {
    handlers: {
      mergeChangeRequest: wrap,
      getChangeRequestById: wrap,
      listChangeRequestsForSpace: wrap,
    },
  }
}

/** Every reviewer may review once more while it is judged. */
const withRolesOfReviewers = meanwhile(
  `insert into user_grant (organization_id, content_id, user_id, role)
   select distinct v.organization_id, v.space_id, v.reviewer_id, 'review'
   from change_request_review as v
   join member as m on m.organization_id = v.organization_id and m.user_id = v.reviewer_id
   where v.space_id = $1 and v.reviewer_id <> $2
   on conflict do nothing returning content_id, user_id`,
  `delete from user_grant where content_id = $1::jsonb ->> 'content_id'
     and user_id = $1::jsonb ->> 'user_id'`,
)

/** Whoever reported a check and left is a member once more while it is judged. */
const withReportersWhoLeft = meanwhile(
  `insert into member (organization_id, user_id, role, search_text)
   select distinct k.organization_id, k.reported_by, 'edit', ''
   from change_request_check as k where k.space_id = $1 and k.reported_by <> $2
   on conflict do nothing returning organization_id, user_id`,
  `delete from member where organization_id = $1::jsonb ->> 'organization_id'
     and user_id = $1::jsonb ->> 'user_id'`,
)

/** Whoever reported a check, and reviewed nothing, wrote nothing while it is judged. */
const withoutWritingOfReporters = meanwhile(
  `delete from change_request_contributor as c using change_request_check as k
   where c.space_id = $1 and $2::text is not null and c.organization_id = k.organization_id
     and c.space_id = k.space_id and c.change_request_id = k.change_request_id
     and c.user_id = k.reported_by
     and not exists (select from change_request_review as v
       where v.change_request_id = c.change_request_id and v.reviewer_id = c.user_id)
   returning c.*`,
  `insert into change_request_contributor
   select * from jsonb_populate_record(null::change_request_contributor, $1::jsonb)
   on conflict do nothing`,
)

const raceMs = 5

/** Right as long as nobody else comments at that moment. */
const countUnlocked =
  (handle: Handle): Handle =>
  async (request, context) => {
    const { spaceId } = request.params
    const { rows } = await context.db.raw(
      'select comments from space_counter where space_id = $1',
      [spaceId],
    )
    const reply = await handle(request, context)
    await sleep(raceMs)
    await context.db.raw('update space_counter set comments = $2 where space_id = $1', [
      spaceId,
      Number(Object(rows[0])['comments']) + 1,
    ])
    return reply
  }

/** The defects that the self-test plants, each in one operation of the server under test. */
export const plants: Readonly<Record<ModelBreak, Plant>> = {
  'merge that skips its rules': { handlers: { mergeChangeRequest: mergeWithoutRules } },
  'update that loses what was changed': {
    handlers: {
      updateChangeRequest: afterwards(
        'delete from entry_version where space_id = $1 and branch_id = $2',
        'spaceId',
        'changeRequestId',
      ),
    },
  },
  'comment counter that is off': {
    handlers: {
      deleteCommentInSpace: afterwards(
        'update space_counter set comments = comments + 1 where space_id = $1',
        'spaceId',
      ),
    },
  },
  'review that new content does not outdate': {
    handlers: {
      updateChangeRequestContent: afterwards(
        `update change_request_review set is_outdated = false
         where id = (select max(id) from change_request_review where change_request_id = $1)`,
        'changeRequestId',
      ),
    },
  },
  'edit that loses its second change': {
    handlers: { updateSpaceContent: withoutSecond },
  },
  'approval by somebody who wrote': {
    handlers: {
      updateChangeRequestContent: afterwards(
        'delete from change_request_contributor where change_request_id = $1',
        'changeRequestId',
      ),
    },
  },
  'approval that outlives the role': whereJudged(withRolesOfReviewers),
  'report by somebody who wrote': whereJudged(withoutWritingOfReporters),
  'report that outlives its reporter': whereJudged(withReportersWhoLeft),
  'merge open to everybody': { handlers: { mergeChangeRequest: asAdmin } },
  'counter that is changed without a lock': {
    handlers: { postCommentInSpace: countUnlocked },
  },
}
