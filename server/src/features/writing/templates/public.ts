export { loadTemplate, type Template, templateIds } from './load-template.ts'
export { writeTemplate } from './write-template.ts'
