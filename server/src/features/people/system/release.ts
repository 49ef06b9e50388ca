// oxlint-disable-next-line no-restricted-imports -- the manifest of the server itself, no other feature
import manifest from '../../../../package.json' with { type: 'json' }

/** Which release this is. The date is written here so that every process of a release says the same. */
export const release = {
  version: manifest.version,
  build: '2026-11-15T00:00:00.000Z',
}
