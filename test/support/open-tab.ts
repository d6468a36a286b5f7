import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { chromiumArguments, chromiumPath } from './launch-chromium.ts'

/** A tab as its reader has it: the page in it may give way to one that was rendered ahead. */
export interface Tab extends AsyncDisposable {
  goto(url: string): Promise<void>
  /** The value of an expression on the page that is shown; promises are waited for. */
  read<T>(expression: string): Promise<T>
  /** The same on the page that is being rendered ahead; undefined where there is none. */
  readAhead<T>(expression: string): Promise<T | undefined>
  /** Moves the pointer to the middle of the element. */
  pointAt(selector: string): Promise<Point>
  /** Presses the button as long as a hand does; the click comes when it is released. */
  click(at: Point): Promise<void>
  /** A picture of what is shown, as PNG. */
  capture(): Promise<Buffer>
}

export interface Point {
  x: number
  y: number
}

export interface TabBrowser extends AsyncDisposable {
  /** With storage and caches of its own. */
  openTab(): Promise<Tab>
}

interface TargetInfo {
  targetId: string
  type: string
  subtype?: string
}

interface Message {
  id?: number
  method?: string
  sessionId?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

type Send = <T>(method: string, params?: object, sessionId?: string) => Promise<T>

interface TabBrowserOptions {
  /** Attaches to pages, as Playwright does: then nothing is rendered ahead. */
  isAttachedToPages?: boolean
  width?: number
  height?: number
}

/**
 * A browser whose debugger is attached to tabs. Playwright attaches to pages, and such a page renders nothing ahead: the
 * debugger could not follow the change from one page to the other.
 */
export async function launchTabBrowser(options: TabBrowserOptions = {}): Promise<TabBrowser> {
  const { isAttachedToPages = false, width = 1440, height = 900 } = options
  const profile = await mkdtemp(join(tmpdir(), 'bindery-tab-'))
  const size = `--window-size=${width},${height}`
  const own = ['--headless', '--remote-debugging-pipe', '--hide-scrollbars', `--user-data-dir=${profile}`, size]
  const child = spawn(chromiumPath, [...chromiumArguments, ...own, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const connection = connect(child)
  await connection.send('Target.setDiscoverTargets', { discover: true, filter: [{}] })
  return {
    openTab: () => openTab(connection, isAttachedToPages),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      // Debian's command is a shell that starts the browser: a signal would end the shell alone.
      await connection.send('Browser.close')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

interface Connection {
  send: Send
  listen(listener: (message: Message) => void): void
}

/** Messages are JSON, each ended by a zero. */
function connect(child: ChildProcess): Connection {
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable]
  const waiting = new Map<number, { sessionId: string | undefined; take(message: Message): void }>()
  const listeners: ((message: Message) => void)[] = []
  let last = 0
  let text = ''
  const take = (message: Message) => {
    if (message.id !== undefined) return waiting.get(message.id)?.take(message)
    // A page that is gone answers no more.
    if (message.method === 'Target.detachedFromTarget')
      for (const { sessionId, take } of waiting.values())
        if (sessionId === message.params?.sessionId) take({ error: { message: 'The page is gone.' } })
    for (const listener of listeners) listener(message)
  }
  output.setEncoding('utf8')
  output.on('data', (part: string) => {
    const messages = (text + part).split('\0')
    text = messages.pop() ?? ''
    for (const message of messages) take(JSON.parse(message))
  })
  return {
    listen: (listener) => listeners.push(listener),
    send: (method, params = {}, sessionId) => {
      const id = ++last
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
      return new Promise((resolve, reject) => {
        const take = ({ result, error }: Message) => {
          waiting.delete(id)
          if (error) reject(new Error(`${method}: ${error.message}`))
          else resolve(result as never)
        }
        waiting.set(id, { sessionId, take })
      })
    },
  }
}

async function openTab(connection: Connection, isAttachedToPages: boolean): Promise<Tab> {
  const { send } = connection
  const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext')
  const blank = { url: 'about:blank', browserContextId, forTab: !isAttachedToPages }
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', blank)
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  const pages = isAttachedToPages ? onePage(sessionId) : followPages(connection, sessionId)
  if (!isAttachedToPages) await send('Target.setAutoAttach', following, sessionId)
  const read = async <T>(expression: string) => evaluate<T>(send, pages.shown(), expression)
  return {
    read,
    async goto(url) {
      await send('Page.navigate', { url }, pages.shown())
      await until(() => read(`document.readyState === 'complete' && location.href !== 'about:blank'`))
    },
    async readAhead(expression) {
      const ahead = pages.ahead()
      return ahead === undefined ? undefined : evaluate(send, ahead, expression)
    },
    async pointAt(selector) {
      const at = await read<Point>(middleOf(selector))
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at }, pages.shown())
      return at
    },
    async click(at) {
      const page = pages.shown()
      const button = { button: 'left', clickCount: 1, ...at }
      await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button }, page)
      await wait(pressMs)
      // The page may be gone before it could answer.
      await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button }, page).catch(() => {})
    },
    async capture() {
      const { data } = await send<{ data: string }>('Page.captureScreenshot', { format: 'png' }, pages.shown())
      return Buffer.from(data, 'base64')
    },
    async [Symbol.asyncDispose]() {
      await send('Target.disposeBrowserContext', { browserContextId })
    },
  }
}

const following = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }

interface Pages {
  ahead(): string | undefined
  shown(): string
}

function onePage(session: string): Pages {
  return { ahead: () => undefined, shown: () => session }
}

/** Which page of a tab is shown and which is being rendered ahead, by the sessions of the debugger with them. */
function followPages({ listen }: Connection, tab: string): Pages {
  const pages = new Map<string, { sessionId: string; isAhead: boolean }>()
  listen(({ method, sessionId: from, params }) => {
    const { sessionId, targetInfo } = (params ?? {}) as { sessionId: string; targetInfo?: TargetInfo }
    const isAhead = targetInfo?.subtype === 'prerender'
    if (method === 'Target.attachedToTarget' && from === tab && targetInfo?.type === 'page')
      pages.set(targetInfo.targetId, { sessionId, isAhead })
    if (method === 'Target.detachedFromTarget')
      for (const [id, page] of pages) if (page.sessionId === sessionId) pages.delete(id)
    const page = targetInfo && pages.get(targetInfo.targetId)
    if (method === 'Target.targetInfoChanged' && page) page.isAhead = isAhead
  })
  const find = (isAhead: boolean) => [...pages.values()].findLast((page) => page.isAhead === isAhead)?.sessionId
  return {
    ahead: () => find(true),
    shown: () => {
      const session = find(false)
      if (session === undefined) throw new Error('The tab shows no page.')
      return session
    },
  }
}

async function evaluate<T>(send: Send, session: string, expression: string): Promise<T> {
  const { result, exceptionDetails } = await send<{
    result: { value: T }
    exceptionDetails?: { text: string; exception?: { description?: string } }
  }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, session)
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}

function middleOf(selector: string): string {
  return `(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })()`
}

/** Of a mouse, in the middle. */
const pressMs = 80
const patienceMs = 30_000

/** While a page gives way to the next one, its expressions fail: that is no answer yet. */
export async function until(isTrue: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + patienceMs
  for (;;) {
    if (await isTrue().catch(() => false)) return
    if (Date.now() > end) throw new Error(`Not within ${patienceMs} ms: ${isTrue}`)
    await wait(20)
  }
}
