/** What a browser does with a page that `bindery dev` serves: loads it, and hears its events. */
export interface TestTab extends AsyncDisposable {
  status: number
  html: string
  /** The next event of the page's stream. */
  next(): Promise<{ event: string; data: unknown }>
}

export async function openTab(url: string, path: string): Promise<TestTab> {
  const response = await fetch(url + path)
  const html = await response.text()
  const version = /dev\.js\?version=(\w*)/.exec(html)?.[1] ?? ''
  const stop = new AbortController()
  const query = new URLSearchParams({ path, version })
  const stream = await fetch(`${url}/_bindery/events?${query}`, { signal: stop.signal })
  const events = readEvents(stream.body ?? new ReadableStream())
  return {
    status: response.status,
    html,
    async next() {
      const { value } = await events.next()
      if (!value) throw new Error('The stream has ended.')
      return value
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
    },
  }
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: unknown }> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (event !== undefined) yield { event, data: JSON.parse(data ?? '') }
    }
  }
}
