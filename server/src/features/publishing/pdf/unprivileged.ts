/** The user id `nobody`, which owns only the files handed to it. */
export const nobody = 65_534

/**
 * The environment of programs that process content of strangers: no setting of the server, since
 * those hold secrets.
 */
export const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' }

export const isRoot = (): boolean => process.getuid?.() === 0

export interface Command {
  readonly program: string
  readonly args: readonly string[]
}

/** The command with which root runs a program as `nobody`; any other user runs it directly. */
export function withoutRights(command: Command): Command {
  if (!isRoot()) return command
  const asNobody = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  return {
    program: '/usr/bin/setpriv',
    args: [...asNobody, '--no-new-privs', '--', command.program, ...command.args],
  }
}
