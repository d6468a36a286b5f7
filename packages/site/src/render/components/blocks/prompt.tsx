import { raw } from 'hono/html'
import type { ComponentProps } from '../../html/component.ts'
import { drawIcon } from '../../html/draw-icon.tsx'
import { drawInline } from '../../html/draw-inline.ts'

/** Text to give to a model: what it does, a way to copy it, and the text itself folded away. */
export function Prompt({ node, drawing }: ComponentProps) {
  const { words, icon } = drawing.context
  const own = node.props.icon ? drawIcon(node, drawing) : raw(icon('sparkles', { library: 'lucide' }) ?? '')
  return (
    <div class="prompt" data-copy-scope="">
      <div class="prompt-head">
        <span class="prompt-icon">{own}</span>
        <p>{drawInline(node.props.description ?? words.prompt, node, drawing)}</p>
        <button class="copy" type="button" data-done={words.copied}>
          {words.copy}
        </button>
      </div>
      <details>
        <summary>{words.showPrompt}</summary>
        <div class="prompt-body" data-copy-source="">
          {drawing.children(node.children)}
        </div>
      </details>
    </div>
  )
}
