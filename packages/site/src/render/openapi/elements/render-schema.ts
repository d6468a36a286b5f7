import type { TreeNode } from '../../../model/page-tree.ts'
import { innermost, type Schema, typeOf } from '../describe/schema.ts'
import { showValue } from '../describe/show-value.ts'
import { formatConstraint } from '../words/format-constraint.ts'
import { code, make } from './make-element.ts'
import type { Describer } from './render-description.ts'

const valuesShown = 40
/** More choices than tabs have room for are folded one below the other. */
const mostTabs = 5

/** What a field is called and what is asked of it, beside its schema. */
export interface FieldNotes {
  required: boolean
  deprecated?: boolean
  description?: string
  example?: unknown
}

/** A field as a row: name, type, what is asked of it; below it what it means and what it holds. */
export function renderField(
  name: string,
  schema: Schema,
  notes: FieldNotes,
  describer: Describer,
  depth: number,
): TreeNode {
  const props = {
    name,
    type: typeOf(schema),
    required: notes.required,
    deprecated: notes.deprecated === true || schema.deprecated === true,
    ...(schema.default !== undefined && schema.default !== null && { default: showValue(schema.default) }),
    post: formatAccess(schema, describer),
  }
  const examples = notes.example === undefined ? schema.examples : [notes.example]
  return make(
    'ResponseField',
    props,
    describer.text(notes.description ?? schema.description),
    renderFacts(schema, examples, describer),
    renderInside(schema, describer, depth),
  )
}

/** What a schema holds, as rows; for one that holds nothing, what it is. */
export function renderContents(schema: Schema, describer: Describer): TreeNode[] {
  const target = schema.types[0] === 'array' && schema.items ? schema.items : schema
  const isOpen = target.properties.length > 0 || target.choices.length > 0 || target.others !== undefined
  const type = make('p', { class: 'api-type' }, code(typeOf(schema)), formatName(target))
  const rows = isOpen ? renderMembers(target, describer, 0) : []
  const above = target.properties.length > 0 && target === schema ? [] : [type]
  return [
    ...above,
    ...describer.text(schema.description),
    ...renderFacts(schema, schema.examples, describer),
    ...rows,
    ...formatCut(target, describer),
  ]
}

function formatName({ name }: Schema): TreeNode[] {
  return name === undefined ? [] : [make('span', {}, name)]
}

/** Children stand one step deeper; past two levels they are folded. */
function renderInside(schema: Schema, describer: Describer, depth: number): TreeNode[] {
  const target = innermost(schema)
  const isChoice = target.properties.length === 0 && target.choices.some(isWorthShowing)
  const members = isChoice ? [renderForms(target, describer, depth + 1)] : renderMembers(target, describer, depth + 1)
  const title = isChoice ? formatChoice(target, describer) : target.name
  if (members.length === 0) return formatCut(target, describer)
  const props = { ...(title !== undefined && { title }), defaultOpen: isOpen(depth, describer) }
  return [make('Expandable', props, members), ...formatCut(target, describer)]
}

function isOpen(depth: number, { expanded }: Describer): boolean {
  return expanded === undefined ? depth < 1 : expanded === 'all'
}

function renderMembers(schema: Schema, describer: Describer, depth: number): TreeNode[] {
  const { properties, others, choices } = schema
  return [
    ...properties.map(({ name, schema: own, required }) => renderField(name, own, { required }, describer, depth)),
    ...(others && isWorthShowing(others) ? [renderField('{key}', others, { required: false }, describer, depth)] : []),
    ...(choices.some(isWorthShowing)
      ? [make('p', { class: 'api-note' }, `${formatChoice(schema, describer)}:`), renderForms(schema, describer, depth)]
      : []),
  ]
}

function formatChoice({ choice }: Schema, { words }: Describer): string {
  return choice === 'oneOf' ? words.oneOf : words.anyOf
}

/** Few forms are tabs; many are folded one below the other. */
function renderForms({ choices }: Schema, describer: Describer, depth: number): TreeNode {
  const parts = choices.map((schema, index) => ({
    title: (schema.name ?? `${typeOf(schema)} (${index + 1})`).slice(0, 100),
    content: renderChoice(schema, describer, depth),
  }))
  const areTabs = choices.length <= mostTabs && parts.every(({ title }) => title.length <= 30)
  const rendered = parts.map(({ title, content }) => {
    return areTabs ? make('Tab', { title }, content) : make('Expandable', { title }, make('div', {}, content))
  })
  return make('div', { class: 'api-choices' }, areTabs ? make('Tabs', { sync: false }, rendered) : rendered)
}

function renderChoice(schema: Schema, describer: Describer, depth: number): TreeNode[] {
  const target = innermost(schema)
  const isObject = target === schema && target.properties.length > 0
  return [
    ...(isObject ? [] : [make('p', { class: 'api-type' }, code(typeOf(schema)))]),
    ...describer.text(schema.description),
    ...renderFacts(schema, schema.examples, describer),
    ...renderMembers(target, describer, depth),
    ...formatCut(target, describer),
  ]
}

/** A choice between bare types is told by the type itself. */
function isWorthShowing(schema: Schema): boolean {
  const { properties, description, values, choices, others, items, cut } = schema
  if (properties.length > 0 || description !== undefined || values !== undefined || cut !== undefined) return true
  return (
    choices.some(isWorthShowing) ||
    (others !== undefined && isWorthShowing(others)) ||
    (items !== undefined && isWorthShowing(items))
  )
}

function renderFacts(schema: Schema, examples: unknown[], { words }: Describer): TreeNode[] {
  const values = schema.values ?? innermost(schema).values ?? []
  const shown = values.slice(0, valuesShown)
  const asked = schema.constraints.map((constraint) => formatConstraint(constraint, words.constraint)).join(' · ')
  const more =
    values.length > shown.length ? words.andMore.replace('%', String(values.length - shown.length)) : undefined
  return [
    ...(asked === '' ? [] : [make('p', { class: 'api-note' }, asked)]),
    ...(shown.length > 0 ? [make('p', { class: 'api-values' }, `${words.values} `, shown.flatMap(spaced), more)] : []),
    ...(examples.length > 0
      ? [make('p', { class: 'api-values' }, `${words.example} `, examples.slice(0, 3).flatMap(spaced))]
      : []),
  ]
}

function spaced(value: unknown): TreeNode[] {
  return [code(showValue(value)), { kind: 'text', value: ' ' }]
}

function formatAccess({ readOnly, writeOnly, marks = [] }: Schema, { words }: Describer): string[] {
  return [...(readOnly ? [words.readOnly] : []), ...(writeOnly ? [words.writeOnly] : []), ...marks]
}

function formatCut({ cut, name }: Schema, { words }: Describer): TreeNode[] {
  if (cut === undefined) return []
  const sentence = { recursion: words.holdsItself, depth: words.tooDeep, unknown: words.unknown }[cut]
  return [
    make(
      'p',
      { class: 'api-note' },
      sentence.replace('%', () => name ?? words.it),
    ),
  ]
}
