import { Field } from '../view/forms/form.tsx'

/** For the digits of an authenticator app, which browsers and phones know to fill in. */
export function CodeField({ hint }: { hint: string }) {
  return <Field label="Code" name="code" required autocomplete="one-time-code" maxlength={32} hint={hint} />
}
