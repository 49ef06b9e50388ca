import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { type SessionsBreak, sessionsBreaks } from './sessions-breaks.ts'
import { tryCodes } from './sessions-codes.ts'
import { tryCrossSite } from './sessions-cross-site.ts'
import { tryGuesses } from './sessions-guesses.ts'
import { tryNotes } from './sessions-notes.ts'
import { tryTelling } from './sessions-telling.ts'
import { tryFixations, tryThefts } from './sessions-theft.ts'
import { createSessionsWorld } from './sessions-world.ts'

/** Attacks on those who sign in with a browser, over HTTP, on two processes and one database. */
await runGate<SessionsBreak>({
  name: 'sessions',
  seconds: 60,
  breaks: sessionsBreaks,
  run: runSessions,
})

async function runSessions({
  lane,
  broken,
}: GateOptions<SessionsBreak>): Promise<GateOutcome> {
  const size = broken === undefined ? lane : 'push'
  const world = await createSessionsWorld(broken)
  try {
    const theft = await tryThefts(world)
    const fixation = await tryFixations(world)
    const crossSite = await tryCrossSite(world)
    const guesses = await tryGuesses(world, size)
    const codes = await tryCodes(world)
    const notes = await tryNotes(world)
    const telling = await tryTelling(world, size)
    return {
      problems: [
        ...theft,
        ...fixation,
        ...crossSite.problems,
        ...guesses.problems,
        ...codes.problems,
        ...notes.problems,
        ...telling.problems,
      ],
      figure: [
        `${crossSite.tried} forged requests`,
        guesses.figure,
        codes.figure,
        notes.figure,
        telling.figure,
      ].join('; '),
    }
  } finally {
    await world.stop()
  }
}
