import { setYamlValues } from '#/yaml/edit-yaml.ts'
import { isRecord, problemSentence, readYaml } from '#/yaml/read-yaml.ts'
import { decode, type RepositoryProblem } from './layout.ts'

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/
const valueLengthMax = 256

/** The variables of a space. An invalid one stays in the bytes and is reported. */
export function readVariables(
  path: string,
  bytes: Uint8Array | undefined,
  problems: RepositoryProblem[],
): Readonly<Record<string, string>> {
  if (bytes === undefined) return {}
  const reading = readYaml(decode(bytes).text)
  if ('problem' in reading) {
    problems.push({
      kind: 'broken-yaml',
      path,
      message: problemSentence(reading.problem),
    })
    return {}
  }
  const typed = reading.typed()
  const variables: [string, string][] = []
  for (const [name, given] of Object.entries(reading.values)) {
    const value = typed.get(name)
    if (value !== undefined && namePattern.test(name) && value.length <= valueLengthMax) {
      variables.push([name, value])
    } else {
      const kind =
        isRecord(given) || Array.isArray(given) ? 'is no single value' : 'is no variable'
      problems.push({ kind: 'bad-variable', path, message: `${name} ${kind}` })
    }
  }
  return Object.fromEntries(variables)
}

/** The file of the variables; empty where there are none. */
export function writeVariables(variables: Readonly<Record<string, string>>): string {
  return setYamlValues('', [], new Map(Object.entries(variables)))
}
