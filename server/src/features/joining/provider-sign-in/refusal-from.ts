import * as client from 'openid-client'

import {
  EgressFailed,
  EgressRefused,
  EgressTimeout,
} from '#/platform/egress/egress-errors.ts'

import { type Problem, ProviderRefusal } from './provider-refusal.ts'

/**
 * What went wrong at a provider, without anything that it sent: the library's errors hold whole
 * answers, with codes and tokens. What is no error of the library or of the way there is thrown on.
 */
export function refusalFrom(error: unknown, otherwise: Problem): ProviderRefusal {
  if (error instanceof ProviderRefusal) return error
  if (isOfTheWay(error)) return new ProviderRefusal('away', nameOf(error))
  if (error instanceof client.AuthorizationResponseError) {
    return new ProviderRefusal('denied', wordOf(error.error))
  }
  if (error instanceof client.ResponseBodyError) return refusalOfBody(error)
  if (error instanceof client.WWWAuthenticateChallengeError) {
    return new ProviderRefusal(error.status === 401 ? 'settings' : 'answer', error.code)
  }
  if (error instanceof client.ClientError) {
    // GitHub answers so with a status that says all is well.
    if (wordIn(error.cause) === 'incorrect_client_credentials') {
      return new ProviderRefusal('settings', 'incorrect_client_credentials')
    }
    return new ProviderRefusal(isFailure(error.cause) ? 'away' : otherwise, error.code)
  }
  throw error
}

function refusalOfBody({ status, error }: client.ResponseBodyError): ProviderRefusal {
  const code = wordOf(error)
  if (status >= 500) return new ProviderRefusal('away', code)
  const isOurs = code === 'invalid_client' || code === 'unauthorized_client'
  return new ProviderRefusal(isOurs ? 'settings' : 'answer', code)
}

/** Whether the provider could not be asked, whatever the library makes of it. */
function isOfTheWay(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const isOurs =
      each instanceof EgressFailed ||
      each instanceof EgressRefused ||
      each instanceof EgressTimeout
    if (isOurs || each.name === 'TimeoutError') return true
  }
  return false
}

function isFailure(cause: unknown): boolean {
  return cause instanceof Response && cause.status >= 500
}

/** The word for an error in a body that the library could not make sense of. */
function wordIn(cause: unknown): unknown {
  const body = fieldOf(cause instanceof Error ? cause.cause : cause, 'body')
  return fieldOf(body, 'error')
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined
}

/** A code of the provider, if it is one word: nothing else that it says is logged. */
function wordOf(text: string): string | undefined {
  return /^[a-z_]{1,64}$/.test(text) ? text : undefined
}
