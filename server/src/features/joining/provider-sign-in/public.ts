export { addProviderPages } from './provider-pages.ts'
