import type { TreeNode } from '../../../model/page-tree.ts'
import type { Exchange, Media, Parameter } from '../describe/describe-operation.ts'
import { code, make } from './make-element.ts'
import type { Describer } from './render-description.ts'
import { renderContents, renderField } from './render-schema.ts'

export function renderParameters({ parameters }: Exchange, place: string, describer: Describer): TreeNode[] {
  return parameters.filter((parameter) => parameter.place === place).map((one) => renderParameter(one, describer))
}

export function renderParameter(parameter: Parameter, describer: Describer): TreeNode {
  const { name, schema, required, deprecated, description, example } = parameter
  const notes = {
    required,
    deprecated,
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
  }
  return renderField(name, schema, notes, describer, 1)
}

export function renderBody({ body }: Exchange, describer: Describer): TreeNode[] {
  if (!body) return []
  const required = body.required ? make('span', { class: 'field-required' }, describer.words.required) : undefined
  return [...describer.text(body.description), ...renderMedia(body.media, describer, required)]
}

/** Types with a schema each are tabs; one alone is a line above its fields. */
export function renderMedia(media: Media[], describer: Describer, note?: TreeNode): TreeNode[] {
  const [only] = media
  if (!only) return []
  if (media.length === 1) return [renderMediaType(only.type, note), ...renderSchemaOf(only, describer)]
  const tabs = media.map((one) => make('Tab', { title: one.type.slice(0, 100) }, renderSchemaOf(one, describer)))
  return [...(note ? [make('p', { class: 'api-media' }, note)] : []), make('Tabs', { sync: false }, tabs)]
}

function renderMediaType(type: string, note?: TreeNode): TreeNode {
  return make('p', { class: 'api-media' }, code(type.slice(0, 100)), note)
}

function renderSchemaOf({ schema }: Media, describer: Describer): TreeNode[] {
  return schema ? renderContents(schema, describer) : []
}
