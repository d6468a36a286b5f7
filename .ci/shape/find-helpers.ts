import type { Source } from './read-sources.ts'

/**
 * Sources of a build that exist for tests: they use a helper or the test runner, or tests are all that imports them. What
 * no file imports is an entry.
 */
export function findHelpers(sources: readonly Source[], tests: readonly Source[]): string[] {
  const usedBySources = new Set(sources.flatMap(({ imports }) => imports))
  const usedByTests = new Set(tests.flatMap(({ imports }) => imports))
  return sources.flatMap(({ path, imports, packages }) => {
    const helper = imports.find((target) => isHelper(target))
    if (helper) return [`${path} imports ${helper}, which is no part of a build`]
    if (packages.includes('vitest')) return [`${path} imports vitest: move it to packages/*/testing`]
    if (isHelper(path) || (usedByTests.has(path) && !usedBySources.has(path) && !isEntry(path)))
      return [`only tests use ${path}: move it to packages/*/testing`]
    return []
  })
}

const isHelper = (path: string) => /\/(?:testing|fixtures)\//.test(path)

/** What a package exports, and the modules of the search, which the theme copies for the browser by their names. */
const isEntry = (path: string) => /\/src\/index\.ts$|\/theme\/search\//.test(path)
