import { appendFileSync } from 'node:fs'

/**
 * Loaded into the processes under test: PostgreSQL logs the text of a statement with its plan, and this
 * writes down what the product calls it.
 */
const file = process.env['LECTERN_PLANS_NAMES']
if (file !== undefined) {
  const { Client } = await import('pg')
  const known = new Set<string>()
  // oxlint-disable-next-line typescript/unbound-method -- applied to the client it was called on
  Client.prototype.query = new Proxy(Client.prototype.query, {
    apply(query, client, given: unknown[]): unknown {
      const [asked] = given
      if (
        typeof asked === 'object' &&
        asked !== null &&
        'name' in asked &&
        'text' in asked
      ) {
        const name = String(asked.name)
        if (!known.has(name)) {
          known.add(name)
          appendFileSync(file, `${JSON.stringify([name, asked.text])}\n`)
        }
      }
      return Reflect.apply(query, client, given)
    },
  })
}
