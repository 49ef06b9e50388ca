import { getApiInformation } from './get-api-information.ts'

export const systemOperations = [getApiInformation]
