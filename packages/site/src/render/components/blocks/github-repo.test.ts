import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test.each([
  'acme/docs',
  'https://github.com/acme/docs',
  'github.com/acme/docs.git',
  'https://www.github.com/acme/docs/',
])('%s is a card that leads to the repository and asks nothing of it', (repo) => {
  const { html } = render(element('GitHub.Repo', { repo }))
  expect(html).toContain('<a class="card-link" href="to:https://github.com/acme/docs">acme/docs</a>')
  expect(html).not.toMatch(/src=/)
})

test('what names no repository is reported', () => {
  const { html, warnings } = render(element('GitHub.Repo', { repo: 'javascript:alert(1)' }))
  expect(html).toBe('')
  expect(warnings).toMatchObject([{ code: 'ignored_prop' }])
})
