import { raw } from 'hono/html'
import type { ComponentProps } from '../../html/component.ts'
import { readText } from '../../html/read-props.ts'

const slug = /^[\w.-]+\/[\w.-]+$/
const address = /^(?:https?:\/\/)?(?:www\.)?github\.com\//i

/** A card that leads to a repository. Its stars and its description would be a request to another host, and are left out. */
export function GitHubRepo({ node, renderer }: ComponentProps) {
  const repo = (readText(node, 'repo') ?? '').replace(address, '').replace(/(?:\.git)?\/?$/, '')
  if (!slug.test(repo)) {
    const message = `<GitHub.Repo> names no repository: “${repo.slice(0, 60)}”. Write it as “owner/name”.`
    if (node.at) renderer.context.warn({ code: 'ignored_prop', message, at: node.at })
    return renderer.children(node.children)
  }
  const variant = readText(node, 'variant') === 'flat' ? 'repo-flat' : 'repo-inset'
  return (
    <div class={`card card-horizontal card-linked repo ${variant}`}>
      <span class="card-icon">
        {raw(renderer.context.icon('github', { type: 'brands', library: 'fontawesome' }) ?? '')}
      </span>
      <div class="card-body">
        <p class="card-title">
          <a class="card-link" href={renderer.context.resolveLink(`https://github.com/${repo}`, node.at)}>
            {repo}
          </a>
        </p>
      </div>
      <span class="card-arrow">{raw(renderer.context.icon('arrow-up-right', { library: 'lucide' }) ?? '')}</span>
    </div>
  )
}
