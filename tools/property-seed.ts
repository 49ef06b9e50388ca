import { configureGlobal } from 'fast-check'

/** Loaded before each test: the next run of the same files draws the same random values. */
const seed = process.env['LECTERN_TEST_SEED']
if (seed !== undefined) configureGlobal({ seed: Number(seed) })
