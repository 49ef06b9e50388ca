import type { FastifyRequest } from 'fastify'

import { deviceFrom } from '#/features/people/sessions/public.ts'

/** What a request tells of where it comes from. */
export interface Origin {
  readonly address: string
  readonly userAgent: string | undefined
  readonly requestId: string
}

const addressCharactersMax = 64

export function originOf({
  ip,
  headers,
  id,
}: Pick<FastifyRequest, 'ip' | 'headers' | 'id'>): Origin {
  return { address: ip, userAgent: headers['user-agent'], requestId: id }
}

/** The same for people, as sessions show it. */
export function placeOf({ address, userAgent }: Origin) {
  return {
    address: address.slice(0, addressCharactersMax),
    device: deviceFrom(userAgent),
  }
}
