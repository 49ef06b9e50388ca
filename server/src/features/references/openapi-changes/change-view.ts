import type { OpenApiChange } from '@lectern/content/openapi-changes/change.ts'
import type { OpenAPISpecChange } from '@lectern/contract/openapi-changes.ts'

export function viewChange({
  kind,
  isBreaking: breaking,
  rule,
  message,
  reason,
  place,
  reaches,
}: OpenApiChange): OpenAPISpecChange {
  const { operation, pointer, side, name } = place
  return {
    object: 'openapi-spec-change',
    kind,
    breaking,
    rule,
    message,
    reason,
    place: {
      pointer,
      side,
      ...(operation !== undefined && { operation: { ...operation } }),
      ...(name !== undefined && { name }),
    },
    ...(reaches !== undefined && {
      reaches: {
        operations: reaches.operations.map((each) => ({ ...each })),
        count: reaches.count,
      },
    }),
  }
}
