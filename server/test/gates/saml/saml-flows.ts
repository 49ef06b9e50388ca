import { send, type WireReply } from '#test/http/test-wire.ts'
import { ownHost } from '#test/sessions/test-browser-session.ts'
import type { Saying } from '#test/sso/test-idp.ts'
import { pathOf, SamlBrowser, type TestProvider } from '#test/sso/test-saml-browser.ts'

import {
  begin,
  type Begun,
  bring,
  expectHonest,
  isSignedIn,
  judge,
  judgeFinish,
  judgeMailed,
  sayingTo,
  type Tally,
} from './saml-attack.ts'
import type { World } from './saml-world.ts'

/** Honest answers at the wrong time, at the wrong place, or in the wrong hands. */
export async function tryFlows(world: World, tally: Tally): Promise<void> {
  for (const attackFlow of [
    tryReplays,
    tryRace,
    tryOtherRequests,
    tryOldRequests,
    tryLedBeginnings,
    tryOtherBrowsers,
    tryOtherWays,
    tryChangedProviders,
    tryHostileProvider,
  ]) {
    await attackFlow(world, tally)
  }
}

function answerTo(
  world: World,
  begun: Pick<Begun, 'provider' | 'inResponseTo'>,
  said: Partial<Saying> = {},
): string {
  return world.idp.answer(sayingTo(world, begun, said))
}

/** The same answer again, at both processes, and its assertion in the answer to another request. */
async function tryReplays(world: World, tally: Tally): Promise<void> {
  const begun = await begin(world, world.provider)
  const said = sayingTo(world, begun)
  const xml = world.idp.answer(said)
  const brought = await bring(world.urls[0], world.provider, xml)
  for (const [at, url] of [...world.urls, ...world.urls].entries()) {
    // The last two after the browser has gone on.
    if (at === 2) await goOn(tally, 'replay', begun, brought)
    judge(tally, `replay ${at}`, await bring(url, world.provider, xml))
  }
  judgeFinish(tally, 'the same end again', await begun.browser.get(pathOf(brought)))
  for (const url of world.urls) {
    const next = await begin(world, world.provider, url)
    const { assertionId } = said
    const again = answerTo(world, next, { assertionId })
    judge(tally, 'a known assertion', await bring(url, world.provider, again))
    await expectHonest(tally, 'after a known assertion', next, answerTo(world, next))
  }
}

/** One answer many times at once. */
async function tryRace(world: World, tally: Tally): Promise<void> {
  const begun = await begin(world, world.provider)
  const xml = answerTo(world, begun)
  const replies = await Promise.all(
    Array.from({ length: 10 }, async (_, at) =>
      bring(world.urls[at % 2] ?? world.urls[0], world.provider, xml),
    ),
  )
  const [taken, ...more] = replies.filter(({ status }) => status === 303)
  if (taken === undefined) tally.problems.push('race: an honest answer is refused')
  else await goOn(tally, 'race', begun, taken)
  tally.hostile += replies.length - 1
  tally.accepted += more.length
  if (more.length > 0) tally.problems.push(`race: taken ${more.length + 1} times`)
}

/** Answers to requests that were made for another provider, or by nobody. */
async function tryOtherRequests(world: World, tally: Tally): Promise<void> {
  const { provider, elsewhere, hostile } = world
  const own = await begin(world, provider)
  const foreign = await begin(world, elsewhere)
  const theirs = await begin(world, hostile.provider)
  const ours = (inResponseTo: string) => answerTo(world, { provider, inResponseTo })
  const cases: [string, TestProvider, string][] = [
    ['a request of another organization', provider, ours(foreign.inResponseTo)],
    ['a request of a hostile provider', provider, ours(theirs.inResponseTo)],
    ['an answer for another organization', provider, answerTo(world, foreign)],
    [
      'an answer for another organization, with our request',
      provider,
      answerTo(world, { provider: elsewhere, inResponseTo: own.inResponseTo }),
    ],
    ['our answer at another organization', elsewhere, answerTo(world, own)],
    ['our answer at a hostile provider', hostile.provider, answerTo(world, own)],
    ['an answer that nobody asked for', provider, ours('_nobody')],
    ['an answer to no request', provider, unasked(world, own)],
    ['a request in capitals', provider, ours(own.inResponseTo.toUpperCase())],
    ['the pattern of a request', provider, ours('%')],
    ...saidByHostile(world, own),
  ]
  for (const [name, at, xml] of cases) {
    judge(tally, name, await bring(world.urls[0], at, xml))
  }
  const last: [Begun, string][] = [
    [own, answerTo(world, own)],
    [foreign, answerTo(world, foreign, personElsewhere)],
  ]
  for (const [begun, xml] of last) {
    await expectHonest(tally, 'after answers to other requests', begun, xml)
  }
}

