/** Steps of all jobs: name in the database, and label in the dashboard and in errors. */
export const stepLabels = {
  begin: 'Start',
  'fetch-source': 'Fetch the repository',
  plan: 'Plan the site',
  'keep-chunks': 'Reuse unchanged pages',
  render: 'Render pages',
  record: 'Count pages',
  finish: 'Check and pack',
  archive: 'Write the bundle',
  'compare-addresses': 'Compare with the published site',
  complete: 'Complete and publish',
  fail: 'Record the failure',
  'fetch-base': 'Fetch the branch',
  ask: 'Ask the model',
  use: 'Use a tool',
  check: 'Check the site',
  push: 'Push the branch',
  'open-pull-request': 'Open the pull request',
  clear: 'Delete temporary files',
} as const

export type StepName = keyof typeof stepLabels

/** Falls back to the name, for rows of steps that were renamed since. */
export function labelStep(name: string): string {
  return stepLabels[name as StepName] ?? name
}
