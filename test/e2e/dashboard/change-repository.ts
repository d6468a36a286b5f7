import { askGitea, type Gitea } from '../../../deploy/local/seed-gitea.ts'

const library = 'library/shelf-1-volume'

/** One commit that changes a page, adds one, moves one and removes one, and links to a page that is gone. */
export async function changeRepository(gitea: Gitea, repository: string): Promise<void> {
  const { contents, read } = openContents(gitea, repository)
  const changed = await read(`${library}-1.mdx`)
  const moved = await read(`${library}-3.mdx`)
  const removed = await read(`${library}-4.mdx`)
  const text = changed.text.replace('What stands here', 'What stood here').replace('Nothing on', 'Hardly anything on')
  const added = `---\ntitle: A new volume\n---\n\nIt goes on in [a volume that is gone](/${library}-4).\n`
  await askGitea(gitea, contents, {
    method: 'POST',
    body: {
      message: 'Put the first shelf in order\n\nOne volume is new, one is gone.',
      files: [
        { operation: 'update', path: `${library}-1.mdx`, sha: changed.sha, content: encode(text) },
        { operation: 'create', path: 'library/new-volume.mdx', content: encode(added) },
        { operation: 'create', path: 'library/moved-volume.mdx', content: encode(moved.text) },
        { operation: 'delete', path: `${library}-3.mdx`, sha: moved.sha },
        { operation: 'delete', path: `${library}-4.mdx`, sha: removed.sha },
      ],
    },
  })
}

/** One commit on the production branch that replaces words of a page. */
export async function replaceWords(
  gitea: Gitea,
  repository: string,
  { page, from, to }: { page: string; from: string; to: string },
): Promise<void> {
  const { contents, read } = openContents(gitea, repository)
  const { sha, text } = await read(`${page}.mdx`)
  await askGitea(gitea, `${contents}/${page}.mdx`, {
    method: 'PUT',
    body: { branch: 'main', message: `Replace “${from}”`, sha, content: encode(text.replace(from, to)) },
  })
}

export interface BranchContent {
  /** Without their endings. */
  newPage: string
  changedPage: string
  /** In the page that is changed. */
  oldWords: string
  newWords: string
}

/** A branch with one commit that changes a page and adds one. */
export async function addBranch(gitea: Gitea, repository: string, branch: string, content: BranchContent) {
  const { newPage, changedPage, oldWords, newWords } = content
  const { contents, read } = openContents(gitea, repository)
  const changed = await read(`${changedPage}.mdx`)
  const added = `---\ntitle: The lighthouse\n---\n\nIt stands at the end of the pier, by [the second volume](/${changedPage}).\n`
  await askGitea(gitea, contents, {
    method: 'POST',
    body: {
      branch: 'main',
      new_branch: branch,
      message: 'Light the harbor',
      files: [
        {
          operation: 'update',
          path: `${changedPage}.mdx`,
          sha: changed.sha,
          content: encode(changed.text.replace(oldWords, newWords)),
        },
        { operation: 'create', path: `${newPage}.mdx`, content: encode(added) },
      ],
    },
  })
}

const encode = (text: string) => Buffer.from(text).toString('base64')

function openContents(gitea: Gitea, repository: string) {
  const [, name] = /\/([^/]+)\.git$/.exec(repository) ?? []
  const contents = `/repos/${gitea.owner}/${name}/contents`
  const read = async (path: string) => {
    const found = await askGitea<{ sha: string; content: string }>(gitea, `${contents}/${path}`)
    if (!found) throw new Error(`${repository} has no ${path}.`)
    return { sha: found.sha, text: Buffer.from(found.content, 'base64').toString() }
  }
  return { contents, read }
}
