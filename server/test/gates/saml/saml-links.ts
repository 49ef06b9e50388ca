import type { WireReply } from '#test/http/test-wire.ts'
import { pathOf, SamlBrowser } from '#test/sso/test-saml-browser.ts'

import {
  begin,
  type Begun,
  bring,
  isMailed,
  isSignedIn,
  judgeFinish,
  judgeMailed,
  sayingTo,
  type Tally,
} from './saml-attack.ts'
import type { World } from './saml-world.ts'

/** Links that are mailed to who is new: in the wrong hands, again, or too late. */
export async function tryLinks(world: World, tally: Tally): Promise<void> {
  for (const attackLink of [
    tryOtherBrowsers,
    tryAgain,
    tryTwoTabs,
    tryOldLinks,
    tryGoneProvider,
    tryOwner,
    trySecondFactor,
  ]) {
    await attackLink(world, tally)
  }
}

interface Mailed extends Begun {
  readonly email: string
  /** Where the answer led to. */
  readonly finish: string
  readonly link: string
}

const flow = '__Host-lectern-flow'
let people = 0

/** Somebody at an address that no organization has proven, with the link in their mail. */
async function newcomer(
  world: World,
  { email = `honest.${(people += 1)}@mailed.example`, provider = world.provider } = {},
  browser?: SamlBrowser,
): Promise<Mailed> {
  const begun = await begin(world, provider, browser?.url, browser)
  const said = { subject: `honest ${email}`, attributes: { email: [email] } }
  const xml = world.idp.answer(sayingTo(world, begun, said))
  const finish = pathOf(await bring(world.urls[0], provider, xml))
  const shown = await begun.browser.get(finish)
  if (!isMailed(shown)) throw new Error(`${email} was answered with ${shown.status}`)
  return { ...begun, email, finish, link: await world.mailed(provider) }
}

async function expectOpened(
  tally: Tally,
  name: string,
  { browser, link }: Pick<Mailed, 'browser' | 'link'>,
): Promise<void> {
  const { status } = await browser.post(link)
  if (status === 303 && isSignedIn(browser)) tally.controls += 1
  else tally.problems.push(`${name}: an honest link is refused with ${status}`)
}

async function tryOtherBrowsers(world: World, tally: Tally): Promise<void> {
  const one = await newcomer(world)
  const victim = (await begin(world, world.provider)).browser
  const own = one.browser.cookies.get(flow) ?? ''
  const cookies: Record<string, string | undefined> = {
    'another flow': victim.cookies.get(flow),
    'no cookie': undefined,
    'an empty cookie': '',
    'a cookie that was made up': 'a'.repeat(43),
    'a part of the cookie': own.slice(0, -1),
    'more than the cookie': `${own}a`,
  }
  for (const [name, value] of Object.entries(cookies)) {
    for (const url of world.urls) {
      const browser = new SamlBrowser({ url })
      if (value !== undefined) browser.cookies.set(flow, value)
      judgeFinish(tally, `a link with ${name}`, await browser.get(one.link))
      judgeFinish(tally, `a link with ${name}, in a form`, await browser.post(one.link))
    }
  }
  const { id } = world.provider
  const secrets = [one.link, one.finish].map((path) => path.split('/').at(-1) ?? '')
  const wrong = [
    one.link.replace(id, world.elsewhere.id),
    one.link.replace(id, world.hostile.provider.id),
    one.link.slice(0, -1),
    one.link.replace(/[^/]*$/, 'a'.repeat(43)),
    `/sso/saml/${id}/link/${secrets[1]}`,
    `/sso/saml/${id}/finish/${secrets[0]}`,
  ]
  for (const path of wrong) {
    const browser = new SamlBrowser({ url: world.urls[0] })
    browser.cookies.set(flow, own)
    judgeFinish(tally, `a link at ${path}`, await browser.post(path))
  }
  // The answer alone leads no further than to the mail.
  judgeMailed(tally, 'the answer without the link', await one.browser.get(one.finish))
  judgeMailed(tally, 'the answer, agreed', await one.browser.post(one.finish))
  await expectOpened(tally, 'a link after other browsers', one)
}

