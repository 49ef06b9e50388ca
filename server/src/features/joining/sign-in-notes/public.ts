export { noteRefusedAtProvider } from './note-refused-at-provider.ts'
export {
  type Means,
  noteEmailChanged,
  noteRefused,
  noteSignedIn,
  type NotedSignIn,
} from './note-sign-in.ts'
export { type Origin, originOf } from './origin.ts'
