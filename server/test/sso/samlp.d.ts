declare module 'samlp' {
  interface Options {
    readonly [name: string]: unknown
    readonly responseHandler: (response: Buffer) => void
  }
  const samlp: {
    auth(
      options: Options,
    ): (request: unknown, reply: unknown, next: (error: unknown) => void) => void
  }
  export default samlp
}
