/** What a browser does with a page of `bindery dev`: loads it, and waits on its stream until it should load it again. */
export async function openTab(url: string, path: string): Promise<{ reloaded: Promise<void> }> {
  const html = await (await fetch(url + path)).text()
  const version = /dev\.js\?version=(\w*)/.exec(html)?.[1] ?? ''
  const stream = await fetch(`${url}/_bindery/events?${new URLSearchParams({ path, version })}`)
  return { reloaded: waitForReload(stream) }
}

async function waitForReload({ body }: Response): Promise<void> {
  let text = ''
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk
    // Leaving the loop ends the stream.
    if (text.includes('event: reload')) return
  }
  throw new Error('The stream of the page ended without a word that it has changed.')
}
