export { addTlsQuestions } from './tls-allowed.ts'