/** What the provider of another organization says of our request. */
function saidByHostile(
  world: World,
  own: Begun,
): [name: string, at: TestProvider, xml: string][] {
  const { idp, provider } = world.hostile
  const { inResponseTo } = own
  const issuer = idp.entityId
  return [
    [
      'a hostile provider of our request',
      own.provider,
      idp.answer(sayingTo(world, own, { issuer })),
    ],
    [
      'a hostile provider in the name of ours',
      own.provider,
      idp.answer(sayingTo(world, own)),
    ],
    [
      'a hostile provider of our request, at its own place',
      provider,
      idp.answer(sayingTo(world, { provider, inResponseTo }, { issuer })),
    ],
  ]
}

/** An answer, signed, that names no request anywhere. */
function unasked(world: World, begun: Begun): string {
  const { idp } = world
  const said = sayingTo(world, begun)
  const inner = idp.sign(withoutRequest(idp.assertion(said)), said.assertionId)
  return withoutRequest(idp.response(said, inner))
}

function withoutRequest(xml: string): string {
  return xml.replaceAll(/ InResponseTo="[^"]*"/g, '')
}

const personElsewhere = {
  subject: 'honest bob',
  attributes: { email: ['honest.bob@idp.example'] },
}

async function tryOldRequests(world: World, tally: Tally): Promise<void> {
  const before = await begin(world, world.provider)
  const after = await begin(world, world.provider)
  const brought = await bring(world.urls[0], world.provider, answerTo(world, after))
  await world.rows(
    `update saml_request set expires_at = now() - interval '1 second'
     where id = any($1)`,
    [[before.inResponseTo, after.inResponseTo]],
  )
  const late = await bring(world.urls[0], world.provider, answerTo(world, before))
  judge(tally, 'an answer after ten minutes', late)
  const ended = await after.browser.get(pathOf(brought))
  judgeFinish(tally, 'going on after ten minutes', ended)
}

/** Another website leads a browser to a beginning, whose answer it could have chosen. */
async function tryLedBeginnings(world: World, tally: Tally): Promise<void> {
  for (const url of world.urls) {
    for (const query of ['', '?to=/o/acme']) {
      const led = new SamlBrowser({ url })
      const { status } = await led.get(`/sso/saml/${world.provider.id}/start${query}`)
      tally.hostile += 1
      if (status === 200 && led.cookies.size === 0) continue
      tally.accepted += 1
      tally.problems.push(`another website begins a sign-in: ${status}`)
    }
  }
}

/** The end of a sign-in in another browser than the one that began it. */
async function tryOtherBrowsers(world: World, tally: Tally): Promise<void> {
  const begun = await begin(world, world.provider)
  const victim = (await begin(world, world.provider)).browser
  const path = pathOf(await bring(world.urls[0], world.provider, answerTo(world, begun)))
  const flow = '__Host-lectern-flow'
  const own = begun.browser.cookies.get(flow) ?? ''
  const cookies: Record<string, string | undefined> = {
    'another flow': victim.cookies.get(flow),
    'no cookie': undefined,
    'an empty cookie': '',
    'a cookie that was made up': 'a'.repeat(43),
    'a part of the cookie': own.slice(0, -1),
    'more than the cookie': `${own}a`,
    'the cookie in capitals': own.toUpperCase(),
  }
  for (const [name, value] of Object.entries(cookies)) {
    for (const url of world.urls) {
      const browser = new SamlBrowser({ url })
      if (value !== undefined) browser.cookies.set(flow, value)
      judgeFinish(tally, `${name}, at the end`, await browser.get(path))
      judgeFinish(tally, `${name}, in a form`, await browser.post(path))
    }
  }
  const misnamed = new SamlBrowser({ url: world.urls[0] })
  misnamed.cookies.set('lectern-flow', own)
  judgeFinish(tally, 'a cookie of a lesser name', await misnamed.get(path))
  const wrong = [
    path.replace(world.provider.id, world.elsewhere.id),
    path.replace(world.provider.id, world.hostile.provider.id),
    path.replace(/[^/]*$/, 'a'.repeat(43)),
    path.slice(0, -1),
    path.replace(/[^/]*$/, ''),
    path.replace(/[^/]*$/, '%00'),
  ]
  for (const at of wrong) {
    const browser = new SamlBrowser({ url: world.urls[0] })
    browser.cookies.set(flow, own)
    judgeFinish(
      tally,
      `the end at ${at.replace(/\/sso\/saml\//, '')}`,
      await browser.get(at),
    )
  }
  const ended = await begun.browser.get(path)
  if (ended.status === 303) tally.controls += 1
  else tally.problems.push('other browsers: the browser itself is refused')
}

