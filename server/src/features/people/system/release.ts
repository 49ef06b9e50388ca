// oxlint-disable-next-line no-restricted-imports -- the manifest of the server itself, no other feature
import manifest from '../../../../package.json' with { type: 'json' }

/** The release of this server. Its date is a constant, the same for every process. */
export const release = {
  version: manifest.version,
  build: '2026-11-15T00:00:00.000Z',
}
