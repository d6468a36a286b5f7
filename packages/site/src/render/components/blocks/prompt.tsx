import { raw } from 'hono/html'
import type { ComponentProps } from '../../html/component.ts'
import { renderIcon } from '../../html/render-icon.tsx'
import { renderInline } from '../../html/render-inline.ts'

/** Text to give to a model: what it does, a way to copy it, and the text itself folded away. */
export function Prompt({ node, renderer }: ComponentProps) {
  const { words, icon } = renderer.context
  const own = node.props.icon ? renderIcon(node, renderer) : raw(icon('sparkles', { library: 'lucide' }) ?? '')
  return (
    <div class="prompt" data-copy-scope="">
      <div class="prompt-head">
        <span class="prompt-icon">{own}</span>
        <p>{renderInline(node.props.description ?? words.prompt, node, renderer)}</p>
        <button class="copy" type="button" data-done={words.copied}>
          {words.copy}
        </button>
      </div>
      <details>
        <summary>{words.showPrompt}</summary>
        <div class="prompt-body" data-copy-source="">
          {renderer.children(node.children)}
        </div>
      </details>
    </div>
  )
}
