export { displayNameFrom } from './display-name.ts'
export { addWelcomePages } from './welcome-pages.ts'
export { viewAccepted } from './welcome-view.ts'
