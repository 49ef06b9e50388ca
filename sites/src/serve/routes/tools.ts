import type { Assets } from '#/assets/assets.ts'
import type { RateLimit } from '#/serve/http/rate-limit.ts'
import type { Composer } from '#/serve/pages/composer.ts'
import type { CustomFonts } from '#/serve/pages/custom-fonts.ts'
import type { Readings } from '#/serve/pages/readings.ts'
import type { Themes } from '#/serve/pages/theme.ts'
import type { Api } from '#/serve/reads/api.ts'
import type { ApiPartsReader } from '#/serve/reads/api-parts.ts'
import type { Diagrams } from '#/serve/reads/diagrams.ts'
import type { Library } from '#/serve/reads/library.ts'
import type { Reports } from '#/serve/reports/reports.ts'

/** The services that routes use. */
export interface Tools {
  readonly api: Api
  readonly library: Library
  readonly diagrams: Diagrams
  readonly apiParts: ApiPartsReader
  readonly readings: Readings
  readonly composer: Composer
  readonly themes: Themes
  readonly customFonts: CustomFonts
  readonly assets: Assets
  readonly feedbackLimit: RateLimit
  readonly searchLimit: RateLimit
  readonly pdfLimit: RateLimit
  readonly seenLimit: RateLimit
  readonly enterLimit: RateLimit
  /** Set if requests of readers are sent elsewhere for them. */
  readonly tryLimit?: RateLimit
  readonly reports: Reports
}
