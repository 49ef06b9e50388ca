import type { TestBody } from '#test/test-api.ts'

export async function send(
  url: string,
  token: string,
  body?: object,
  method: 'POST' | 'PATCH' = 'POST',
): Promise<TestBody> {
  const reply = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw await refusal(url, reply)
  return reply.json()
}

export async function refusal(what: string, reply: Response): Promise<Error> {
  return new Error(`${what} was answered ${reply.status}: ${await reply.text()}`)
}
