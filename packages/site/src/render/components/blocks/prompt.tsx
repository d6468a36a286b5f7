import { raw } from 'hono/html'
import type { ElementNode } from '../../../model/page-tree.ts'
import { textOf } from '../../../page/text-of.ts'
import type { ComponentProps } from '../../html/component.ts'
import { renderIcon } from '../../html/render-icon.tsx'
import { renderInline } from '../../html/render-inline.ts'

/** Where a prompt can be opened, with it at the end of the address. Nothing is asked of anybody before a reader clicks. */
const assistants = new Map([
  ['cursor', { name: 'Cursor', address: 'cursor://anysphere.cursor-deeplink/prompt?text=' }],
  ['chatgpt', { name: 'ChatGPT', address: 'https://chatgpt.com/?q=' }],
  ['claude', { name: 'Claude', address: 'https://claude.ai/new?q=' }],
])

/** Text to give to a model: what it does, ways to copy and to open it, and the text itself folded away. */
export function Prompt({ node, renderer }: ComponentProps) {
  const { words, icon } = renderer.context
  const own = node.props.icon ? renderIcon(node, renderer) : raw(icon('sparkles', { library: 'lucide' }) ?? '')
  const actions = actionsOf(node)
  return (
    <div class="prompt" data-bindery-scope="">
      <div class="prompt-head">
        <span class="prompt-icon">{own}</span>
        <p>{renderInline(node.props.description ?? words.prompt, node, renderer)}</p>
        {actions.includes('copy') && (
          <button class="copy" type="button" data-bindery-do="copy" data-bindery-done={words.copied}>
            {words.copy}
          </button>
        )}
        {actions.map((action) => (
          <OpenIn action={action} node={node} renderer={renderer} />
        ))}
      </div>
      <details>
        <summary>{words.showPrompt}</summary>
        <div class="prompt-body" data-bindery-source="">
          {renderer.children(node.children)}
        </div>
      </details>
    </div>
  )
}

function OpenIn({ action, node, renderer }: ComponentProps & { action: string }) {
  const assistant = assistants.get(action)
  if (!assistant) return raw('')
  const href = assistant.address + encodeURIComponent(textOf(node.children).trim().toWellFormed())
  return (
    <a class="prompt-open" href={href} target="_blank" rel="noopener noreferrer">
      {renderer.context.words.openIn.replace('%', () => assistant.name)}
    </a>
  )
}

function actionsOf({ props: { actions } }: ElementNode): string[] {
  if (typeof actions === 'string') return [actions]
  return Array.isArray(actions) ? actions.filter((action) => typeof action === 'string') : ['copy']
}
