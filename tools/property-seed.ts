import { configureGlobal } from 'fast-check'

/** Loaded before each test: what is drawn at random is drawn again in the next run of the same files. */
const seed = process.env['LECTERN_TEST_SEED']
if (seed !== undefined) configureGlobal({ seed: Number(seed) })
