/**
 * The parts of all sections that are asked first when words stand in very many: 1 of 256, and 1 of
 * 16, which the first of them are among.
 */
export const tiers = [
  { mark: '2', part: 1 / 256 },
  { mark: '1', part: 1 / 16 },
] as const

/** Openings of pages say what these are about, and are as many as they are short of others. */
const likelihood = { opening: 1.5, other: 0.5 }

/**
 * The tiers of a section, by chance: what is asked first then stands for all spaces alike. The same
 * section is always in the same ones.
 */
export function tiersOf(pageId: string, place: number | string): readonly string[] {
  const chance = numberOf(`${pageId} ${place}`) / 2 ** 32
  const likely = place === 0 ? likelihood.opening : likelihood.other
  return tiers.filter(({ part }) => chance < part * likely).map(({ mark }) => mark)
}

/** A number below 2³² that says nothing about the text (FNV-1a, mixed once more). */
function numberOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}
