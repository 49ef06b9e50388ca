import type { Storage } from '#/platform/storage/storage.ts'

import type { GateApi } from './generate-api.ts'
import type { Target } from './generate-schema.ts'
import { targetPath, type WireClient, type WireReply } from './generate-wire.ts'

/** Ids by kind. */
export type Things = Readonly<Record<string, string>>

export interface Making {
  readonly wire: WireClient
  readonly storage: Storage
  readonly readSpec: GateApi['readSpec']
  readonly organizationId: string
  readonly adminToken: string
  readonly residentId: string
  readonly canary: string
  /** Things of an account rather than of a place are only made where the account has no other. */
  readonly withAccountThings: boolean
}

export async function call(
  {
    wire,
    organizationId,
    adminToken,
  }: Pick<Making, 'wire' | 'organizationId' | 'adminToken'>,
  { id, definition }: Target,
  params: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<WireReply> {
  const reply = await wire.send({
    method: definition.method,
    target: targetPath(definition, { organizationId, ...params }),
    headers: {
      authorization: `Bearer ${adminToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
  })
  if (reply.status >= 300) {
    throw new Error(`${id} answered ${reply.status}: ${reply.text}`)
  }
  return reply
}
