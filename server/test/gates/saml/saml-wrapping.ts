import type { Lane, Random } from '../../../../tools/gate.ts'
import type { PersonOfWay } from './saml-honest.ts'
import {
  attack,
  type Begun,
  evil,
  type Material,
  type Tally,
  type Variant,
} from './saml-attack.ts'
import { elementOf, filled, signatureIn, swap, unsigned } from './saml-xml.ts'
import type { World } from './saml-world.ts'

/** An honest answer in its parts. */
interface Parts {
  readonly answer: string
  readonly assertion: string
  /** The signature that the wrapping is about: that of the assertion, or of the answer. */
  readonly signature: string
  /** The forged assertion, without a signature. */
  readonly forged: string
}

/** The eight classic placements: the first two for a signed answer, the others for a signed assertion. */
const ofAnswers: Record<string, (parts: Parts) => string> = {
  'XSW1, the answer within the signature of a forged one'({
    answer,
    signature,
    forged,
    assertion,
  }) {
    const around = swap(unsigned(answer), assertion, forged)
    return filled(around, filled(signature, unsigned(answer)))
  },
  'XSW2, the answer before its signature, in a forged one'({
    answer,
    signature,
    forged,
    assertion,
  }) {
    const around = swap(unsigned(answer), assertion, forged)
    return filled(around, unsigned(answer) + signature)
  },
}

const ofAssertions: Record<string, (parts: Parts) => string> = {
  'XSW3, a forged one before the assertion': ({ answer, assertion, forged }) =>
    swap(answer, assertion, forged + assertion),
  'XSW3 turned, a forged one behind the assertion': ({ answer, assertion, forged }) =>
    swap(answer, assertion, assertion + forged),
  'XSW4, the assertion within a forged one': ({ answer, assertion, forged }) =>
    swap(answer, assertion, filled(forged, assertion)),
  'XSW4 turned, a forged one within the assertion': ({ answer, assertion, forged }) =>
    swap(answer, assertion, filled(assertion, forged)),
  'XSW5, a forged one with the signature, the assertion behind it': (parts) =>
    swap(
      parts.answer,
      parts.assertion,
      filled(parts.forged, parts.signature, 'first') + unsigned(parts.assertion),
    ),
  'XSW6, the assertion within the signature of a forged one': (parts) =>
    swap(
      parts.answer,
      parts.assertion,
      filled(parts.forged, filled(parts.signature, unsigned(parts.assertion)), 'first'),
    ),
  'XSW7, a forged one among the extensions': ({ answer, assertion, forged }) =>
    swap(
      answer,
      assertion,
      `<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${forged}</samlp:Extensions>${assertion}`,
    ),
  'XSW8, the assertion as an object of the signature of a forged one': (parts) =>
    swap(
      parts.answer,
      parts.assertion,
      filled(
        parts.forged,
        filled(parts.signature, objectOf(parts, unsigned(parts.assertion))),
        'first',
      ),
    ),
  'the assertion as advice in a forged one': ({ answer, assertion, forged }) =>
    swap(
      answer,
      assertion,
      filled(
        forged,
        `<saml:Advice xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${assertion}</saml:Advice>`,
      ),
    ),
  'the assertion in the status of an answer with a forged one': ({
    answer,
    assertion,
    forged,
  }) =>
    swap(swap(answer, assertion, forged), elementOf(answer, 'Status'), '').replace(
      forged,
      () => filled(elementOf(answer, 'Status'), assertion) + forged,
    ),
  'a forged one with the same signature': ({ answer, assertion, forged, signature }) =>
    swap(answer, assertion, filled(forged, signature, 'first')),
  'an answer with a forged one around the answer': ({ answer, assertion, forged }) =>
    filled(swap(unsigned(answer), assertion, forged), answer),
  'an answer with a forged one within the answer': ({ answer, assertion, forged }) =>
    filled(answer, swap(unsigned(answer), assertion, forged)),
}

type Naming = readonly [name: string, rename: (element: string) => string]

/** What a forged element is called: readers may find the other one by this. */
const ids = [
  ['its own id', (element) => element.replace(/ ID="[^"]*"/, ' ID="_forged"')],
  ['the same id', (element) => element],
  ['no id', (element) => element.replace(/ ID="[^"]*"/, '')],
  ['an id in small letters', (element) => element.replace(' ID="', ' id="')],
] as const satisfies readonly Naming[]

function objectOf({ signature }: Parts, inside: string): string {
  const prefix = /<([\w-]+:)?Signature/.exec(signature)?.[1] ?? ''
  return `<${prefix}Object>${inside}</${prefix}Object>`
}

export interface Base {
  readonly name: string
  readonly provider: World['provider']
  readonly honest: (begun: Begun, person?: PersonOfWay) => Promise<string>
}

/** Signature wrapping, with what each identity provider really signs. */
export async function tryWrapping(
  world: World,
  tally: Tally,
  bases: readonly Base[],
  // oxlint-disable-next-line max-params -- a world, what came of it, whose answers, and how many
  { random, lane }: { random: Random; lane: Lane },
): Promise<void> {
  for (const base of bases) {
    const few = [ids[0], random.pick(ids.slice(1))]
    const variants = ({ xml }: Pick<Material, 'xml'>) =>
      wrapped(xml, lane === 'release' ? ids : few)
    await attack(world, tally, { ...base, isReal: true, variants })
  }
}

function wrapped(xml: string, namings: readonly Naming[]): Variant[] {
  const answer = xml.replace(/^<\?xml[^>]*>\s*/, '')
  const assertion = elementOf(answer, 'Assertion')
  const own = signatureIn(answer)
  const ofAssertion = signatureIn(assertion)
  return namings.flatMap(([id, rename]) => {
    const forged = rename(unsigned(evil(assertion)))
    const parts = { answer, assertion, forged }
    const build = (
      shapes: typeof ofAnswers,
      signature: string | undefined,
    ): [string, string][] =>
      signature === undefined
        ? []
        : Object.entries(shapes).map(([name, shape]) => [
            `${name}, with ${id}`,
            shape({ ...parts, signature }),
          ])
    return [
      ...build(ofAnswers, own).map(([name, text]): Variant => [name, rename(text)]),
      // Without a signature of the assertion, readers are given that of the answer.
      ...build(ofAssertions, ofAssertion ?? own),
    ]
  })
}
