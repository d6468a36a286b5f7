/** What an agent job is in. `prLink` survives a follow-up, so one that changes nothing shows the earlier link again. */
export type EditState =
  | { status: 'active'; prLink: string | null }
  | CompletedEdit
  | FailedEdit
  | { status: 'archived'; archivedAt: Date; before: CompletedEdit | FailedEdit }

export interface CompletedEdit {
  status: 'completed'
  prLink: string | null
}

export interface FailedEdit {
  status: 'failed'
  prLink: string | null
  errorCode: string
  error: string
}

export type EditMove =
  /** Null: no file was changed. */
  | { move: 'complete'; prLink: string | null }
  /** An unrecoverable error, or a cancellation. */
  | { move: 'fail'; errorCode: string; error: string }
  /** A further instruction. */
  | { move: 'message' }
  | { move: 'archive'; at: Date }
  | { move: 'unarchive' }

export class IllegalMove extends Error {
  override readonly name = 'IllegalMove'

  constructor(from: EditState['status'], move: EditMove['move']) {
    super(`An agent job that is ${from} cannot ${move}.`)
  }
}

/** Every legal move; whatever is not here is refused. */
export function moveEdit(state: EditState, by: EditMove): EditState {
  switch (state.status) {
    case 'active':
      if (by.move === 'complete') return { status: 'completed', prLink: by.prLink ?? state.prLink }
      if (by.move === 'fail') {
        return { status: 'failed', prLink: state.prLink, errorCode: by.errorCode, error: by.error }
      }
      break
    case 'completed':
    case 'failed':
      if (by.move === 'message') return { status: 'active', prLink: state.prLink }
      if (by.move === 'archive') return { status: 'archived', archivedAt: by.at, before: state }
      break
    case 'archived':
      if (by.move === 'unarchive') return state.before
      break
  }
  throw new IllegalMove(state.status, by.move)
}
