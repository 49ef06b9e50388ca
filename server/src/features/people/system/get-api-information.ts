import { operation } from '#/platform/http/operation.ts'

import { release } from './release.ts'

export const getApiInformation = operation('getApiInformation', async () => release)
