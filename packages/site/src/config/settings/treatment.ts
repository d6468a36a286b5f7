/** What becomes of a setting that an author writes. */
export interface Treatment {
  kind: 'honoured' | 'replaced' | 'reported'
  /** What stands for it, or why it has no effect; of an honoured one what a reader should know, if anything. */
  note?: string
  /** The part of the table that names what may stand in it, where that is not its own. */
  inside?: string
}

export type Treatments = Readonly<Record<string, Treatment>>

export const honoured: Treatment = { kind: 'honoured' }
export const honouredAs = (note: string): Treatment => ({ kind: 'honoured', note })
/** Holds what another part of the table names. */
export const holds = (inside: string): Treatment => ({ kind: 'honoured', inside })
export const replaced = (note: string): Treatment => ({ kind: 'replaced', note })
export const reported = (note: string): Treatment => ({ kind: 'reported', note })

/** What an author reads behind the name of a setting that does not do what it says. */
export function explain({ kind, note = '' }: Treatment): string {
  return kind === 'replaced' ? `is replaced. ${note}` : `has no effect. ${note}`
}

export function explainUnknown(nearest: string | undefined): string {
  return nearest === undefined
    ? 'has no effect. It is no setting that Bindery knows.'
    : `has no effect. Did you mean “${nearest}”?`
}
