export { readChangeRequestRevision, readHeadRevision } from './read-head-revision.ts'
