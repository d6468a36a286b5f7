import { Field } from '../view/forms/form.tsx'

/** Where a password is chosen. */
export function NewPassword({ label = 'Password', name = 'password' }: { label?: string; name?: string }) {
  return (
    <Field
      label={label}
      name={name}
      type="password"
      required
      autocomplete="new-password"
      hint="At least 12 characters. A few words make a good password."
    />
  )
}
