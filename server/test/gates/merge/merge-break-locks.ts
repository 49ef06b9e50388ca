import { Client } from 'pg'

/**
 * Loaded into an api before anything else (`--import`), this takes out of its statements what keeps
 * writers of one branch apart. Only the self-test of a gate does so.
 */
const locks = / for update\b/i
const comparison = /\s+and head_number = \$\d+ - 1\b/

/** Functions of the server whose statements lose it; all of them when none is named. */
const victims = (process.env['LECTERN_GATE_UNLOCKED'] ?? '').split(',').filter(Boolean)
Error.stackTraceLimit = 40

interface Sent {
  readonly text: string
  readonly name?: string
}

// oxlint-disable-next-line typescript/unbound-method -- called with its own client below
const query: (...given: unknown[]) => unknown = Client.prototype.query

Object.assign(Client.prototype, {
  query(this: Client, ...[sent, ...rest]: unknown[]): unknown {
    const isBroken = isOfBranch(sent) && isByVictim()
    return query.call(this, isBroken ? without(sent) : sent, ...rest)
  },
})

function isOfBranch(sent: unknown): sent is Sent {
  return (
    typeof sent === 'object' &&
    sent !== null &&
    'text' in sent &&
    typeof sent.text === 'string' &&
    /(from|update) "?(branch|change_request)"?\s/.test(sent.text)
  )
}

/** Statements are sent by whoever waits for them, so that the stack says whose they are. */
function isByVictim(): boolean {
  if (victims.length === 0) return true
  const { stack = '' } = new Error('who asks')
  return victims.some((victim) => stack.includes(` ${victim} (`))
}

/** Another text needs another name: a prepared statement is found by it. */
function without(sent: Sent): Sent {
  const text = sent.text.replace(locks, '').replace(comparison, '')
  const { name } = sent
  if (text === sent.text) return sent
  return { ...sent, text, ...(name !== undefined && { name: `${name} unlocked` }) }
}
