import type { ApiOperation } from '@lectern/content/openapi/model.ts'
import {
  piecesOf,
  serverOrigins,
  serverPath,
} from '@lectern/content/openapi/request/servers.ts'

type Server = ApiOperation['servers'][number]

/** Stands for any value while the rest of a path is spelled as addresses spell it. */
const anything = 'any-value-4f1c'
/** The paths that the variables of one server may make. */
const pathsMax = 50

/** The address, if it is one of the operation on a server that its specification names. */
export function urlOfOperation(operation: ApiOperation, text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '') return undefined
  const { path } = operation
  const isKnown = operation.servers.some(
    (server) =>
      serverOrigins([server]).includes(url.origin) &&
      pathsOf(server).some((before) => isPathOf(before + templateOf(path), url)),
  )
  return isKnown ? url : undefined
}

/** The path of an operation without its query, with any value in place of its parameters. */
function templateOf(path: string): string {
  const plain = path.split(/[?#]/, 1)[0] ?? ''
  return filled(plain.startsWith('/') ? plain : `/${plain}`)
}

function filled(template: string): string {
  return piecesOf(template)
    .map((piece) => (typeof piece === 'string' ? piece : anything))
    .join('')
}

/** The paths of a server: with the values of its variables, or any where none are named. */
function pathsOf(server: Server): readonly string[] {
  let paths = ['']
  for (const piece of piecesOf(serverPath(server))) {
    const choices = typeof piece === 'string' ? [piece] : valuesOf(server, piece.variable)
    paths = paths
      .flatMap((before) => choices.map((choice) => before + choice))
      .slice(0, pathsMax)
  }
  return paths.map((path) => path.replace(/\/$/, ''))
}

function valuesOf({ variables }: Server, name: string): readonly string[] {
  const variable = variables.find((each) => each.name === name)
  if (variable === undefined) return []
  return variable.values ?? [variable.default, anything]
}

function isPathOf(template: string, { origin, pathname }: URL): boolean {
  const spelled = URL.canParse(origin + template)
    ? new URL(origin + template).pathname
    : undefined
  const wanted = spelled?.split('/') ?? []
  const given = pathname.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((step, index) => isStepOf(step, given[index] ?? ''))
  )
}

/** Whether a step of a path has the texts of a template in their order, with values between. */
function isStepOf(template: string, step: string): boolean {
  const [first = '', ...others] = template.split(anything)
  const last = others.pop()
  if (last === undefined) return step === first
  const isLongEnough = step.length > first.length + last.length
  if (!isLongEnough || !step.startsWith(first) || !step.endsWith(last)) return false
  let from = first.length
  for (const text of others) {
    const found = step.indexOf(text, from + 1)
    if (found === -1) return false
    from = found + text.length
  }
  return from < step.length - last.length
}
