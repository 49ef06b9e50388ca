import { hash, randomBytes } from 'node:crypto'

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

import { lockAccount } from '#/features/people/users/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'

import {
  type AddedPasskey,
  addedPasskeyFrom,
  challengeIn,
  type UsedPasskey,
  usedPasskeyFrom,
} from './passkey-answer.ts'
import {
  deleteChallenge,
  insertChallenge,
  selectPasskey,
  selectPasskeyMoment,
  selectPasskeys,
  usePasskey,
} from './passkey-queries.ts'

type Place = Pick<Config, 'PUBLIC_URL'>

interface OfFlow {
  /** The browser that a challenge is for. */
  readonly flowHash: string
}

export interface Owner {
  readonly accountId: string
  readonly displayName: string
  readonly email: string
}

/** A public key that was just made and has answered its challenge. */
export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly uses: number
}

/** What a browser needs to make a passkey for somebody. */
export async function optionsToAdd(
  tx: Transaction,
  { PUBLIC_URL }: Place,
  { owner, flowHash }: OfFlow & { readonly owner: Owner },
): Promise<object> {
  const { accountId, displayName, email } = owner
  const known = await tx.many(selectPasskeys, { accountId })
  return generateRegistrationOptions({
    rpName: 'Lectern',
    rpID: new URL(PUBLIC_URL).hostname,
    userName: email,
    userDisplayName: displayName,
    userID: new TextEncoder().encode(accountId),
    challenge: await newChallenge(tx, { flowHash, accountId }),
    excludeCredentials: known.map((row) => ({ id: row.credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What a browser needs to sign in with any passkey that it has for this installation. */
export async function optionsToUse(
  tx: Transaction,
  { PUBLIC_URL }: Place,
  { flowHash }: OfFlow,
): Promise<object> {
  return generateAuthenticationOptions({
    rpID: new URL(PUBLIC_URL).hostname,
    challenge: await newChallenge(tx, { flowHash, accountId: null }),
    userVerification: 'required',
  })
}

interface Answer extends OfFlow {
  /** What the browser says, as JSON. */
  readonly text: string
}

/** The passkey that somebody has made; undefined where the answer is not right. */
export async function verifyAdded(
  tx: Transaction,
  place: Place,
  { text, flowHash, accountId }: Answer & { readonly accountId: string },
): Promise<NewPasskey | undefined> {
  const answer = addedPasskeyFrom(text)
  if (answer === undefined) return undefined
  const challenge = await useChallenge(tx, { answer, flowHash, accountId })
  if (challenge === undefined) return undefined
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expected(place, challenge),
    response: { ...answer, clientExtensionResults: {} },
  }).catch(notVerified)
  if (!verified || registrationInfo === undefined) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    uses: counter,
  }
}

/** Whose passkey was used. */
interface VerifiedUse {
  readonly accountId: string
  readonly isRight: boolean
}

/** Whose passkey was used; undefined where nobody's is known, or nothing was asked for. */
export async function verifyUsed(
  tx: Transaction,
  place: Place,
  { text, flowHash }: Answer,
): Promise<VerifiedUse | undefined> {
  const answer = usedPasskeyFrom(text)
  if (answer === undefined) return undefined
  const challenge = await useChallenge(tx, { answer, flowHash, accountId: null })
  const passkey = await findPasskey(tx, answer)
  if (challenge === undefined || passkey === undefined) return undefined
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected(place, challenge),
    response: { ...answer, clientExtensionResults: {} },
    credential: passkey.credential,
  }).catch(notVerified)
  const { accountId } = passkey
  if (!verified || authenticationInfo === undefined) return { accountId, isRight: false }
  // Who removes a passkey locks the account first, too.
  await tx.first(lockAccount, { userId: accountId })
  const used = await tx.first(usePasskey, {
    credentialId: answer.id,
    usesBefore: passkey.credential.counter,
    uses: authenticationInfo.newCounter,
    now: written(await tx.first(selectPasskeyMoment, {})).now,
  })
  return { accountId, isRight: used !== undefined }
}

function expected({ PUBLIC_URL }: Place, challenge: string) {
  const { hostname, origin } = new URL(PUBLIC_URL)
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  }
}

/** The library throws for whatever is wrong with an answer: each is a wrong answer. */
function notVerified(): {
  verified: false
  registrationInfo?: undefined
  authenticationInfo?: undefined
} {
  return { verified: false }
}

async function findPasskey(db: Queryable, { id }: UsedPasskey) {
  const row = await db.first(selectPasskey, { credentialId: id })
  return (
    row && {
      accountId: row.account_id,
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: row.uses,
      },
    }
  )
}

interface ChallengeOf extends OfFlow {
  /** Who adds a passkey; null where somebody signs in. */
  readonly accountId: string | null
}

async function newChallenge(
  tx: Transaction,
  of: ChallengeOf,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  const spelled = Buffer.from(challenge).toString('base64url')
  await tx.run(insertChallenge, { ...of, hash: hash('sha256', spelled, 'hex') })
  return challenge
}

/** The challenge of an answer, which works once, in the browser and for what it was made for. */
async function useChallenge(
  tx: Transaction,
  {
    answer,
    flowHash,
    accountId,
  }: ChallengeOf & { readonly answer: AddedPasskey | UsedPasskey },
): Promise<string | undefined> {
  const challenge = challengeIn(answer)
  if (challenge === undefined) return undefined
  const row = await tx.first(deleteChallenge, {
    hash: hash('sha256', challenge, 'hex'),
    flowHash,
  })
  return row !== undefined && row.account_id === accountId ? challenge : undefined
}
