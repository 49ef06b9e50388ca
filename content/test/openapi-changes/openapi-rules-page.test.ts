import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { rules, type Rule } from '#/openapi-changes/rules.ts'

/** The rows of the page: one where both directions are judged alike, otherwise one for each. */
function rowsOf({ id, says, side, request, response }: Rule): readonly string[] {
  const row = (direction: string, { isBreaking, reason }: Rule['request']) =>
    [`\`${id}\``, says, direction, isBreaking ? '**yes**' : 'no', reason].join(' | ')
  if (side !== undefined) return [row(side === 'both' ? 'any' : side, request)]
  const isAlike =
    request.isBreaking === response.isBreaking && request.reason === response.reason
  return isAlike
    ? [row('any', request)]
    : [row('request', request), row('response', response)]
}

test('the page of rules says what the rules say', async () => {
  const page = await readFile(
    new URL('../../../docs/openapi-changes.md', import.meta.url),
    'utf8',
  )
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
        .join(' | '),
    )
  assert.deepEqual(rows, rules.flatMap(rowsOf))
})
