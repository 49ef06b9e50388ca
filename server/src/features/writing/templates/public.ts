export { loadTemplate, type Template, templateIds } from './load-template.ts'
export { refuseUnknownPlaces } from './template-places.ts'
export { writeTemplate } from './write-template.ts'
