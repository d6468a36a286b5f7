import type { TreeNode } from '../../../model/page-tree.ts'
import { code, make } from '../elements/make-element.ts'
import type { Describer } from '../elements/render-description.ts'
import { renderField } from '../elements/render-schema.ts'
import type { Binding } from './describe-bindings.ts'

/** Each protocol is a line above what it is told. */
export function renderBindings(bindings: Binding[], describer: Describer): TreeNode[] {
  return bindings.flatMap(({ protocol, fields }) => [
    make('p', { class: 'api-media' }, code(protocol)),
    ...fields.map(({ name, schema, value }) =>
      schema
        ? renderField(name, schema, { required: false }, describer, 1)
        : make('ResponseField', { name }, make('p', { class: 'api-values' }, code(value ?? ''))),
    ),
  ])
}
