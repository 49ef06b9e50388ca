import { startTryApi } from './try-api.ts'
import { plantedSecrets, startTryWorld } from './try-world.ts'

/**
 * Sends requests that hold secrets through a site, of all outcomes, with everything logged: whoever
 * started this looks for the secrets in what it said.
 */
const target = await startTryApi({ isOpen: false, host: '127.0.0.2' })
const world = await startTryWorld(target, { LOG_LEVEL: 'debug' })
const [header, key, body] = plantedSecrets
const headers = [{ name: 'Authorization', value: `Bearer ${header}` }]
const url = `${target.url}/v1/pets?key=${key}`
const asked = { operation: 'post /pets', headers, body: { text: `{"a":"${body}"}` } }
const statuses: number[] = []
for (const request of [
  { ...asked, url },
  { ...asked, operation: 'post /gone', url: url.replace('/pets', '/gone') },
  { ...asked, url: `http://127.0.0.3:9/v1/pets?key=${key}` },
  { ...asked, url: `http://elsewhere.example/?key=${key}` },
  { ...asked, url: `no address ${key}` },
  { ...asked, url, headers: [{ name: 'X', value: `${header}\n` }] },
  { ...asked, operation: `get /none-${key}`, url },
  { ...asked, url, body: { text: body, base64: 'x' } },
]) {
  const reply = await world.send({ spec: 'pets', ...request })
  statuses.push(reply.status)
}
process.stdout.write(`statuses ${statuses.join(' ')}\n`)
process.stdout.write(`received ${target.received.length}\n`)
await world.stop()
await target.stop()
