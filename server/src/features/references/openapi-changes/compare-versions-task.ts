import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0'

import type {
  OpenApiChange,
  OperationName,
} from '@lectern/content/openapi-changes/change.ts'
import { compareOpenApi } from '@lectern/content/openapi-changes/compare-openapi.ts'

import type { VersionsCompared, VersionsToCompare } from './compare-versions-work.ts'

/** Of changes that are told: people read fewer, and more are a new interface. */
const changesMax = 5_000
/** Of characters of a name or a place. */
const textMax = 1_000

/** @public loaded by name */
export function compareVersions({ before, after }: VersionsToCompare): VersionsCompared {
  const { changes, isPartial } = compareOpenApi(documentIn(before), documentIn(after))
  return {
    changes: changes.slice(0, changesMax).map((change) => bounded(change)),
    isPartial: isPartial || changes.length > changesMax,
  }
}

/** The document as one of OpenAPI 3, which is what can be compared. */
function documentIn(bytes: Uint8Array): unknown {
  const document: unknown = JSON.parse(Buffer.from(bytes).toString())
  const isOld =
    typeof document === 'object' &&
    document !== null &&
    Object.hasOwn(document, 'swagger')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is an object, and its form was checked when it became a version
  return isOld ? upgradeFromTwoToThree(document as Record<string, unknown>) : document
}

/** Names are keys of a stranger's document, as long as they like. */
function bounded(change: OpenApiChange): OpenApiChange {
  const { place, reaches } = change
  const { operation, pointer, name, side } = place
  return {
    ...change,
    place: {
      side,
      pointer: short(pointer),
      ...(operation !== undefined && { operation: boundedName(operation) }),
      ...(name !== undefined && { name: short(name) }),
    },
    ...(reaches !== undefined && {
      reaches: {
        operations: reaches.operations.map((each) => boundedName(each)),
        count: reaches.count,
      },
    }),
  }
}

function boundedName({ method, path, operationId }: OperationName): OperationName {
  return {
    method: short(method),
    path: short(path),
    ...(operationId !== undefined && { operationId: short(operationId) }),
  }
}

function short(text: string): string {
  return text.length > textMax ? `${text.slice(0, textMax).toWellFormed()}…` : text
}
