export { indexSpaceSoon, sweepVocabularySoon } from './search-jobs.ts'
