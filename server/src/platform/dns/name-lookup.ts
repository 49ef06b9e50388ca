import { Resolver } from 'node:dns/promises'

const timeoutMs = 2_000
const tries = 2

/** Queries to name servers. A name that does not exist has no records; a failing server throws. */
export interface NameLookup {
  readonly texts: (name: string) => Promise<readonly string[]>
  readonly aliases: (name: string) => Promise<readonly string[]>
  readonly addresses: (name: string) => Promise<readonly string[]>
}

/** Queries the given servers, or those of the system when none is given. */
export function nameLookup(servers: readonly string[]): NameLookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    texts: async (name) => {
      const records = await found(resolver.resolveTxt(name))
      return records.map((pieces) => pieces.join(''))
    },
    aliases: async (name) => {
      const names = await found(resolver.resolveCname(name))
      return names.map((alias) => alias.toLowerCase().replace(/\.$/, ''))
    },
    addresses: async (name) => {
      const [four, six] = await Promise.all([
        found(resolver.resolve4(name)),
        found(resolver.resolve6(name)),
      ])
      return [...four, ...six]
    },
  }
}

/** The records, or none on `ENODATA`, a name without such records, or `ENOTFOUND`, no such name. */
async function found<Records extends unknown[]>(
  asked: Promise<Records>,
): Promise<Records | []> {
  try {
    return await asked
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENODATA' || code === 'ENOTFOUND') return []
    throw error
  }
}
