export { type ChromiumOptions, type OpenChromium, openChromium } from './chromium.ts'
export { addPdfRoutes } from './pdf-routes.ts'
