/** Thrown for a document that cannot be written: a node has a type that the model does not have. */
export class WriteError extends Error {
  /** The path of the node: `nodes[3].nodes[0]`. */
  readonly path: string

  constructor(path: string, message: string) {
    super(`${path}: ${message}`)
    this.name = 'WriteError'
    this.path = path
  }
}
