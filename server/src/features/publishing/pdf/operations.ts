import { getChangeRequestPDF, getSpacePDF } from './get-pdf.ts'

export const pdfOperations = [getSpacePDF, getChangeRequestPDF]
