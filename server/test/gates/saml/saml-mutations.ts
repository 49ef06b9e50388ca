import type { Lane, Random } from '../../../../tools/gate.ts'
import {
  attack,
  type Begun,
  type Material,
  sayingTo,
  type Tally,
  type Variant,
} from './saml-attack.ts'
import type { Base } from './saml-wrapping.ts'
import { elementOf, signatureIn, spanOf } from './saml-xml.ts'
import type { World } from './saml-world.ts'

interface Mutating {
  readonly random: Random
  readonly lane: Lane
  /** For a release: how long other changes are tried. */
  readonly seconds: number
}

const mutationsOfEach = 25
const letters = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Small changes anywhere in what was signed: of a character, of a value, of a whole element. */
export async function tryMutations(
  world: World,
  tally: Tally,
  bases: readonly Base[],
  // oxlint-disable-next-line max-params -- a world, what came of it, whose answers, and how many
  { random, lane, seconds }: Mutating,
): Promise<void> {
  const until = Date.now() + (lane === 'release' ? seconds * 1000 : 0)
  const own = {
    name: 'answer',
    provider: world.provider,
    honest: async (begun: Begun) =>
      world.idp.answer(sayingTo(world, begun), { response: true }),
  }
  do {
    for (const base of [own, random.pick(bases)]) {
      const variants = ({ xml }: Pick<Material, 'xml'>) => mutated(xml, random)
      const name = `${base.name}, changed`
      await attack(world, tally, { ...base, name, isReal: base !== own, variants })
    }
  } while (Date.now() < until && tally.problems.length === 0)
}

function mutated(xml: string, random: Random): Variant[] {
  const values = signedValuesOf(xml)
  return Array.from({ length: mutationsOfEach }, (_, at): Variant => {
    const [start, text] = random.pick(values)
    const from = start + random.below(text.length)
    const edits: Record<string, () => string> = {
      changed: () =>
        xml.slice(0, from) + other(xml.charAt(from), random) + xml.slice(from + 1),
      longer: () => xml.slice(0, from) + random.pick(letters) + xml.slice(from),
      shorter: () => xml.slice(0, from) + xml.slice(from + 1),
      emptied: () => xml.slice(0, start) + xml.slice(start + text.length),
      doubled: () => xml.slice(0, start) + text + xml.slice(start),
    }
    const kind = random.pick(Object.keys(edits))
    const where = xml.slice(Math.max(0, start - 30), start)
    return [`${at}, ${kind} at ${from} behind ${where}`, edits[kind]?.() ?? xml]
  })
}

function other(character: string, random: Random): string {
  return random.pick(letters.filter((letter) => letter !== character.toLowerCase()))
}

/** The places of texts and attributes that a signature covers; declarations may be left out of it. */
function signedValuesOf(xml: string): (readonly [start: number, text: string])[] {
  const signed = signatureIn(xml) === undefined ? elementOf(xml, 'Assertion') : xml
  const begin = xml.indexOf(signed)
  const signatures: { start: number; end: number }[] = []
  for (
    let span = spanOf(xml, 'Signature');
    span;
    span = spanOf(xml, 'Signature', span.end)
  ) {
    signatures.push(span)
  }
  const found: (readonly [number, string])[] = []
  const value = /(?<=\s(?!xmlns)[\w:]+=")[^"]+(?=")|(?<=>)[^<>]*\w[^<>]*(?=<)/g
  for (const { index, 0: text } of xml.matchAll(value)) {
    const isSigned = index >= begin && index < begin + signed.length
    const isOfSignature = signatures.some(
      ({ start, end }) => index >= start && index < end,
    )
    if (isSigned && !isOfSignature) found.push([index, text])
  }
  return found
}
