import type { AgentOutcome, Assignment } from '@bindery/agent'
import { AgentJobFailure } from '../../core/agent-jobs/agent-job-failure.ts'
import type { AgentJobOrder } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { defaultLimits, type Limits } from '../../core/limits/limits.ts'
import type { AgentJobBase } from './fetch-base.ts'

/** How often the model may fix what its own changes have broken, before the job says what is still broken. */
const fixAttempts = 3

export function assignWork(order: AgentJobOrder, base: AgentJobBase, installation: Partial<Limits>): Assignment {
  const limits = { ...defaultLimits, ...installation, ...order.limits }
  return {
    instruction: order.instruction,
    earlier: order.earlier,
    conventions: base.conventions,
    docsPath: order.docsPath,
    pages: base.pages,
    budget: {
      tokens: limits.agentJobTokens,
      steps: limits.agentJobSteps,
      minutes: limits.agentJobMinutes,
      changedLines: limits.agentJobChangedLines,
      fixAttempts,
    },
  }
}

const budgets = {
  tokens: 'tokens (agentJobTokens)',
  steps: 'steps (agentJobSteps)',
  minutes: 'minutes of the model’s time (agentJobMinutes)',
  changedLines: 'changed lines (agentJobChangedLines)',
}

// As many as a job's error shows; the transcript has them all.
const named = 20

/** Anything but a finished work is a failure, in a sentence that says what to do next. */
export function expectFinished(outcome: AgentOutcome): { title: string; summary: string } {
  switch (outcome.kind) {
    case 'finished':
      return { title: outcome.title, summary: outcome.summary }
    case 'budget_spent':
      throw new AgentJobFailure(
        'budget_spent',
        `The job has used up its ${budgets[outcome.budget]} and was not finished. Ask for less at once, or have the limit raised.`,
      )
    case 'checks_failed': {
      const places = outcome.diagnostics
        .slice(0, named)
        .map(({ file, line, message }) => `${file}${line ? `:${line}` : ''}: ${message}`)
      throw new AgentJobFailure(
        'checks_failed',
        `The changes would break the site, and the agent could not fix them. No pull request was opened:\n${places.join('\n')}`,
      )
    }
    case 'model_lost':
      throw new AgentJobFailure(
        'model_lost',
        `The model lost its way. ${outcome.reason} Word the instruction more plainly, or choose another model.`,
      )
  }
}
