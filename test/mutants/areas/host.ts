import type { Mutant } from '../mutant.ts'

const src = 'packages/host/src'
const rules = 'packages/bundle/src/serve'
const serves = `${src}/serve/serve.test.ts`
const fetches = `${src}/source/fetch-bundle.test.ts`
const follows = `${src}/follow-service.test.ts`
const takes = `${src}/source/take-bundle.test.ts`

export const host: Mutant[] = [
  {
    name: 'host/read-folder-removed',
    file: `${src}/versions/site-versions.ts`,
    find: 'for (const folder of folders) count(reads, folder, 1)',
    replace: 'count(reads, site.folder, 1)',
    why: 'A file that is being sent is removed, since its version has come to stand alone meanwhile.',
    test: { file: `${src}/layers.test.ts`, name: 'a folder that a file is being sent from stays' },
  },
  {
    name: 'host/size-limit-ignored',
    file: `${src}/source/fetch-bundle.ts`,
    find: 'if (size > maxBytes)',
    replace: 'if (size < 0)',
    why: 'A server fills the disk of the host.',
    test: { file: fetches, name: 'no more than the limit is written to the disk' },
    isSlow: true,
  },
  {
    name: 'host/redirect-to-anything',
    file: 'packages/client/src/http/follow-redirects.ts',
    find: "if (next?.protocol === 'https:' || (allowHttp && next?.protocol === 'http:')) return next",
    replace: 'if (next) return next',
    why: 'A download that began encrypted goes on in the clear.',
    test: { file: fetches, name: 'what must be https is not led to ' },
  },
  {
    name: 'host/redirects-without-end',
    file: 'packages/client/src/http/follow-redirects.ts',
    find: 'const mostRedirects = 5',
    replace: 'const mostRedirects = 500',
    why: 'Two addresses that lead to each other keep the host busy.',
    test: { file: fetches, name: 'what leads in circles is given up' },
  },
  {
    name: 'host/link-digest-ignored',
    file: `${src}/source/fetch-bundle.ts`,
    find: 'if (expected === undefined || found === expected) return',
    replace: 'if (expected === undefined || found) return',
    why: 'Other bytes than the service has named are taken.',
    test: { file: fetches, name: 'other bytes than were asked for are a failure' },
  },
  {
    name: 'host/link-to-file',
    file: `${src}/source/link-export.ts`,
    find: "const isAllowed = protocol === 'https:' ||",
    replace: "const isAllowed = protocol !== 'http:' ||",
    why: 'A service that was taken over has the host serve any file of its machine.',
    test: { file: follows, name: 'the service may not lead an https deployment to ' },
  },
  {
    name: 'host/another-domain-served',
    file: `${src}/source/take-bundle.ts`,
    find: 'if (!follow || follow.domain === domain) return taken',
    replace: 'if (!follow || domain) return taken',
    why: 'The site of another tenant, signed by the same key, is served.',
    test: { file: takes, name: 'the site of another domain than the one that is followed is refused' },
  },
  {
    name: 'host/keys-ignored',
    file: `${src}/source/take-bundle.ts`,
    find: '...(publicKeys.length === 0 ? {} : { publicKeys })',
    replace: '...(publicKeys.length < 9 ? {} : { publicKeys })',
    why: 'An unsigned bundle is served although keys are set.',
    test: { file: takes, name: 'where keys are set, an unsigned bundle is refused' },
  },
  {
    name: 'host/file-outside-manifest',
    file: `${rules}/find-file.ts`,
    find: "const notFoundPage = '404.html'",
    replace: "const notFoundPage = 'index.html'",
    why: 'Every address that is not there answers as the home page.',
    test: { file: serves, name: ' is answered with the page for unknown addresses' },
  },
  {
    name: 'host/drawing-may-run',
    file: `${rules}/content-policy.ts`,
    find: '? policies.image : policies.page',
    replace: '? policies.page : policies.page',
    why: 'A drawing that is opened by its address runs script.',
    test: { file: serves, name: 'a drawing runs no script when it is opened by its address' },
  },
  {
    name: 'host/answers-sniffed',
    file: `${src}/serve/render-head.ts`,
    find: "'X-Content-Type-Options': 'nosniff',",
    replace: '',
    why: 'A browser takes a text file for a page.',
    test: { file: serves, name: 'no answer is sniffed, framed elsewhere or given a base' },
  },
  {
    name: 'host/base-path-ignored',
    file: `${rules}/read-path.ts`,
    find: "basePath !== '' && !address.startsWith(`$",
    replace: "basePath === ' ' && !address.startsWith(`$",
    why: 'The host answers for addresses that belong to others.',
    test: { file: serves, name: 'stands before every address, and before the locations that are led to' },
  },
]
