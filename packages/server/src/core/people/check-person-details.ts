import { OperatorError } from '../operator-error.ts'

const shortest = 12
const longest = 256

/** Length is what guessing costs; rules about digits and signs only make passwords that people write down. */
export function checkNewPassword(password: string, email: string): void {
  const length = [...password].length
  if (length < shortest || length > longest) {
    throw new OperatorError(
      `The password has ${length} characters. Choose ${shortest} to ${longest}; a few words make a good one.`,
    )
  }
  if (password.toLowerCase().includes(email.toLowerCase()) || new Set(password).size < 5) {
    throw new OperatorError('This password is easy to guess. Choose one that has more in it than the e-mail address.')
  }
}

export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) return email
  throw new OperatorError('This is no e-mail address. Write one such as ada@example.com.')
}

export function parseName(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= 100 && !/\p{Cc}/u.test(name)) return name
  throw new OperatorError('A name has 1 to 100 characters on one line.')
}
