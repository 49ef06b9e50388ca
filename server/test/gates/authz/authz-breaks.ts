import type { OperationId } from '@lectern/contract/operations.ts'

import { type AuthenticateScim, createScimAuthenticator } from '#/access/scim-token.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { Database } from '#/platform/database/database.ts'

import type { ProblemKind } from './authz-sender.ts'
import type { Plant } from '../generate/generate-api.ts'

export type AuthzBreak =
  | 'outsider-sees'
  | 'distinguishable'
  | 'foreign-write'
  | 'canary'
  | 'visitor-strays'
  | 'visitor-told'

/** A defect of directories, which no operation of the contract shows. */
export type DirectoryBreak = 'directory-strays'

interface PlantedBreak {
  readonly plant: Plant
  readonly operation: OperationId
  readonly kind: ProblemKind
}

/** The defects that the self-test plants, each in one operation of the server under test. */
export const authzBreaks: Readonly<Record<AuthzBreak, PlantedBreak>> = {
  'outsider-sees': {
    operation: 'getTeamInOrganizationById',
    kind: 'leak',
    plant: {
      handlers: {
        getTeamInOrganizationById: (handle) => async (request, context) => {
          const userId = await adminOf(context.db, request.params['organizationId'] ?? '')
          const caller = { ...context.caller, userId: userId ?? context.caller.userId }
          return handle(request, { ...context, caller })
        },
      },
    },
  },
  distinguishable: {
    operation: 'listTeamsInOrganizationById',
    kind: 'distinguishable',
    plant: {
      handlers: {
        listTeamsInOrganizationById: (handle) => async (request, context) => {
          const exists = await adminOf(context.db, request.params['organizationId'] ?? '')
          return handle(request, context).catch((error: unknown) => {
            if (!(error instanceof ApiError) || error.status !== 404) throw error
            if (exists === undefined) throw error
            throw new ApiError(403, 'forbidden', 'You are no member.', { cause: error })
          })
        },
      },
    },
  },
  'foreign-write': {
    operation: 'updateTeamInOrganizationById',
    kind: 'foreign write',
    plant: {
      handlers: {
        updateTeamInOrganizationById: (handle) => async (request, context) => {
          await context.db.raw('update team set title = $1 where id = $2', [
            'Taken over',
            request.params['teamId'],
          ])
          return handle(request, context)
        },
      },
    },
  },
  canary: {
    operation: 'listTeamsInOrganizationById',
    kind: 'leak',
    plant: {
      handlers: {
        listTeamsInOrganizationById: (handle) => async (request, context) => {
          const page = Object(await handle(request, context))
          const [first, ...others]: object[] = page.items
          const title = await newestTitle(context.db)
          return { ...page, items: first ? [{ ...first, title }, ...others] : [] }
        },
      },
    },
  },
  'visitor-strays': {
    operation: 'getPublishedContentSite',
    kind: 'leak',
    plant: {
      handlers: {
        getPublishedContentSite: (handle) => async (request, context) => {
          if (!('siteId' in context.caller)) return handle(request, context)
          const caller = { ...context.caller, siteId: request.params['siteId'] }
          return handle(request, { ...context, caller })
        },
      },
    },
  },
  'visitor-told': {
    operation: 'getSiteRedirectBySource',
    kind: 'distinguishable',
    plant: {
      handlers: {
        getSiteRedirectBySource: (handle) => async (request, context) => {
          const { rows } = await context.db.raw('select from site where id = $1', [
            request.params['siteId'],
          ])
          return handle(request, context).catch((error: unknown) => {
            if (rows.length === 0) throw error
            throw new ApiError(403, 'forbidden', 'It is not yours.', { cause: error })
          })
        },
      },
    },
  },
}

export const directoryBreaks: Readonly<Record<DirectoryBreak, Plant>> = {
  'directory-strays': { directories: strayingDirectories },
}

/** The token of any organization is good for all. */
function strayingDirectories(db: Database): AuthenticateScim {
  const authenticate = createScimAuthenticator(db)
  return async (organizationId, authorization) => {
    const { rows } = await db.raw('select organization_id as id from organization')
    for (const row of rows) {
      const id = String(Object(row)['id'])
      try {
        return { ...(await authenticate(id, authorization)), organizationId }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
      }
    }
    return authenticate(organizationId, authorization)
  }
}

async function adminOf(
  db: Database,
  organizationId: string,
): Promise<string | undefined> {
  const { rows } = await db.raw(
    `select user_id from member where organization_id = $1 and role = 'admin' limit 1`,
    [organizationId],
  )
  const userId: unknown = Object(rows[0])['user_id']
  return typeof userId === 'string' ? userId : undefined
}

/** Of whatever organization: the one that nobody belongs to was settled last. */
async function newestTitle(db: Database): Promise<string> {
  const { rows } = await db.raw('select title from team order by id desc limit 1')
  return String(Object(rows[0])['title'])
}
