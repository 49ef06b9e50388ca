import { send, type WireReply } from '#test/http/test-wire.ts'
import { ownHost } from '#test/sessions/test-browser-session.ts'
import type { Saying, Signing } from '#test/sso/test-idp.ts'
import {
  pathOf,
  requestIdIn,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'

import type { World } from './saml-world.ts'

/** What a browser brings: an answer as XML, or a whole form. */
export type Brought = string | Buffer | Form

interface Form {
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export type Variant = readonly [name: string, brought: Brought]

export interface Tally {
  readonly problems: string[]
  hostile: number
  accepted: number
  /** Answers of real identity providers that were taken. */
  honest: number
  /** Answers of the provider of the gate itself that were taken, as hostile ones of it were refused. */
  controls: number
}

/** A sign-in that was begun, with what its honest answer says. */
export interface Begun {
  readonly browser: SamlBrowser
  readonly provider: TestProvider
  readonly inResponseTo: string
  /** Where the browser was led to. */
  readonly location: string
  /** Where the link is that is mailed to who is new. */
  readonly mailed: World['mailed']
  /** Whether a real identity provider is asked. */
  readonly isReal?: boolean
}

/** The honest answer that hostile ones are made of, and the means to say something else. */
export interface Material extends Begun {
  readonly xml: string
  readonly saying: (said?: Partial<Saying>) => Saying
  readonly answer: (said?: Partial<Saying>, how?: Signing) => string
}

export interface Attack {
  readonly name: string
  readonly provider: TestProvider
  readonly isReal?: boolean
  readonly honest: (begun: Begun) => Promise<string> | string
  readonly variants: (material: Material) => readonly Variant[]
}

const formType = 'application/x-www-form-urlencoded'
const atOnce = 4
const refusals = new Set([400, 403, 404, 413, 415])

export async function begin(
  { urls, mailed }: Pick<World, 'urls' | 'mailed'>,
  provider: TestProvider,
  url: string = urls[0],
  // oxlint-disable-next-line max-params -- a world, a provider, a process and a browser
  browser: SamlBrowser = new SamlBrowser({ url }),
): Promise<Begun> {
  const reply = await browser.open(`/sso/saml/${provider.id}/start`)
  const location = reply.headers.location ?? ''
  return { browser, provider, inResponseTo: requestIdIn(reply), location, mailed }
}

/** What an honest answer of the provider of the gate itself says to a request. */
export function sayingTo(
  { idp }: Pick<World, 'idp'>,
  { provider, inResponseTo }: Pick<Begun, 'provider' | 'inResponseTo'>,
  said: Partial<Saying> = {},
): Saying {
  const { acsURL, entityID: audience } = provider
  return idp.says({ acsURL, audience, inResponseTo }, { ...honestPerson, ...said })
}

/** Whoever is called evil in an answer was called honest when it was signed. */
const honestPerson = {
  subject: 'honest ann',
  attributes: { email: ['honest.ann@idp.example'], displayName: ['Ann honest'] },
}

export const evilPerson = {
  subject: 'evil ann',
  attributes: { email: ['evil.ann@idp.example'], displayName: ['Ann evil'] },
}

export function evil(xml: string): string {
  return xml.replaceAll('honest', 'evil')
}

/**
 * Brings variants of one honest answer, and in the end the answer itself: that it is taken shows
 * that nothing but the variation was refused.
 */
export async function attack(
  world: World,
  tally: Tally,
  { name, provider, isReal = false, honest, variants }: Attack,
): Promise<void> {
  const begun = { ...(await begin(world, provider)), isReal }
  const material: Material = {
    ...begun,
    xml: await honest(begun),
    saying: (said) => sayingTo(world, begun, said),
    answer: (said, how) => world.idp.answer(sayingTo(world, begun, said), how),
  }
  const left = [...variants(material)]
  let isTaken = false
  while (left.length > 0 && !isTaken) {
    const judged = left.splice(0, atOnce).map(async ([variant, brought], at) => {
      const url = world.urls[at % 2] ?? world.urls[0]
      const reply = await bring(url, provider, brought)
      return judge(tally, `${name}: ${variant}`, reply)
    })
    isTaken = (await Promise.all(judged)).includes(false)
  }
  if (!isTaken) await expectHonest(tally, name, begun, material.xml)
}

/** Counts a hostile answer, and says whether it was refused as it should be. */
export function judge(tally: Tally, name: string, reply: WireReply): boolean {
  tally.hostile += 1
  if (refusals.has(reply.status)) return true
  const isAccepted = reply.status === 303
  if (isAccepted) tally.accepted += 1
  const what = isAccepted ? 'is accepted' : `is answered with ${reply.status}`
  tally.problems.push(`${name} ${what}`)
  return false
}

/** Brings an answer that must be taken; the last reply of the server. */
export async function expectHonest(
  tally: Tally,
  name: string,
  begun: Pick<Begun, 'browser' | 'provider' | 'mailed' | 'isReal'>,
  brought: Brought,
): Promise<void> {
  const { browser, provider, isReal = false } = begun
  const reply = await bring(browser.url, provider, brought)
  const shown = reply.status === 303 ? await browser.get(pathOf(reply)) : reply
  const last = isMailed(shown) ? await browser.post(await begun.mailed(provider)) : shown
  const isIn = last.status === 303 && isSignedIn(browser)
  if (isIn) tally[isReal ? 'honest' : 'controls'] += 1
  else tally.problems.push(`${name}: an honest answer is refused: ${reasonIn(last)}`)
}

/** Whether a page says that a link was mailed. */
export function isMailed({ status, text }: WireReply): boolean {
  return status === 200 && text.includes('Look into your mail')
}

/** A sign-in that must end with nobody in. */
export function judgeFinish(tally: Tally, name: string, reply: WireReply): void {
  judge(tally, name, reply)
  refuseSession(tally, name, reply)
}

/** A sign-in that must go no further than to a link in the mail of whom it names. */
export function judgeMailed(tally: Tally, name: string, reply: WireReply): void {
  if (isMailed(reply)) tally.hostile += 1
  else judge(tally, name, reply)
  refuseSession(tally, name, reply)
}

function refuseSession({ problems }: Tally, name: string, { headers }: WireReply): void {
  const cookies = headers['set-cookie'] ?? []
  if (cookies.some((cookie) => cookie.startsWith('__Host-lectern='))) {
    problems.push(`${name}: somebody is signed in`)
  }
}

export function isSignedIn({ cookies }: SamlBrowser): boolean {
  return (cookies.get('__Host-lectern') ?? '') !== ''
}

function reasonIn({ status, text }: WireReply): string {
  const words = text.replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, ' ')
  return `${status} ${words.replaceAll(/\s+/g, ' ').slice(0, 300)}`
}

/** From the page of an identity provider: no cookie comes along. */
export async function bring(
  url: string,
  { acsURL }: Pick<TestProvider, 'acsURL'>,
  brought: Brought,
): Promise<WireReply> {
  const { body, headers } = formOf(brought)
  return send(url, 'POST', new URL(acsURL).pathname, {
    headers: {
      host: ownHost,
      'sec-fetch-site': 'cross-site',
      origin: 'https://idp.example',
      'content-type': formType,
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    },
    body,
  })
}

function formOf(brought: Brought): Form {
  if (typeof brought === 'object' && 'body' in brought) return brought
  const SAMLResponse = Buffer.from(brought).toString('base64')
  return { body: new URLSearchParams({ SAMLResponse }).toString() }
}
