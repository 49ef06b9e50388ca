interface HeldLimits {
  /** The bytes of the bodies that are held at a time. */
  readonly bytesMax: number
  /** Those of one caller among them. */
  readonly perCallerMax: number
  /** Those for one organization among them, whoever sends them. */
  readonly perOrganizationMax: number
  /** A body of so many bytes is always taken. */
  readonly smallMax: number
}

const limitsOfProcess: HeldLimits = {
  bytesMax: 256 * 1024 * 1024,
  perCallerMax: 64 * 1024 * 1024,
  perOrganizationMax: 96 * 1024 * 1024,
  smallMax: 64 * 1024,
}

/** Whose a body is. */
export interface Sender {
  readonly caller: string
  /** The organization that it is sent to, once the caller was found to belong there. */
  readonly organization?: string | undefined
}

/** Counts the bytes of bodies that are read or worked on, by what their heads announce. */
export class HeldBodies {
  readonly #limits: HeldLimits
  /** The bytes of callers and of organizations. */
  readonly #shares = new Map<string, number>()
  #bytes = 0

  constructor(limits = limitsOfProcess) {
    this.#limits = limits
  }

  /** The function that gives the bytes back; undefined when there is no room for them. */
  take({ caller, organization }: Sender, bytes: number): (() => void) | undefined {
    const { bytesMax, perCallerMax, perOrganizationMax, smallMax } = this.#limits
    if (bytes <= smallMax) return () => {}
    const shares = [
      { key: `caller ${caller}`, most: perCallerMax },
      ...(organization === undefined
        ? []
        : [{ key: `organization ${organization}`, most: perOrganizationMax }]),
    ]
    const isFull = shares.some(
      ({ key, most }) => (this.#shares.get(key) ?? 0) + bytes > most,
    )
    if (isFull || this.#bytes + bytes > bytesMax) return undefined
    const keys = shares.map(({ key }) => key)
    this.#add(keys, bytes)
    let isHeld = true
    return () => {
      if (isHeld) this.#add(keys, -bytes)
      isHeld = false
    }
  }

  #add(keys: readonly string[], bytes: number): void {
    this.#bytes += bytes
    for (const key of keys) {
      const own = (this.#shares.get(key) ?? 0) + bytes
      if (own === 0) this.#shares.delete(key)
      else this.#shares.set(key, own)
    }
  }
}
