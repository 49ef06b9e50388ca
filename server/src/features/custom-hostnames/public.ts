export { dropHostnameOf } from './drop-hostname.ts'
export { addTlsQuestions } from './tls-allowed.ts'
