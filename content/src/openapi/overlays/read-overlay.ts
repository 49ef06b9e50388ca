import { compileTarget } from './compile-target.ts'
import {
  extentOf,
  isRecord,
  type JsonRecord,
  ownValue,
  pointerStep,
} from './json-value.ts'
import {
  type OverlayAction,
  type OverlayDocument,
  overlayLimits,
  type OverlayProblem,
} from './overlay.ts'
import { readOverlayValue } from './overlay-value.ts'

export type OverlayRead =
  | { readonly overlay: OverlayDocument }
  | { readonly problems: readonly OverlayProblem[] }

/** Of problems that are told at once. */
const problemsMax = 20

/** Reads an OpenAPI Overlay document of version 1.0 from JSON or YAML. Takes anything, never throws. */
export function readOverlay(text: string): OverlayRead {
  const read = readOverlayValue(text)
  if ('problem' in read) return { problems: [{ pointer: '', message: read.problem }] }
  const problems: OverlayProblem[] = []
  const overlay = overlayIn(read.value, problems)
  return problems.length > 0 || overlay === undefined
    ? { problems: problems.slice(0, problemsMax) }
    : { overlay }
}

function overlayIn(
  value: unknown,
  problems: OverlayProblem[],
): OverlayDocument | undefined {
  const whole = { problems, pointer: '' }
  if (!isRecord(value)) {
    return tell(whole, 'It is no overlay: at its top there must be keys.')
  }
  const extent = extentOf(value, overlayLimits)
  if (extent === 'too-deep' || extent === 'too-many') {
    const { valuesMax, depthMax } = overlayLimits
    return tell(
      whole,
      extent === 'too-deep'
        ? `It is nested deeper than ${depthMax} levels.`
        : `It has more than ${valuesMax} values. Make several overlays of it.`,
    )
  }
  checkVersion(value, problems)
  expectFields(value, ['overlay', 'info', 'extends', 'actions'], whole)
  const { title, version } = readInfo(value, problems)
  const address = textOf(value, 'extends', whole)
  const actions = readActions(value, problems)
  return {
    title,
    version,
    ...(address !== undefined && { extends: address }),
    actions,
  }
}

interface Place {
  readonly problems: OverlayProblem[]
  readonly pointer: string
}

function tell({ problems, pointer }: Place, message: string): undefined {
  problems.push({ pointer, message })
}

function inside({ problems, pointer }: Place, step: string | number): Place {
  return { problems, pointer: pointer + pointerStep(step) }
}

function checkVersion(value: Readonly<JsonRecord>, problems: OverlayProblem[]): void {
  const version = ownValue(value, 'overlay')
  if (typeof version === 'string' && /^1\.0\.\d{1,9}$/.test(version)) return
  tell(
    { problems, pointer: '/overlay' },
    'The field "overlay" must say the version of the format, such as "1.0.0".',
  )
}

function expectFields(
  record: Readonly<JsonRecord>,
  names: readonly string[],
  place: Place,
): void {
  for (const key of Object.keys(record)) {
    if (names.includes(key) || key.startsWith('x-')) continue
    tell(
      inside(place, key),
      `Version 1.0 knows no field of this name here. Use ${names.map((name) => `"${name}"`).join(', ')}, or begin the name with "x-".`,
    )
  }
}

function textOf(
  record: Readonly<JsonRecord>,
  key: string,
  place: Place,
): string | undefined {
  const value = ownValue(record, key)
  if (value === undefined || typeof value === 'string') return value
  return tell(inside(place, key), `The field "${key}" must be text.`)
}

function readInfo(
  value: Readonly<JsonRecord>,
  problems: OverlayProblem[],
): Pick<OverlayDocument, 'title' | 'version'> {
  const place = { problems, pointer: '/info' }
  const info = ownValue(value, 'info')
  if (!isRecord(info)) {
    tell(place, 'There must be an "info" with a title and a version of the overlay.')
    return { title: '', version: '' }
  }
  expectFields(info, ['title', 'version'], place)
  return { title: needed(info, 'title', place), version: needed(info, 'version', place) }
}

function needed(record: Readonly<JsonRecord>, key: string, place: Place): string {
  const value = ownValue(record, key)
  if (typeof value === 'string') return value
  // YAML reads 1.0 as a number; what was meant is clear only to its author.
  tell(
    inside(place, key),
    `The field "${key}" must be there and be text${value === undefined ? '' : ', in quotes'}.`,
  )
  return ''
}

function readActions(
  value: Readonly<JsonRecord>,
  problems: OverlayProblem[],
): readonly OverlayAction[] {
  const place = { problems, pointer: '/actions' }
  const actions = ownValue(value, 'actions')
  const { actionsMax } = overlayLimits
  if (!Array.isArray(actions) || actions.length === 0) {
    tell(place, 'There must be a list "actions" with at least one action.')
    return []
  }
  if (actions.length > actionsMax) {
    tell(place, `There are more than ${actionsMax} actions. Make several overlays of it.`)
    return []
  }
  return actions.flatMap((action: unknown, index) => {
    const read = readAction(action, inside(place, index))
    return read === undefined ? [] : [read]
  })
}

function readAction(action: unknown, place: Place): OverlayAction | undefined {
  if (!isRecord(action)) {
    return tell(place, 'An action must have keys: a "target", and "update" or "remove".')
  }
  expectFields(action, ['target', 'description', 'update', 'remove'], place)
  const target = ownValue(action, 'target')
  if (typeof target !== 'string') {
    return tell(inside(place, 'target'), 'An action must have a JSONPath as its target.')
  }
  const compiled = compileTarget(target)
  if ('problem' in compiled) return tell(inside(place, 'target'), compiled.problem)
  const remove = ownValue(action, 'remove')
  if (remove !== undefined && typeof remove !== 'boolean') {
    return tell(inside(place, 'remove'), 'The field "remove" must be true or false.')
  }
  const description = textOf(action, 'description', place)
  const isRemoval = remove === true
  if (!isRemoval && !Object.hasOwn(action, 'update')) {
    return tell(place, 'The action does nothing: say "update", or "remove": true.')
  }
  return {
    target,
    isRemoval,
    ...(description !== undefined && { description }),
    ...(!isRemoval && { update: action['update'] }),
  }
}
