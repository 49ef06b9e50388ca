import assert from 'node:assert/strict'

import type { HomelessKind } from '#/platform/tenancy/homes.ts'
import type { TestApi } from '#test/test-api.ts'

export interface TestNode {
  readonly id: string
  readonly kind: HomelessKind
  /** As stored: a role, `guest` or `inherit`. */
  readonly level: string
  readonly above: readonly TestNode[]
}

interface NewNode {
  readonly kind: HomelessKind
  readonly parent?: TestNode
  readonly level?: string
  readonly title?: string
}

/** A collection or space that nobody was given a role on, not even its creator. */
export async function createNode(
  api: TestApi,
  { kind, parent, level = 'inherit', title = 'Untitled' }: NewNode,
): Promise<TestNode> {
  const admin = api.as('admin')
  const { status, body } = await admin.post(`/orgs/${api.organization}/${kind}s`, {
    title,
    ...(parent && { parent: parent.id }),
  })
  assert.equal(status, 201, JSON.stringify(body))
  const above = parent === undefined ? [] : [parent, ...parent.above]
  const node: TestNode = { id: body.id, kind, level, above }
  if (level !== 'inherit') {
    const defaultLevel = level === 'guest' ? null : level
    const changed = await admin.patch(`/${kind}s/${node.id}`, { defaultLevel })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
  }
  await admin.delete(`${permissionsOf(node)}/users/${api.users.admin}`)
  return node
}

export function permissionsOf({ kind, id }: TestNode): string {
  return `/${kind}s/${id}/permissions`
}
