import { forLanguage } from '#/blocks/words.ts'

import { ar, he, ja, ru, zh } from './words-afar.ts'
import { de, es, fr, nl, no, pt } from './words-near.ts'

/** The words around what a specification says. A language that lacks a word does not compile. */
export interface ApiWords {
  readonly deprecated: string
  readonly required: string
  readonly readOnly: string
  readonly writeOnly: string
  readonly authentication: string
  readonly noAuthentication: string
  /** Between ways to sign in of which one is enough. */
  readonly or: string
  readonly apiKey: string
  readonly scopes: string
  readonly servers: string
  readonly pathParameters: string
  readonly queryParameters: string
  readonly headers: string
  readonly cookies: string
  readonly requestBody: string
  readonly responses: string
  readonly callbacks: string
  readonly webhook: string
  /** A pattern with {count}. */
  readonly attributes: string
  readonly default: string
  readonly example: string
  readonly values: string
  /** A pattern with {count}. */
  readonly moreValues: string
  readonly furtherProperties: string
  readonly noFurtherProperties: string
  readonly oneOf: string
  readonly anyOf: string
  readonly not: string
  readonly anyValue: string
  readonly noValue: string
  readonly recursive: string
  readonly shortened: string
  /** A pattern with {name}. */
  readonly seeSchema: string
  readonly gone: string
  readonly requestExample: string
  readonly bodyExamples: string
  readonly responseExample: string
  readonly noBody: string
  readonly moreAbout: string
}

const en: ApiWords = {
  deprecated: 'Deprecated',
  required: 'required',
  readOnly: 'read only',
  writeOnly: 'write only',
  authentication: 'Authentication',
  noAuthentication: 'None is needed.',
  or: 'or',
  apiKey: 'API key',
  scopes: 'Scopes',
  servers: 'Servers',
  pathParameters: 'Path parameters',
  queryParameters: 'Query parameters',
  headers: 'Headers',
  cookies: 'Cookies',
  requestBody: 'Request body',
  responses: 'Responses',
  callbacks: 'Callbacks',
  webhook: 'Webhook',
  attributes: 'Attributes ({count})',
  default: 'Default',
  example: 'Example',
  values: 'Allowed values',
  moreValues: '{count} more',
  furtherProperties: 'Further properties',
  noFurtherProperties: 'No further properties',
  oneOf: 'One of',
  anyOf: 'Any of',
  not: 'Anything but',
  anyValue: 'any value',
  noValue: 'no value',
  recursive: 'Contains itself',
  shortened: 'More is left out here',
  seeSchema: 'See {name}',
  gone: 'This is no longer part of the specification.',
  requestExample: 'Request',
  bodyExamples: 'Examples of the body',
  responseExample: 'Response',
  noBody: 'No body',
  moreAbout: 'Read more',
}

export function apiWordsFor(language: string): ApiWords {
  return forLanguage({ ar, de, en, es, fr, he, ja, nl, no, pt, ru, zh }, language)
}
