export { readHeadRevision } from './read-head-revision.ts'
