import type { ComponentProps } from '../../html/component.ts'

export function Banner({ node, drawing }: ComponentProps) {
  return (
    <div class="banner-inline" role="note">
      {drawing.value(node.props.title)}
      {drawing.children(node.children)}
    </div>
  )
}
