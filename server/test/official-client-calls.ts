import type { SceneComments } from './official-client-comments.ts'
import type { SceneContent } from './official-client-content.ts'
import type { SceneSpec } from './official-client-openapi.ts'
import type { SceneSite } from './official-client-sites.ts'
import type { SceneSettings } from './official-client-site-settings.ts'
import type { SceneStructure } from './official-client-site-structure.ts'
import type { OfficialClient } from './official-client.ts'
import type { TestApi } from './test-api.ts'

export interface Scene {
  readonly organization: string
  readonly users: TestApi['users']
  readonly team: string
  readonly invite: string
  readonly collection: string
  /** In the collection. */
  readonly space: string
  /** What is in the space. */
  readonly content: SceneContent
  /** A draft in the space. */
  readonly changeRequest: string
  readonly comments: SceneComments
  readonly site: SceneSite
  readonly structure: SceneStructure
  readonly settings: SceneSettings
  readonly spec: SceneSpec
  /** An identity provider, which is active. */
  readonly samlProvider: string
  /** Another person of the organization, to be changed and removed. */
  readonly spare: string
}

export interface Calls {
  readonly succeed: (client: OfficialClient, scene: Scene) => Promise<unknown>
  /** With the outsider's token unless it says who refuses whom. */
  readonly refuse: (client: OfficialClient, scene: Scene) => Promise<unknown>
  readonly refusedAs?: 'read' | 'guest' | 'nobody'
  readonly status: number
}

/** Answered to members, and hidden from outsiders. */
export const outsideOf = <T>(
  call: (client: OfficialClient, scene: Scene) => Promise<T>,
) => ({
  succeed: call,
  refuse: call,
  status: 404,
})
/** Answered to admins, and refused to whoever only reads. */
export const forAdminsOnly = <T>(
  call: (client: OfficialClient, scene: Scene) => Promise<T>,
) => ({
  succeed: call,
  refuse: call,
  refusedAs: 'read' as const,
  status: 403,
})
