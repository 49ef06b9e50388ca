import { Type, type Static } from 'typebox'
import { Check } from 'typebox/value'

const bytes = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const credentialIdMax = 1400

const common = {
  id: bytes(credentialIdMax),
  rawId: bytes(credentialIdMax),
  type: Type.Literal('public-key'),
}

const addedPasskey = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
  }),
})

const usedPasskey = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(2000),
    signature: bytes(8000),
  }),
})

const charactersMax = 10_000

export type AddedPasskey = Static<typeof addedPasskey>
export type UsedPasskey = Static<typeof usedPasskey>

/** What a browser says of a passkey that was just made; undefined for text of another form. */
export function addedPasskeyFrom(text: string): AddedPasskey | undefined {
  const parsed = parse(text)
  return Check(addedPasskey, parsed) ? parsed : undefined
}

/** What a browser says of a passkey that was just used; undefined for text of another form. */
export function usedPasskeyFrom(text: string): UsedPasskey | undefined {
  const parsed = parse(text)
  return Check(usedPasskey, parsed) ? parsed : undefined
}

const clientData = Type.Object({ challenge: bytes(200) })

/** The challenge that an answer is to; whether it is a right answer, the signature says. */
export function challengeIn({
  response: { clientDataJSON },
}: AddedPasskey | UsedPasskey): string | undefined {
  const parsed = parse(Buffer.from(clientDataJSON, 'base64url').toString())
  return Check(clientData, parsed) ? parsed.challenge : undefined
}

function parse(text: string): unknown {
  if (text.length > charactersMax) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
