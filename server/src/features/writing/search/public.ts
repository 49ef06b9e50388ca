export { indexSpaceSoon, sweepVocabularySoon } from './search-jobs.ts'
export { searchSpaces } from './search-content.ts'
