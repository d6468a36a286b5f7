import type { Diagnostic, ElementNode, TreeNode } from '../../model/page-tree.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { languageOf, wordsOf } from '../../model/words/words-of.ts'
import { createIds } from '../../page/ids/create-ids.ts'
import type { InterpretedPage } from '../../page/interpret/interpret-page.ts'
import { openSpec, type SpecFolder } from '../../plan/openapi/open-spec.ts'
import { readOperationName, shownName } from '../../plan/openapi/read-operation-name.ts'
import { isAsyncApi, SpecError } from '../../plan/openapi/read-spec.ts'
import type { SpecCache } from '../../plan/openapi/spec-cache.ts'
import type { SpecNode } from '../../plan/openapi/spec-node.ts'
import { type Channel, describeChannel } from './channels/describe-channel.ts'
import { renderChannel } from './channels/render-channel.ts'
import { renderMessageSamples } from './channels/render-message-samples.ts'
import { writeChannel } from './channels/write-channel.ts'
import { describeOperation, type Operation } from './describe/describe-operation.ts'
import { make } from './elements/make-element.ts'
import { renderBar } from './elements/render-bar.ts'
import { createDescriber } from './elements/render-description.ts'
import { type RenderedOperation, renderOperation } from './elements/render-operation.ts'
import { writeMarkdown } from './markdown/write-markdown.ts'
import { renderRequest, renderResponses } from './samples/render-samples.ts'
import { apiWordsOf } from './words/api-words.ts'

/** A page with what it says to programs beside its author's text. */
export interface ApiPage extends InterpretedPage {
  markdown?: string
}

// More say no more of one page.
const mostWarnings = 50
const longestId = 80
const exampleServer = 'https://api.example.com'

/**
 * Adds to a page what the description of its operation or channel says: method, path and purpose above the author's
 * text, below it what goes in and comes out, and samples beside both. A page that describes neither stays as it is.
 */
export function renderApiPage(
  page: PlannedPage,
  authored: InterpretedPage,
  site: SiteIndex,
  root: string,
  cache: SpecCache,
): ApiPage {
  const { api } = authored.frontMatter
  const name = typeof api === 'string' ? readOperationName(api) : undefined
  if (!page.operation) return name ? renderWritten(name.key, authored, site) : authored
  const { assets, fetched } = site.plan
  const marks = site.plan.config.api.params?.post
  const opened = openSubject(page, page.operation, { root, assets, fetched, cache }, marks)
  const known = {
    ...authored,
    imports: [...authored.imports, ...opened.files],
    diagnostics: [...authored.diagnostics, ...opened.diagnostics],
  }
  const { subject } = opened
  if (!subject) return known
  return 'operation' in subject
    ? renderDescribed(page, subject.operation, known, site)
    : renderChannelPage(page, subject.channel, known, site)
}

function openSubject(
  page: PlannedPage,
  { spec, key }: { spec: string; key: string },
  folder: SpecFolder,
  marks?: string[],
) {
  const files = new Set<string>()
  const diagnostics = new Map<string, Diagnostic>()
  const warn = (code: string, message: string, file: string) => {
    if (diagnostics.size >= mostWarnings) return
    diagnostics.set(message, { code, message, at: { file, line: 1, column: 1 } })
  }
  const found = () => ({ files, diagnostics: [...diagnostics.values()] })
  try {
    const noted = { ...folder, cache: noting(files, folder.cache) }
    const root = openSpec(spec, noted, (message) => warn('unknown_reference', message, spec))
    return { subject: describe(root, key, marks), ...found() }
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
    warn('unreadable_spec', `${spec} cannot be read. ${error.message}`, page.file)
    return { subject: undefined, ...found() }
  }
}

/** What the page is about; undefined when the description has no such thing any more. */
function describe(
  spec: SpecNode,
  key: string,
  marks?: string[],
): { operation: Operation } | { channel: Channel } | undefined {
  if (isAsyncApi(spec.value)) {
    const channel = describeChannel(spec, shownName({ key }), marks)
    return channel && { channel }
  }
  const operation = describeOperation(spec, key, marks)
  return operation && { operation }
}

/** A page is rendered again when one of the files that it is made from changes. */
function noting(files: Set<string>, cache: SpecCache): SpecCache {
  return {
    open: (key, kind, file, read) => {
      files.add(file)
      return cache.open(key, kind, file, read)
    },
  }
}

