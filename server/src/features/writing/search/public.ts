export { indexShowingSoon, indexSpaceSoon, sweepVocabularySoon } from './search-jobs.ts'
export { prepareSearch, searchSpaces } from './search-content.ts'
