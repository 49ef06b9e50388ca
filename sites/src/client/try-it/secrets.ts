import type { Secret } from '@lectern/content/openapi/request/request-draft.ts'

/**
 * What readers typed to sign in with, by specification and scheme: typed once, it is there for the
 * other operations of a page. It is in the memory of the page alone, and gone when the page is left.
 */
const secrets = new Map<string, Secret>()
const forgetting = new Set<() => void>()

export function recallSecret(spec: string, scheme: string): Secret | undefined {
  return secrets.get(keyOf(spec, scheme))
}

export function keepSecret(spec: string, scheme: string, secret: Secret): void {
  secrets.set(keyOf(spec, scheme), secret)
}

/** Calls `forget` when the page is left: browsers may keep the page itself for a way back. */
export function onForget(forget: () => void): void {
  forgetting.add(forget)
}

addEventListener('pagehide', () => {
  secrets.clear()
  for (const forget of forgetting) forget()
})

function keyOf(spec: string, scheme: string): string {
  return JSON.stringify([spec, scheme])
}
