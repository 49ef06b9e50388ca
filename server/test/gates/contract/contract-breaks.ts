import type { OperationId } from '@lectern/contract/operations.ts'
import { Type } from 'typebox'

import { ApiError } from '#/platform/errors/api-error.ts'
import { versioned, Versioned } from '#/platform/http/outcome.ts'

import type { ProblemKind } from './contract-judge.ts'
import type { Plant } from '../generate/generate-api.ts'

export type ContractBreak =
  | 'handler-throws'
  | 'undocumented-status'
  | 'extra-key-in-reply'
  | 'accepts-invalid'
  | 'costs-much'

export interface PlantedBreak {
  readonly plant: Plant
  /** Only this counts as finding it. */
  readonly operation: OperationId
  readonly kind: ProblemKind
}

/** The defects that the self-test plants, each in one operation of the server under test. */
export const contractBreaks: Readonly<Record<ContractBreak, PlantedBreak>> = {
  'handler-throws': {
    operation: 'listTeamsInOrganizationById',
    kind: 'server error',
    plant: {
      handlers: {
        listTeamsInOrganizationById: (handle) => async (request, context) => {
          if (request.query['title'] !== undefined) throw new Error('planted')
          return handle(request, context)
        },
      },
    },
  },
  'undocumented-status': {
    operation: 'updateTeamInOrganizationById',
    kind: 'undocumented',
    plant: {
      handlers: {
        updateTeamInOrganizationById: () => async () => {
          throw new ApiError(402, 'planted', 'Planted by the self-test.')
        },
      },
    },
  },
  'extra-key-in-reply': {
    operation: 'getTeamInOrganizationById',
    kind: 'schema violation',
    plant: {
      // Without a schema of its own the serializer writes whatever it is given.
      definitions: { getTeamInOrganizationById: { reply: Type.Unsafe({}) } },
      handlers: {
        getTeamInOrganizationById: (handle) => async (request, context) => {
          const outcome = await handle(request, context)
          if (!(outcome instanceof Versioned)) return outcome
          const view = () => ({ ...Object(outcome.view()), planted: true })
          return versioned(outcome.version, [], view)
        },
      },
    },
  },
  'accepts-invalid': {
    operation: 'updateTeamInOrganizationById',
    kind: 'invalid accepted',
    plant: {
      definitions: { updateTeamInOrganizationById: { body: Type.Unsafe({}) } },
    },
  },
  'costs-much': {
    operation: 'getTeamInOrganizationById',
    kind: 'too dear',
    plant: {
      handlers: {
        getTeamInOrganizationById: (handle) => async (request, context) => {
          const endsMs = performance.now() + 1_500
          while (performance.now() < endsMs) continue
          return handle(request, context)
        },
      },
    },
  },
}
