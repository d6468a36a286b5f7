import { Empty } from '../view/empty.tsx'
import { Field } from '../view/forms/form.tsx'
import { at, Page } from '../view/layout/page.tsx'
import type { MemberVisit } from '../visit.ts'

export interface SearchResult {
  kind: string
  name: string
  about: string
  path: string
}

interface Props {
  visit: MemberVisit
  words: string
  results: SearchResult[]
}

/** The search as a page; the script shows its list in a dialog over any page. */
export function SearchPage({ visit, words, results }: Props) {
  return (
    <Page visit={visit} title="Search" section="search">
      <form class="filters" method="get" data-instant="" action={at(visit, '/search')}>
        <Field
          label="Find"
          name="q"
          value={words}
          placeholder="Project, domain, export, agent job, page or setting"
          maxlength={100}
        />
        <button type="submit">Search</button>
      </form>
      <ul class="found">
        {results.map(({ kind, name, about, path }) => (
          <li>
            <a href={at(visit, path)}>
              <b>{name}</b> <small>{[kind, about].filter((part) => part !== '').join(' · ')}</small>
            </a>
          </li>
        ))}
      </ul>
      {results.length === 0 && (
        <Empty title={words === '' ? 'What are you looking for?' : 'Nothing found'}>
          <p>Search by a part of a name, a domain, a version, a commit or an id.</p>
        </Empty>
      )}
    </Page>
  )
}
