export {
  type CarriedHeads,
  carryContent,
  type Carrying,
  holdContent,
} from './carry-content.ts'
export { copyContent } from './copy-content.ts'
export { selectFileKeys } from './copy-queries.ts'
