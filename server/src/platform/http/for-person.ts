import type { FastifyRequest } from 'fastify'

/** Whether a request comes from somebody who opened the URL in a browser. */
export function isForPerson({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes('text/html') === true
}
