import path from 'node:path'

import { defineConfig, type Plugin } from 'vite'

import { buildAssets, writeAssets } from './src/assets/build-assets.ts'

const dist = path.resolve(import.meta.dirname, 'dist')

/** What browsers load is made by the same function that development and tests use. */
const clientAssets: Plugin = {
  name: 'client-assets',
  apply: 'build',
  async closeBundle() {
    await writeAssets(await buildAssets(), path.join(dist, 'client'))
  },
}

/** Bundles the renderer for Node, without its dependencies: those are installed in the image. */
// oxlint-disable-next-line import/no-default-export -- Vite reads the default export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [clientAssets],
  build: {
    ssr: 'src/start.ts',
    outDir: path.join(dist, 'server'),
    target: 'node24',
    sourcemap: true,
    minify: false,
  },
  ssr: { external: true, noExternal: [/^@lectern\//, /^#\//] },
})
