import type { FirstSteps } from '../../core/organizations/read-first-steps.ts'
import { at } from '../view/layout/page.tsx'
import type { MemberVisit } from '../visit.ts'

interface Step {
  title: string
  about: string
  isDone: boolean
  /** Where it is done; undefined while an earlier step is missing. */
  href: string | undefined
}

/** What to do in the first hour, in order. It is gone once all of it is done. */
export function FirstStepList({ visit, steps }: { visit: MemberVisit; steps: FirstSteps }) {
  const list = listSteps(visit, steps)
  const open = list.filter(({ isDone }) => !isDone)
  // Nobody notes down that a site was looked at: it is an offer, no duty.
  if (open.every(({ title }) => title === viewing)) return null
  const next = open.find(({ href }) => href !== undefined)
  return (
    <section class="card steps" aria-labelledby="first-steps">
      <h2 id="first-steps">Get started</h2>
      <ol>
        {list.map((step) => (
          <li class={step.isDone ? 'done' : undefined} {...(step === next && { 'aria-current': 'step' })}>
            {step.isDone || step.href === undefined ? <b>{step.title}</b> : <a href={step.href}>{step.title}</a>}
            {step.isDone && <span class="badge">done</span>}
            <span class="hint">{step.about}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const viewing = 'View the site'

function listSteps(visit: MemberVisit, steps: FirstSteps): Step[] {
  const { domain, exportId, hasProject, hasKey, hasPublication } = steps
  const to = (path: string, isPossible = true) => (isPossible ? at(visit, path) : undefined)
  return [
    {
      title: 'Connect a repository',
      about: 'The folder with your docs.json, and the domain its readers use.',
      isDone: hasProject,
      href: to('/projects/new'),
    },
    {
      title: 'Start an export',
      about: 'It renders your docs into static files.',
      isDone: exportId !== null,
      // Without a domain there is nothing to export yet: a project has the form for it.
      href: domain === null ? to('/projects', hasProject) : to(`/exports/new?domain=${domain}`),
    },
    {
      title: viewing,
      about: 'Check the pages and read the report.',
      isDone: false,
      href: to(`/exports/${exportId}`, exportId !== null),
    },
    {
      title: 'Create an API key',
      about: 'For your pipeline: it starts exports and downloads them.',
      isDone: hasKey,
      href: to('/keys/new'),
    },
    {
      title: 'Publish',
      about: 'Hosts that follow the domain serve the published export.',
      isDone: hasPublication,
      href: to(`/domains/${domain ?? ''}`, domain !== null && exportId !== null),
    },
  ]
}
