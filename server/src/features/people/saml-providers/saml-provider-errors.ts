import { ApiError } from '#/platform/errors/api-error.ts'

export function tooManySamlProviders(providersMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_saml_providers',
    `The organization has ${providersMax} identity providers, as many as it may have. Remove one that nobody uses.`,
  )
}

export function lastActiveProvider(): ApiError {
  return new ApiError(
    409,
    'last_active_provider',
    'This is the only active identity provider, and members have to sign in with one. Set up another one first, or stop requiring it.',
  )
}
