import { reasonOf } from '@bindery/bundle'
import type { RenderedPage } from '../../model/page-facts.ts'
import type { HighlightCache } from '../../render/highlight/create-highlighter.ts'
import { openHighlightCache } from '../../render/highlight/open-highlight-cache.ts'
import { failedPage } from '../failed-page.ts'
import { openSite } from '../open-site.ts'
import { renderPage } from '../render-page.ts'
import { createTools, type Tools } from '../tools.ts'
import { writePageFile } from './page-files.ts'
import type {
  FailInput,
  FailToFileInput,
  ListRemoteInput,
  RenderInput,
  RenderToFileInput,
  ShownByPage,
  WrittenPage,
} from './render-tasks.ts'
import { serveTasks } from './serve-tasks.ts'

/** The entry of a render process. Authors' bytes meet native code only here. */

let opened: { file: string; cache: HighlightCache | undefined } | undefined

const tools = await createTools()
serveTasks({
  render,
  listRemote,
  renderToFile,
  fail,
  failToFile: ({ file, ...input }: FailToFileInput): WrittenPage => ({
    page: input.page,
    bytes: writePageFile(file, fail(input)),
  }),
})

function fail({ reason, ...input }: FailInput): RenderedPage {
  const { site, planned } = findPage(input)
  return failedPage(planned, site, reason)
}

// Far above what a page of the largest source makes; some of them are on the disk at once.
const largestResult = 64 * 1024 ** 2

async function renderToFile({ file, factsOnly, ...input }: RenderToFileInput): Promise<WrittenPage> {
  const rendered = await render(input)
  const { page, facts } = rendered
  const size = rendered.files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const isTooLarge = size > largestResult && !factsOnly
  const result = isTooLarge ? fail({ ...input, reason: `It comes to more than ${largestResult} bytes.` }) : rendered
  return { page, bytes: writePageFile(file, factsOnly ? { page, facts, files: [] } : result) }
}

async function render(input: RenderInput): Promise<RenderedPage> {
  const { site, planned } = findPage(input)
  try {
    const highlightCache = openCache(input.highlightCache)
    return await renderPage(planned, site, input.root, { ...tools, highlightCache })
  } catch (error) {
    // The disk's fault is not the page's.
    if (error instanceof Error && 'syscall' in error) throw error
    return failedPage(planned, site, `It could not be rendered: ${reasonOf(error)}`)
  }
}

// Colors and rules change nothing of what a page shows of other hosts, and take most of its time.
const plain: Tools = {
  ...tools,
  highlighter: {
    ...tools.highlighter,
    highlight: (code) => ({ lines: code.split('\n').map(() => ''), known: true }),
  },
  utilities: { compile: async () => ({ css: '', refused: [] }) },
}

async function listRemote({ root, ...input }: ListRemoteInput): Promise<ShownByPage> {
  const { site, planned } = findPage(input)
  const { facts, trace } = await renderPage(planned, site, root, plain)
  return { page: input.page, urls: facts.remote ?? [], trace }
}

function findPage({ planFile, page }: Pick<RenderInput, 'planFile' | 'page'>) {
  const site = openSite(planFile)
  const planned = site.pages.get(page)
  if (!planned) throw new Error(`The plan ${planFile} has no page ${page}.`)
  return { site, planned }
}

/** One at a time: tasks of two organizations rarely meet in one process, and opening takes a millisecond. */
function openCache(file: string | undefined): HighlightCache | undefined {
  if (file === undefined) return undefined
  if (opened?.file !== file) opened = { file, cache: openHighlightCache(file) }
  return opened.cache
}
