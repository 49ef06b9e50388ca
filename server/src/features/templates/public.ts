export { loadTemplate, type Template } from './load-template.ts'
export { writeTemplate } from './write-template.ts'
