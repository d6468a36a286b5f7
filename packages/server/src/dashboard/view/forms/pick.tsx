import { Choice, Field } from './form.tsx'

/** More than these nobody chooses from; then one types what one looks for. */
export const pickedFrom = 50

interface Props {
  label: string
  name: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
}

/** Narrows a list to one of some things, or to one of too many to name. */
export function Pick({ label, name, options, value }: Props) {
  if (options.length > pickedFrom) return <Field label={label} name={name} value={value} placeholder="All" />
  return <Choice label={label} name={name} options={[{ value: '', label: 'All' }, ...options]} value={value} />
}
