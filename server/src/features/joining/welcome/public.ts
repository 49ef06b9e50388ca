export { addWelcomePages, answerPageFailure } from './welcome-pages.ts'
