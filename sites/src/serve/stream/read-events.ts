export interface StreamEvent {
  readonly event: string
  readonly data: string
}

const lineCharactersMax = 1_000_000

/** The events of a server-sent stream; every chunk, even a comment, is a sign of life. */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  onLife: () => void,
): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let event = 'message'
  let data: string[] = []
  for await (const chunk of chunks) {
    onLife()
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    if (rest.length > lineCharactersMax) {
      throw new Error('A line of the stream is too long')
    }
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { event, data: data.join('\n') }
        event = 'message'
        data = []
      } else if (line.startsWith('event:')) event = line.slice(6).trim()
      else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    }
  }
}
