import type { SampleName } from '#/start/sample.ts'

import type { Place, World } from './generate-world.ts'

/** Someone who sends requests, and what the world looks like from there. */
export interface Principal {
  readonly name: string
  readonly token: string | undefined
  /** Nobody: every operation that needs a caller answers 401, whatever is asked. */
  readonly isNobody: boolean
  readonly userId: string
  readonly own: Place
  /** Where they do not belong. */
  readonly foreign: Place
  /** Where the same kinds of things live under another parent. */
  readonly other: Place
  /** Places whose words must not stand in any answer. */
  readonly hidden: readonly Place[]
  readonly spare: Readonly<Record<'own' | 'deleted', string>>
}

const memberNames = [
  'guest',
  'read',
  'comment',
  'edit',
  'review',
  'create',
  'admin',
] as const

/** The twelve. A token for another organization stands in for that of an installation. */
export function principalsOf(world: World): readonly Principal[] {
  const { home, second, elsewhere, vault, sample, tokens, spares } = world
  const someone = (name: SampleName) => ({
    name,
    token: sample.tokens[name],
    isNobody: false,
    userId: sample.users[name],
    own: home,
    foreign: vault,
    other: second,
    hidden: [vault, elsewhere],
    spare: spares[name],
  })
  const nobody = (name: string, token: string | undefined) => ({
    ...someone('admin'),
    name,
    token,
    isNobody: true,
    hidden: [home, second, elsewhere, vault],
  })
  return [
    nobody('anonymous', undefined),
    nobody('revoked', tokens.revoked),
    nobody('expired', tokens.expired),
    {
      ...someone('outsider'),
      own: elsewhere,
      other: home,
      hidden: [home, second, vault],
    },
    ...memberNames.map(someone),
    {
      ...someone('admin'),
      name: 'bound to another organization',
      token: tokens.boundToSecond,
      own: second,
      foreign: home,
      other: vault,
      hidden: [home, elsewhere, vault],
    },
  ]
}
