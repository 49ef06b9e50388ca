const checkMs = 250

/**
 * Resolves once whoever started this process is gone, such as an npm that got SIGHUP or was killed,
 * neither of which it passes on.
 */
export async function parentGone(): Promise<void> {
  const parent = process.ppid
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(timer)
      resolve()
    }, checkMs)
    timer.unref()
  })
}