/** An honest answer by other methods, at other hosts. */
async function tryOtherWays(world: World, tally: Tally): Promise<void> {
  const begun = await begin(world, world.provider)
  const xml = answerTo(world, begun)
  const SAMLResponse = Buffer.from(xml).toString('base64')
  const body = new URLSearchParams({ SAMLResponse }).toString()
  const path = new URL(world.provider.acsURL).pathname
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = async (
    method: string,
    target: string,
    { host = ownHost, text = body }: { host?: string; text?: string } = {},
  ) =>
    send(world.urls[0], method, target, {
      headers: {
        host,
        ...(text !== '' && { ...type, 'content-length': String(text.length) }),
      },
      body: text,
    })
  const cases = {
    'in the address': ask('GET', `${path}?${body}`, { text: '' }),
    'in the address of a form': ask('POST', `${path}?${body}`, { text: 'x=y' }),
    PUT: ask('PUT', path),
    PATCH: ask('PATCH', path),
    'host of files': ask('POST', path, { host: `files.${ownHost}` }),
    'host of somebody': ask('POST', path, { host: 'evil.example' }),
    'no path': ask('POST', path.replace(/acs$/, '')),
    'another path': ask('POST', `${path}/x`),
    'another provider': ask('POST', path.replace(world.provider.id, 'nobody')),
    'the path in capitals': ask('POST', path.replace('/sso/', '/SSO/')),
    'the metadata': ask('POST', path.replace(/acs$/, 'metadata')),
  }
  for (const [name, reply] of Object.entries(cases)) {
    const { status, headers, text } = await reply
    const refused = status === 405 ? 404 : status
    judge(tally, `an answer by ${name}`, { status: refused, headers, text })
  }
  await expectHonest(tally, 'after other ways', begun, xml)
}

/** The provider gets another certificate, or is gone, between the request and its answer. */
async function tryChangedProviders(world: World, tally: Tally): Promise<void> {
  const { idp } = world
  const provider = await world.makeProvider({
    entityId: idp.entityId,
    certificate: idp.identity.certificate,
  })
  const begun = await begin(world, provider)
  const xml = answerTo(world, begun)
  const change = async (column: string, value: string | null) =>
    world.rows(`update saml_provider set ${column} = $1 where id = $2`, [
      value,
      provider.id,
    ])
  const { certificate } = world.hostile.idp.identity
  const changes: [string, string, string | null, string][] = [
    ['another certificate', 'certificate', certificate, idp.identity.certificate],
    ['no certificate', 'certificate', null, idp.identity.certificate],
    ['another name', 'entity_id', 'https://other.example', idp.entityId],
    ['no address', 'sso_url', null, 'https://idp.example/sso'],
  ]
  for (const [name, column, value, former] of changes) {
    await change(column, value)
    for (const url of world.urls) judge(tally, name, await bring(url, provider, xml))
    await change(column, former)
  }
  await expectHonest(
    tally,
    'a provider as before',
    begun,
    answerTo(world, begun, {
      subject: 'honest cid',
      attributes: { email: ['honest.cid@idp.example'] },
    }),
  )
}

/** A provider of another organization that is honest in form: whom it names is another person. */
async function tryHostileProvider(world: World, tally: Tally): Promise<void> {
  const { idp, provider } = world.hostile
  const says = async (said: Partial<Saying>) => {
    const begun = await begin(world, provider)
    const { acsURL, entityID: audience } = provider
    const { inResponseTo } = begun
    const xml = idp.answer(idp.says({ acsURL, audience, inResponseTo }, said))
    return { begun, brought: await bring(world.urls[0], provider, xml) }
  }
  const others = [
    'admin@acme.example',
    'ADMIN@acme.example',
    'honest.ann@php.example',
    'evil.ann@nowhere.example',
    'evil.ann@sub.hostile.example',
    'evil.ann@hostile.example.org',
    'evil.ann@xhostile.example',
  ]
  for (const [at, email] of others.entries()) {
    const said = { subject: `evil ${at}`, attributes: { email: [email] } }
    const { begun, brought } = await says(said)
    const { browser } = begun
    const path = pathOf(brought)
    judgeMailed(tally, `the address ${email}`, await browser.get(path))
    judgeMailed(tally, `the address ${email}, agreed`, await browser.post(path))
  }
  const same = await says({
    subject: 'honest ann',
    attributes: { email: ['other.ann@hostile.example'] },
  })
  await goOn(tally, 'the same name elsewhere', same.begun, same.brought)
  const found = await world.rows(
    `select count(distinct account_id)::integer as accounts, count(*)::integer as identities
     from account_identity where subject = 'honest ann'`,
  )
  tally.hostile += 1
  if (found[0]?.['accounts'] !== 2) {
    tally.accepted += 1
    tally.problems.push(
      `a name that two providers know stands for ${String(found[0]?.['accounts'])} accounts`,
    )
  }
}

async function goOn(
  tally: Tally,
  name: string,
  { browser }: Begun,
  brought: WireReply,
): Promise<void> {
  const last = brought.status === 303 ? await browser.get(pathOf(brought)) : brought
  if (last.status === 303 && isSignedIn(browser)) tally.controls += 1
  else tally.problems.push(`${name}: an honest answer is refused with ${last.status}`)
}
