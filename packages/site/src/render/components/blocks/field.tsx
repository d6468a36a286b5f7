import { raw } from 'hono/html'
import type { PropValue } from '../../../model/page-tree.ts'
import type { ComponentProps, Drawing } from '../../html/component.ts'
import { readFlag, readText } from '../../html/read-props.ts'

const places = ['path', 'query', 'body', 'header'] as const

export function ParamField({ node, drawing }: ComponentProps) {
  const place = places.find((name) => readText(node, name) !== undefined)
  const name = place ? readText(node, place) : readText(node, 'name')
  // `path` and `body` are also what authors use for a function's arguments, so they say nothing to the reader.
  const label = place === 'query' || place === 'header' ? place : undefined
  return <Field node={node} drawing={drawing} name={name ?? ''} labels={[label]} />
}

export function ResponseField({ node, drawing }: ComponentProps) {
  const labels = [...asList(node.props.pre), ...asList(node.props.post)]
  return <Field node={node} drawing={drawing} name={readText(node, 'name') ?? ''} labels={labels} />
}

/** The fields of an object, folded away under one line. */
export function Expandable({ node, drawing }: ComponentProps) {
  const title = readText(node, 'title') ?? drawing.context.words.childAttributes
  return (
    <details class="expandable" open={readFlag(node, 'defaultOpen')}>
      <summary>{title}</summary>
      <div class="expandable-body">{drawing.children(node.children)}</div>
    </details>
  )
}

function Field({ node, drawing, name, labels }: ComponentProps & { name: string; labels: (string | undefined)[] }) {
  const id = readText(node, 'id') ?? drawing.context.id(`param-${name}`)
  const { words } = drawing.context
  return (
    <div class="field" id={id}>
      <p class="field-head">
        <a class="field-name" href={`#${encodeURIComponent(id)}`}>
          <code>{name}</code>
        </a>
        {readText(node, 'type') && <span class="field-type">{drawing.value(node.props.type)}</span>}
        {labels.map((label) => label && <span class="field-label">{label}</span>)}
        {readFlag(node, 'required') && <span class="field-required">{words.required}</span>}
        {readFlag(node, 'deprecated') && <span class="field-deprecated">{words.deprecated}</span>}
        {drawDefault(node.props.default ?? node.props.initialValue, drawing)}
      </p>
      <div class="field-body">{drawing.children(node.children)}</div>
    </div>
  )
}

function drawDefault(value: PropValue, drawing: Drawing) {
  const text = typeof value === 'boolean' ? String(value) : value
  if (text === undefined || text === null || text === '') return raw('')
  return (
    <span class="field-default">
      {drawing.context.words.default} <code>{drawing.value(text)}</code>
    </span>
  )
}

function asList(value: PropValue): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((inner) => typeof inner === 'string') : []
}
