import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isFresh } from '#/access/session.ts'
import { textOfRefusal } from '#/features/joining/page-words/public.ts'
import { optionsToAdd, verifyAdded } from '#/features/people/passkeys/public.ts'
import { factorOf } from '#/features/people/second-factor/public.ts'
import {
  addPasskey,
  changePassword,
  methodsOf,
  normalPassword,
  passwordFaultOf,
  removeMethod,
} from '#/features/people/sign-in-methods/public.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'

import { type Act, type Acted, type Changing, type Sent, within } from './method-acts.ts'
import { type MethodsProblem, viewMethods } from './methods-view.ts'
import { flowCookie } from './own-cookies.ts'
import { leadOn, showPage } from './page-headers.ts'
import { secondFactorActs } from './second-factor-acts.ts'
import { methodsPath, signInPath } from './sign-in-links.ts'
import { findPerson, type FindSignedIn } from './signed-in.ts'

/** The page where people see and change how they sign in, and its forms. */
export function addMethodPages(
  server: FastifyInstance,
  services: Services,
  findSignedIn: FindSignedIn,
): void {
  const { config } = services

  /** Somebody who may see their ways in: a session of one organization may not. */
  async function findOwner(request: FastifyRequest): Promise<Changing | undefined> {
    const caller = await findSignedIn(request)
    return caller === undefined || caller.organizationId !== undefined
      ? undefined
      : { ...services, caller }
  }

  function addForm(name: string, act: Act): void {
    server.post(`${methodsPath}/${name}`, async (request, reply) => {
      const changing = await findOwner(request)
      if (changing === undefined || !(await isFreshHere(changing))) {
        return leadOn(reply, config, { cookies: [], to: methodsPath })
      }
      const { body } = request
      const form = body instanceof URLSearchParams ? body : new URLSearchParams()
      const flowHash = flowCookie.hashIn(request, config.PUBLIC_URL) ?? ''
      const sent = { form, flowHash, userAgent: request.headers['user-agent'] }
      const acted = await act(changing, sent).catch(problemFrom)
      if ('problem' in acted) {
        return acted.page === undefined
          ? show(reply, changing, acted)
          : showPage(reply, 400, acted.page)
      }
      const cookies = acted.cookie === undefined ? [] : [acted.cookie]
      if (acted.page !== undefined) {
        return showPage(reply.header('set-cookie', cookies), 200, acted.page)
      }
      return leadOn(reply, config, { cookies, to: methodsPath })
    })
  }

  server.get(methodsPath, async (request, reply) => {
    const changing = await findOwner(request)
    return changing === undefined
      ? leadOn(reply, config, { cookies: [], to: `${signInPath}?to=${methodsPath}` })
      : show(reply, changing)
  })
  if (config.SIGN_IN_PASSWORD) addForm('password', setPassword)
  if (config.SIGN_IN_PASSKEY) {
    addForm('passkey', setPasskey)
    server.post(`${methodsPath}/passkey/options`, async (request, reply) => {
      const changing = await findOwner(request)
      if (changing === undefined || !(await isFreshHere(changing))) {
        return reply.status(403).send({})
      }
      const flow = flowCookie.give(request, config.PUBLIC_URL)
      const options = await passkeyOptions(changing, flow.hash)
      return reply
        .headers({ 'set-cookie': flow.cookie, 'cache-control': 'no-store' })
        .send(options)
    })
  }
  for (const [name, act] of Object.entries(secondFactorActs)) addForm(name, act)
  addForm('remove', async (changing, { form }) =>
    within(changing, async (tx) => removeMethod(tx, changing, form.get('method') ?? '')),
  )
}

async function setPassword(changing: Changing, { form }: Sent): Promise<Acted> {
  const typed = form.get('password') ?? ''
  const fault = passwordFaultOf(typed)
  if (fault !== undefined) return { problem: { password: fault } }
  const hash = await changing.passwords.hash(normalPassword(typed))
  return within(changing, async (tx) => changePassword(tx, changing, hash))
}

async function setPasskey(changing: Changing, sent: Sent): Promise<Acted> {
  const { db, config, caller } = changing
  const { form, flowHash, userAgent } = sent
  const answer = { text: form.get('answer') ?? '', flowHash, accountId: caller.userId }
  const passkey = await db.transaction(async (tx) => verifyAdded(tx, config, answer))
  if (passkey === undefined) {
    return { problem: { refusal: 'passkeyNotAdded' } }
  }
  return within(changing, async (tx) =>
    addPasskey(tx, changing, { ...passkey, userAgent }),
  )
}

async function passkeyOptions(changing: Changing, flowHash: string): Promise<object> {
  const { db, config, caller } = changing
  return db.transaction(async (tx) => {
    const person = await findPerson(tx, caller)
    if (person === undefined) return {}
    const owner = { ...person, accountId: caller.userId }
    return optionsToAdd(tx, config, { owner, flowHash })
  })
}

/** The refusals that somebody can do something about. */
function problemFrom(error: unknown): Acted {
  const isRefusal = error instanceof ApiError && error.status < 500
  if (isRefusal) return { problem: { refusal: textOfRefusal(error) } }
  throw error
}

async function isFreshHere({ db, caller: { session } }: Changing): Promise<boolean> {
  return session !== undefined && isFresh(db, session)
}

async function show(
  reply: FastifyReply,
  changing: Changing,
  { problem }: { readonly problem?: MethodsProblem } = {},
): Promise<FastifyReply> {
  const { db, config, caller } = changing
  const [methods, factor, mayChange] = await Promise.all([
    methodsOf(db, config, caller.userId),
    factorOf(db, caller.userId),
    isFreshHere(changing),
  ])
  const text = viewMethods(methods, { config, factor, mayChange, problem })
  return showPage(reply, problem === undefined ? 200 : 400, text)
}
