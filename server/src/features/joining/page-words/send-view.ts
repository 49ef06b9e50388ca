import type { FastifyReply, FastifyRequest } from 'fastify'

import type { ApiError } from '#/platform/errors/api-error.ts'
import { languages } from '#/platform/html/language.ts'
import { answerFailureWith } from '#/platform/html/page-failure.ts'
import { sendPage } from '#/platform/html/page.ts'

import { keepChoice, languageChoice, languageOf } from './chosen-language.ts'
import type { Words } from './en.ts'
import { viewFailure } from './failure-view.ts'
import type { Reading, View } from './page-view.ts'
import { words } from './words.ts'

/** Sends a page in the language of whoever asked. */
export function sendView(
  reply: FastifyReply,
  status: number,
  view: View,
  // oxlint-disable-next-line max-params -- as those of `sendPage`
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  const reading = readingOf(reply, status)
  const told = { 'content-language': languages[reading.language].tag, ...headers }
  return sendPage(keepChoice(reply), status, view(reading), told)
}

/** Answers a failure with a page in the language of whoever asked. */
export function answerFailure(
  error: unknown,
  _request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return answerFailureWith(error, reply, (failure) =>
    viewFailure(failure)(readingOf(reply, 500)),
  )
}

function readingOf({ request }: FastifyReply, status: number): Reading {
  const language = languageOf(request)
  return {
    language,
    words: words[language],
    choice: languageChoice(request, language, status),
  }
}

const texts: Readonly<Record<string, keyof Words['failures']>> = {
  cross_site_request: 'crossSite',
  sign_in_method_needed: 'methodNeeded',
  too_many_passkeys: 'tooManyPasskeys',
  too_many_identities: 'tooManyIdentities',
  identity_taken: 'identityTaken',
  mail_limit_reached: 'tooManyChanges',
  email_unchanged: 'emailUnchanged',
  second_factor_code_wrong: 'codeWrong',
  no_second_factor: 'noSecondFactor',
  sign_in_again: 'signInAgain',
}

/** The text of a page for a refusal of the API, whose own message is in English. */
export function textOfRefusal(error: ApiError): keyof Words['failures'] {
  return texts[error.reason] ?? 'other'
}