/** The same link again, at both processes, and many times at once. */
async function tryAgain(world: World, tally: Tally): Promise<void> {
  const one = await newcomer(world)
  const cookies = [...one.browser.cookies]
  const alike = (at: number) => {
    const browser = new SamlBrowser({ url: world.urls[at % 2] ?? world.urls[0] })
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    return browser
  }
  const replies = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => alike(at).post(one.link)),
  )
  const taken = replies.filter(({ status }) => status === 303)
  tally.hostile += replies.length - 1
  tally.accepted += Math.max(0, taken.length - 1)
  if (taken.length === 1) tally.controls += 1
  else tally.problems.push(`a link is taken ${taken.length} times`)
  for (const at of [0, 1]) {
    judgeFinish(tally, 'a link again', await alike(at).post(one.link))
    judgeFinish(tally, 'the answer after its link', await alike(at).get(one.finish))
  }
}

/** A browser that begins twice has two links, and one account comes of both. */
async function tryTwoTabs(world: World, tally: Tally): Promise<void> {
  const one = await newcomer(world)
  const other = await newcomer(world, one, one.browser)
  await expectOpened(tally, 'the link of a second tab', other)
  await expectOpened(tally, 'the link of the first tab', one)
  const found = await world.rows(
    `select count(*)::integer as accounts from account_identity where subject = $1`,
    [`honest ${one.email}`],
  )
  if (found[0]?.['accounts'] !== 1) tally.problems.push('two tabs make two accounts')
}

async function tryOldLinks(world: World, tally: Tally): Promise<void> {
  const late = await newcomer(world)
  await world.rows(
    `update saml_request set expires_at = now() - interval '1 second' where id = $1`,
    [late.inResponseTo],
  )
  judgeFinish(tally, 'a link after its time', await late.browser.get(late.link))
  judgeFinish(tally, 'a link after its time', await late.browser.post(late.link))
}

/** The provider is gone between its answer and the link. */
async function tryGoneProvider(world: World, tally: Tally): Promise<void> {
  const { idp } = world
  const provider = await world.makeProvider({
    entityId: idp.entityId,
    certificate: idp.identity.certificate,
  })
  const one = await newcomer(world, { provider })
  const change = async (address: string | null) =>
    world.rows('update saml_provider set sso_url = $1 where id = $2', [
      address,
      provider.id,
    ])
  await change(null)
  judgeFinish(tally, 'a link of no provider', await one.browser.get(one.link))
  judgeFinish(tally, 'a link of no provider', await one.browser.post(one.link))
  await change('https://idp.example/sso')
  await expectOpened(tally, 'a link of a provider as before', one)
}

/** Somebody else begins in the name of the owner of an account, who opens the link. */
async function tryOwner(world: World, tally: Tally): Promise<void> {
  const email = 'edit@acme.example'
  const one = await newcomer(world, { email })
  const owner = new SamlBrowser({ url: world.urls[0] })
  judgeFinish(tally, 'a link that others asked for', await owner.get(one.link))
  judgeFinish(tally, 'a link that others asked for', await owner.post(one.link))
  const begun = (await begin(world, world.provider)).browser
  judgeFinish(tally, 'a link that others asked for', await begun.post(one.link))
  await expectOpened(tally, 'the link of an account', one)
  const found = await world.rows(
    `select i.account_id = e.account_id as is_own
     from account_identity as i, account_email as e where i.subject = $1 and e.email = $2`,
    [`honest ${email}`, email],
  )
  if (found[0]?.['is_own'] !== true) tally.problems.push(`${email} is somebody else now`)
}

/** Who reads the mail of an account has not its second factor. */
async function trySecondFactor(world: World, tally: Tally): Promise<void> {
  const email = 'read@acme.example'
  const set = await world.rows(
    `insert into second_factor (account_id, sealed, used_step)
     select account_id, repeat('x', 64), 0 from account_email where email = $1
     returning account_id`,
    [email],
  )
  if (set.length !== 1) throw new Error(`${email} has no account`)
  const one = await newcomer(world, { email })
  for (const _attempt of [1, 2]) judgeCode(tally, await one.browser.post(one.link))
  judgeMailed(
    tally,
    'the answer of who has not its code',
    await one.browser.get(one.finish),
  )
}

function judgeCode(tally: Tally, reply: WireReply): void {
  const { status, headers } = reply
  tally.hostile += 1
  const cookies = headers['set-cookie'] ?? []
  const isIn = cookies.some((cookie) => cookie.startsWith('__Host-lectern='))
  const isAsked = status === 303 && /\/~sign-in\/code\?/.test(headers.location ?? '')
  if (isAsked && !isIn) return
  tally.accepted += 1
  tally.problems.push(`a link without the second factor is answered with ${status}`)
}
