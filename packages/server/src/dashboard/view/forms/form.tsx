import type { Child, PropsWithChildren } from 'hono/jsx'
import type { Visit } from '../../visit.ts'

interface FormProps {
  visit: Visit
  /** A path of ours. */
  action: string
  class?: string
}

/** Every form of ours is one of these: none goes out without its token. */
export function ActionForm({ visit, action, class: name, children }: PropsWithChildren<FormProps>) {
  return (
    <form method="post" action={visit.base + action} {...(name !== undefined && { class: name })}>
      <input type="hidden" name="csrf" value={visit.csrf} />
      {children}
    </form>
  )
}

interface FieldProps {
  label: string
  name: string
  /** Where another field of the page has the same name. */
  id?: string
  /** What belongs here, in a sentence. */
  hint?: Child
  type?: 'text' | 'email' | 'password' | 'url' | 'number'
  value?: string | undefined
  required?: boolean
  autocomplete?: string
  placeholder?: string
  rows?: number
  maxlength?: number
}

export function Field({ label, name, id = name, hint, type = 'text', value, rows, ...rest }: FieldProps) {
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows === undefined ? (
        <input id={id} name={name} type={type} value={value} {...rest} {...described} />
      ) : (
        <textarea id={id} name={name} rows={rows} {...rest} {...described}>
          {value}
        </textarea>
      )}
      <Hint name={id} text={hint} />
    </div>
  )
}

interface ChoiceProps {
  label: string
  name: string
  hint?: Child
  options: readonly { value: string; label: string }[]
  value?: string | undefined
}

export function Choice({ label, name, hint, options, value }: ChoiceProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name} {...(hint !== undefined && { 'aria-describedby': `${name}-hint` })}>
        {options.map((option) => (
          <option value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
      <Hint name={name} text={hint} />
    </div>
  )
}

function Hint({ name, text }: { name: string; text: Child | undefined }) {
  return text === undefined ? null : (
    <p class="hint" id={`${name}-hint`}>
      {text}
    </p>
  )
}

/** Why a form came back. */
export function Refusal({ sentence }: { sentence: string | undefined }) {
  return sentence === undefined ? null : (
    <p class="refusal" role="alert">
      {sentence}
    </p>
  )
}

interface ConfirmProps extends FormProps {
  /** For one that stays open while the list around it changes. */
  id?: string
  /** What the first click offers, such as "Revoke". */
  offer: string
  /** What will happen, to which thing. */
  sentence: Child
  /** What the second click does, such as "Revoke this key". */
  label: string
}

/** Asks once more before something is destroyed, with and without JavaScript. */
export function Confirm({ id, offer, sentence, label, children, ...form }: PropsWithChildren<ConfirmProps>) {
  return (
    <details class="confirm" {...(id !== undefined && { id })}>
      <summary>{offer}</summary>
      <ActionForm {...form} class="confirm-box">
        <p>{sentence}</p>
        {children}
        <button class="danger" type="submit">
          {label}
        </button>
      </ActionForm>
    </details>
  )
}
