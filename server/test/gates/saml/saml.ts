import { answerChecks } from '#/features/joining/saml-sign-in/answer-checks.ts'

import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import type { Tally } from './saml-attack.ts'
import { namedBreaks, refusingBreaks, withoutCheck } from './saml-breaks.ts'
import { tryClaims, tryUnsigned } from './saml-claims.ts'
import { tryDocuments } from './saml-documents.ts'
import { tryFlows } from './saml-flows.ts'
import { phpPeople, registerHonest, tryHonest } from './saml-honest.ts'
import { tryLinks } from './saml-links.ts'
import { tryMutations } from './saml-mutations.ts'
import { trySignatures } from './saml-signatures.ts'
import { createSamlWorld, type World } from './saml-world.ts'
import { tryWrapping } from './saml-wrapping.ts'

const hostileMin = 300
const honestMin = 40

/** Hostile and honest answers of identity providers, over HTTP, to two processes at one database. */
await runGate<string>({
  name: 'saml',
  seconds: 60,
  breaks: [...Object.keys(answerChecks).map(withoutCheck), ...namedBreaks],
  run: runSaml,
})

async function runSaml(options: GateOptions<string>): Promise<GateOutcome> {
  const world = await createSamlWorld(options.broken, phpPeople)
  const tally: Tally = { problems: [], hostile: 0, accepted: 0, honest: 0, controls: 0 }
  try {
    await tryAll(world, tally, options)
    await lookForEvil(world, tally)
  } finally {
    await world.stop()
  }
  const { problems, hostile, accepted, honest, controls } = tally
  const { broken } = options
  if (broken === undefined) {
    if (hostile < hostileMin) problems.push(`only ${hostile} hostile answers were tried`)
    if (honest < honestMin) problems.push(`only ${honest} honest answers were taken`)
  } else if (!isFound(broken, tally)) {
    problems.splice(0)
  }
  return {
    problems,
    figure: `${hostile} hostile answers, ${accepted} accepted; ${honest} of SimpleSAMLphp and samlp and ${controls} more taken`,
  }
}

async function tryAll(
  world: World,
  tally: Tally,
  { lane, seed, seconds, broken }: GateOptions<string>,
): Promise<void> {
  const random = seeded(seed)
  const size = broken === undefined ? lane : 'push'
  const bases = await registerHonest(world)
  const steps = [
    async () => tryFlows(world, tally),
    async () => tryLinks(world, tally),
    async () => tryDocuments(world, tally),
    async () => tryWrapping(world, tally, bases, { random, lane: size }),
    async () => trySignatures(world, tally),
    async () => tryClaims(world, tally, { random, lane: size }),
    async () => tryUnsigned(world, tally),
    async () => tryHonest(world, tally, bases),
    async () => tryMutations(world, tally, bases, { random, lane: size, seconds }),
  ]
  for (const step of steps) {
    await step()
    if (broken !== undefined && isFound(broken, tally)) return
  }
}

/** A planted defect shows by what it accepts: a server that only refuses more is broken otherwise. */
function isFound(broken: string, { accepted, problems }: Tally): boolean {
  return refusingBreaks.includes(broken) ? problems.length > 0 : accepted > 0
}

/** Nothing of what hostile answers say is kept. */
async function lookForEvil(world: World, { problems }: Tally): Promise<void> {
  const found = await world.rows(
    `select subject as name from account_identity where subject like 'evil%'
     union all select email from account_email where email like 'evil%'
     union all select display_name from account where display_name like '%evil%'
     union all select details::text from audit_event where details::text like '%evil%'`,
  )
  for (const { name } of found) problems.push(`this is kept: ${String(name)}`)
}
