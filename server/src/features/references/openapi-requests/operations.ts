import { sendOpenAPISpecRequest } from './send-request.ts'

export const openApiRequestOperations = [sendOpenAPISpecRequest]
