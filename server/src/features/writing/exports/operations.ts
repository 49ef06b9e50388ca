import type { Operation } from '#/platform/http/operation.ts'

import { exportSpaceContent } from './export-space-content.ts'

export const exportOperations: readonly Operation[] = [exportSpaceContent]
