import type { ComponentProps } from '../../html/component.ts'

export function Banner({ node, renderer }: ComponentProps) {
  return (
    <div class="banner-inline" role="note">
      {renderer.value(node.props.title)}
      {renderer.children(node.children)}
    </div>
  )
}
