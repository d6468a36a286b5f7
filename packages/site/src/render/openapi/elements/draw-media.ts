import type { TreeNode } from '../../../model/page-tree.ts'
import type { Exchange, Media, Parameter } from '../describe/describe-operation.ts'
import type { Describer } from './draw-description.ts'
import { drawContents, drawField } from './draw-schema.ts'
import { code, make } from './make-element.ts'

export function drawParameters({ parameters }: Exchange, place: string, describer: Describer): TreeNode[] {
  return parameters.filter((parameter) => parameter.place === place).map((one) => drawParameter(one, describer))
}

export function drawParameter(parameter: Parameter, describer: Describer): TreeNode {
  const { name, schema, required, deprecated, description, example } = parameter
  const notes = {
    required,
    deprecated,
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
  }
  return drawField(name, schema, notes, describer, 1)
}

export function drawBody({ body }: Exchange, describer: Describer): TreeNode[] {
  if (!body) return []
  const required = body.required ? make('span', { class: 'field-required' }, describer.words.required) : undefined
  return [...describer.text(body.description), ...drawMedia(body.media, describer, required)]
}

/** Types with a schema each are tabs; one alone is a line above its fields. */
export function drawMedia(media: Media[], describer: Describer, note?: TreeNode): TreeNode[] {
  const [only] = media
  if (!only) return []
  if (media.length === 1) return [drawMediaType(only.type, note), ...drawSchemaOf(only, describer)]
  const tabs = media.map((one) => make('Tab', { title: one.type.slice(0, 100) }, drawSchemaOf(one, describer)))
  return [...(note ? [make('p', { class: 'api-media' }, note)] : []), make('Tabs', { sync: false }, tabs)]
}

function drawMediaType(type: string, note?: TreeNode): TreeNode {
  return make('p', { class: 'api-media' }, code(type.slice(0, 100)), note)
}

function drawSchemaOf({ schema }: Media, describer: Describer): TreeNode[] {
  return schema ? drawContents(schema, describer) : []
}
