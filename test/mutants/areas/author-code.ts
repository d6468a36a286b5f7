import type { Mutant } from '../mutant.ts'

const site = 'packages/site/src'
const islands = `${site}/page/interpret/islands/find-islands.test.ts`

export const authorCode: Mutant[] = [
  {
    name: 'author-code/text-ends-script',
    file: `${site}/page/compile/compile-jsx.ts`,
    find: ".replaceAll('<', '\\\\u003c')",
    replace: '',
    why: 'Text that a page gives to a component ends the script, and what follows is HTML.',
    test: { file: islands, name: 'no text of a page can end the script or become code' },
  },
  {
    name: 'author-code/components-always',
    file: `${site}/page/interpret/interpret-page.ts`,
    find: 'input.compiles ?? false',
    replace: 'input.compiles ?? true',
    why: 'Components of authors run though nobody allowed it.',
    test: {
      file: islands,
      name: 'without the setting nothing is compiled, and what a page would gain is reported once',
    },
  },
  {
    name: 'author-code/scripts-always',
    file: `${site}/plan/plan-site.ts`,
    find: "options.authorCode === 'browser' ?",
    replace: "options.authorCode !== 'browser' ?",
    why: 'Scripts of authors run though nobody allowed it.',
    test: {
      file: `${site}/build/author-code.test.ts`,
      name: 'without the setting a site holds no script of its author, and the report counts the pages that would gain',
    },
  },
  {
    name: 'author-code/start-ignored',
    file: 'packages/server/src/core/exports/run/begin-export.ts',
    find: 'requestedCode ?? projectCode',
    replace: 'projectCode ?? requestedCode',
    why: 'A start that turns author code off publishes it.',
    test: {
      file: 'packages/server/src/workflows/exports/source/author-code.test.ts',
      name: "the author's code runs where the project says so; a start can turn it off, and a change costs its own pages",
    },
  },
]
