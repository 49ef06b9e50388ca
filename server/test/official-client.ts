import { GitBookAPI, GitBookAPIError } from '@gitbook/api'
import type { Role } from '@lectern/contract/common.ts'
import type { Site } from '@lectern/contract/sites.ts'
import type { ChangeRequestReview } from '@lectern/contract/reviews.ts'
import type { UploadKind } from '@lectern/contract/storage.ts'
import type { TeamRole } from '@lectern/contract/teams.ts'

// The package's own declarations leave out file endings, so its base class is named here by file.
import type {
  Api,
  ChangeRequestReviewStatus,
  MemberRole,
  SiteType,
  SiteVisibility,
  StorageUploadKind,
  TeamMemberRole,
} from '../../node_modules/@gitbook/api/dist/client.d.ts'
import type { GitBookAPIError as ClientError } from '../../node_modules/@gitbook/api/dist/GitBookAPIError.d.ts'

export type OfficialClient = Api<{ authToken?: string }>

export function officialClient(endpoint: string, authToken: string): OfficialClient {
  const client: unknown = new GitBookAPI({ endpoint, authToken })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return client as OfficialClient
}

export function isClientError(error: unknown): error is ClientError {
  return error instanceof GitBookAPIError
}

/** The client spells its roles as enums whose values are our words. */
export function memberRole(role: Role): MemberRole {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- see above
  return role as unknown as MemberRole
}

export function teamMemberRole(role: TeamRole): TeamMemberRole {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- see above
  return role as unknown as TeamMemberRole
}

export function uploadKind(kind: UploadKind): StorageUploadKind {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- see above
  return kind as unknown as StorageUploadKind
}

export function reviewStatus(
  status: ChangeRequestReview['status'],
): ChangeRequestReviewStatus {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- see above
  return status as unknown as ChangeRequestReviewStatus
}

export function siteType(type: Site['type']): SiteType {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- see above
  return type as unknown as SiteType
}

export function siteVisibility(visibility: Site['visibility']): SiteVisibility {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- see above
  return visibility as unknown as SiteVisibility
}
