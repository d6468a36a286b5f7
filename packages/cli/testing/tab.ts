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
  // Taken at once: what nobody reads is given up when the answer itself is collected.
  const events = readEvents((stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()))
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

async function* readEvents(body: ReadableStream<string>): AsyncGenerator<{ event: string; data: unknown }> {
  let text = ''
  for await (const chunk of body) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (event !== undefined) yield { event, data: JSON.parse(data ?? '') }
    }
  }
}
