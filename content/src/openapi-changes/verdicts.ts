export const breaks = (reason: string) => ({ isBreaking: true, reason }) as const

export const safe = (reason: string) => ({ isBreaking: false, reason }) as const

/** The same verdict, whichever way the data goes. */
export const bothWays = <Verdict>(verdict: Verdict) => ({
  request: verdict,
  response: verdict,
})

export const accepted = safe('What callers send is still accepted.')
export const refused = breaks('Requests that were accepted before are refused.')
export const surprising = breaks(
  'Callers receive values that they were told cannot occur.',
)
export const expected = safe('What callers receive still fits what they expect.')

export const narrowing = { request: refused, response: expected } as const
export const widening = { request: accepted, response: surprising } as const
