export { addWelcomePages, answerPageFailure, sendPage } from './welcome-pages.ts'
export { page } from './welcome-view.ts'