function renderDescribed(page: PlannedPage, operation: Operation, authored: InterpretedPage, site: SiteIndex): ApiPage {
  const { plan } = site
  const { words, describer } = speak(page, site)
  const rendered = renderOperation(operation, describer, createIds(authored.ids, longestId), isDescribed(authored))
  const server = chooseServer(operation, plan.config.api.server)
  const bar = renderBar({ ...operation, deprecated: operation.deprecated ? words.deprecated : undefined })
  const made = {
    sent: renderRequest(operation, server, plan.config.api.examples),
    received: renderResponses(operation),
  }
  return { ...join(authored, bar, rendered, made), markdown: writeMarkdown(operation, server) }
}

function renderChannelPage(page: PlannedPage, channel: Channel, authored: InterpretedPage, site: SiteIndex): ApiPage {
  const { words, describer } = speak(page, site)
  const rendered = renderChannel(channel, describer, createIds(authored.ids, longestId), isDescribed(authored))
  const { protocol: method, address: path, servers, deprecated } = channel
  const bar = renderBar({ method, path, servers, deprecated: deprecated ? words.deprecated : undefined })
  return { ...join(authored, bar, rendered, renderMessageSamples(channel)), markdown: writeChannel(channel) }
}

function speak(page: PlannedPage, { plan, navigation }: SiteIndex) {
  const language = languageOf(navigation.sectionOf(page.route))
  const words = wordsOf(language, plan.config.words)
  const own = { ...apiWordsOf(language), required: words.required }
  const { expanded } = plan.config.api.params ?? {}
  return { words, describer: createDescriber(page.operation?.spec ?? page.file, own, expanded) }
}

function isDescribed({ frontMatter }: InterpretedPage): boolean {
  return typeof frontMatter.description === 'string'
}

/** What the description says around what the author wrote; samples of the author's take the place of those that were made. */
function join(
  authored: InterpretedPage,
  bar: TreeNode,
  { description, details, headings }: RenderedOperation,
  made: { sent: TreeNode[]; received: TreeNode[] },
): InterpretedPage {
  const { text, samples } = partSamples(authored.children)
  const sent = samples.some(isRequest) ? [] : made.sent
  const received = samples.some((sample) => !isRequest(sample)) ? [] : made.received
  return {
    ...authored,
    children: arrange([bar, ...description, ...text], details, [...samples, ...sent, ...received]),
    headings: [...headings.above, ...authored.headings, ...headings.below],
  }
}

/** `api: "GET https://…/users"`: the author has written the fields, and only the bar is missing. */
function renderWritten(key: string, authored: InterpretedPage, { plan }: SiteIndex): InterpretedPage {
  const { server } = plan.config.api
  const [method = '', path = ''] = key.split(/ (.*)/)
  const { text, samples } = partSamples(authored.children)
  const servers = server === undefined || /^https?:/.test(path) ? [] : [{ url: server }]
  return { ...authored, children: arrange([renderBar({ method, path, servers }), ...text], [], samples) }
}

/** Where there is room, the samples stand beside both; else between what the operation does and its fields. */
function arrange(intro: TreeNode[], details: TreeNode[], samples: TreeNode[]): TreeNode[] {
  return [
    make(
      'div',
      { class: samples.length > 0 ? 'api api-with-samples' : 'api' },
      make('div', { class: 'api-intro' }, intro),
      samples.length > 0 ? make('div', { class: 'api-samples' }, samples) : undefined,
      details.length > 0 ? make('div', { class: 'api-details' }, details) : undefined,
    ),
  ]
}

/** The samples that an author wrote go beside the text with the rest. */
function partSamples(children: TreeNode[]): { text: TreeNode[]; samples: ElementNode[] } {
  const samples = children.filter(isSample)
  return { text: children.filter((node) => !isSample(node)), samples }
}

function isSample(node: TreeNode): node is ElementNode {
  return node.kind === 'element' && (node.name === 'RequestExample' || node.name === 'ResponseExample')
}

function isRequest({ name }: ElementNode): boolean {
  return name === 'RequestExample'
}

function chooseServer({ servers }: Operation, configured: string | undefined): string {
  const first = servers[0]?.url ?? ''
  if (/^[a-z]+:\/\//i.test(first)) return first
  return `${configured ?? exampleServer}${first === '/' ? '' : first}`
}
