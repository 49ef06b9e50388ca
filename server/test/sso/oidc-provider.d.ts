declare module 'oidc-provider' {
  interface Configuration {
    readonly findAccount: (
      context: unknown,
      sub: string,
    ) => { accountId: string; claims: () => object }
    readonly [name: string]: unknown
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    listen(port: number, host: string, done: () => void): void
  }
}
