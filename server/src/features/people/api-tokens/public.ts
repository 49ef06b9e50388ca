export { issueToken } from './issue-token.ts'
