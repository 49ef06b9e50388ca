/** Nobody in particular: it owns nothing but what it is given. */
export const nobody = 65_534

/** Programs that work on what strangers wrote learn none of the settings, which hold secrets. */
export const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' }

export const isRoot = (): boolean => process.getuid?.() === 0

export interface Command {
  readonly program: string
  readonly args: readonly string[]
}

/** Root hands a program to a user without any rights; others run it as themselves. */
export function withoutRights(command: Command): Command {
  if (!isRoot()) return command
  const asNobody = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  return {
    program: '/usr/bin/setpriv',
    args: [...asNobody, '--no-new-privs', '--', command.program, ...command.args],
  }
}
