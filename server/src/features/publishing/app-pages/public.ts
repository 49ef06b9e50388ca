export { addAppPages } from './app-pages.ts'
