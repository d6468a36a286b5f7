import type { TreeNode } from '../../../model/page-tree.ts'
import type { ApiExamples } from '../../../model/site-config.ts'
import type { Operation, Response } from '../describe/describe-operation.ts'
import { codeBlock, make } from '../elements/make-element.ts'
import { chooseMedia, isJson, sampleBody, sampleRequest, showExample } from './sample-request.ts'

const mostExamples = 8

/** The request in several languages, beside the text. */
export function renderRequest(operation: Operation, server: string, examples?: ApiExamples): TreeNode[] {
  const samples = operation.isWebhook ? sampleWebhook(operation) : sampleRequest(operation, server, examples)
  const blocks = samples.map(({ language, label, code }) => codeBlock(language, label, code))
  return blocks.length === 0 ? [] : [make('RequestExample', {}, blocks)]
}

/** What a webhook's receiver gets. */
function sampleWebhook(operation: Operation) {
  const media = chooseMedia(operation)
  const code = media && sampleBody(media, 'request')
  return media && code !== undefined ? [{ language: languageOf(media.type), label: 'Payload', code }] : []
}

/** What comes back, by status; an author's examples each by their name. */
export function renderResponses({ responses }: Operation): TreeNode[] {
  const blocks = responses.flatMap(renderExamples).slice(0, mostExamples)
  return blocks.length === 0 ? [] : [make('ResponseExample', {}, blocks)]
}

function renderExamples({ status, media }: Response): TreeNode[] {
  const shown = media.find(({ type }) => isJson(type)) ?? media[0]
  if (!shown) return []
  const language = languageOf(shown.type)
  // Of mistakes one example is enough; what goes well may go so in several ways.
  if (shown.examples.length > 1 && status.startsWith('2')) {
    return shown.examples.flatMap(({ name, value }) => {
      const text = showExample(value)
      return text === undefined ? [] : [codeBlock(language, `${status} ${name}`.slice(0, 60), text)]
    })
  }
  const text = sampleBody(shown, 'response')
  return text === undefined ? [] : [codeBlock(language, status, text)]
}

function languageOf(type: string): string {
  if (isJson(type)) return 'json'
  if (/\bxml\b/.test(type)) return 'xml'
  return /\bhtml\b/.test(type) ? 'html' : 'text'
}
