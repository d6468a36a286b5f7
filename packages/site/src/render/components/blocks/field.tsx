import { raw } from 'hono/html'
import type { PropValue } from '../../../model/page-tree.ts'
import type { ComponentProps, Renderer } from '../../html/component.ts'
import { readFlag, readText } from '../../html/read-props.ts'

const places = ['path', 'query', 'body', 'header'] as const

export function ParamField({ node, renderer }: ComponentProps) {
  const place = places.find((name) => readText(node, name) !== undefined)
  const name = place ? readText(node, place) : readText(node, 'name')
  // `path` and `body` are also what authors use for a function's arguments, so they say nothing to the reader.
  const label = place === 'query' || place === 'header' ? place : undefined
  return <Field node={node} renderer={renderer} name={name ?? ''} after={[label]} />
}

export function ResponseField({ node, renderer }: ComponentProps) {
  const before = asList(node.props.pre)
  const name = readText(node, 'name') ?? ''
  return <Field node={node} renderer={renderer} name={name} before={before} after={asList(node.props.post)} />
}

/** The fields of an object, folded away under one line. */
export function Expandable({ node, renderer }: ComponentProps) {
  const title = readText(node, 'title') ?? renderer.context.words.childAttributes
  return (
    <details class="expandable" open={readFlag(node, 'defaultOpen')}>
      <summary>{title}</summary>
      <div class="expandable-body">{renderer.children(node.children)}</div>
    </details>
  )
}

interface FieldProps extends ComponentProps {
  name: string
  /** Labels around the name. */
  before?: string[]
  after: (string | undefined)[]
}

function Field({ node, renderer, name, before = [], after }: FieldProps) {
  const id = readText(node, 'id') ?? renderer.context.id(`param-${name}`)
  const { words } = renderer.context
  return (
    <div class="field" id={id}>
      <p class="field-head">
        {before.map((label) => (
          <span class="field-label">{label}</span>
        ))}
        <a class="field-name" href={`#${encodeURIComponent(id)}`}>
          <code>{name}</code>
        </a>
        {readText(node, 'type') && <span class="field-type">{renderer.value(node.props.type)}</span>}
        {after.map((label) => label && <span class="field-label">{label}</span>)}
        {readFlag(node, 'required') && <span class="field-required">{words.required}</span>}
        {readFlag(node, 'deprecated') && <span class="field-deprecated">{words.deprecated}</span>}
        {renderDefault(node.props.default ?? node.props.initialValue, renderer)}
      </p>
      <div class="field-body">{renderer.children(node.children)}</div>
    </div>
  )
}

function renderDefault(value: PropValue, renderer: Renderer) {
  const text = typeof value === 'boolean' ? String(value) : value
  if (text === undefined || text === null || text === '') return raw('')
  return (
    <span class="field-default">
      {renderer.context.words.default} <code>{renderer.value(text)}</code>
    </span>
  )
}

function asList(value: PropValue): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((inner) => typeof inner === 'string') : []
}
