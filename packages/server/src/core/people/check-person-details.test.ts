import { expect, test } from 'vitest'
import { checkNewPassword, parseEmail, parseName } from './check-person-details.ts'

test.each(['short', 'x'.repeat(300), 'aaaaaaaaaaaa', 'my ada@example.com'])(
  'the password %j is refused',
  (password) => {
    expect(() => checkNewPassword(password, 'ada@example.com')).toThrow(/Choose/)
  },
)

test('a few words make a password', () => {
  expect(() => checkNewPassword('correct horse battery', 'ada@example.com')).not.toThrow()
})

test('an address is the same however it is written', () => {
  expect(parseEmail(' Ada@Example.com ')).toBe('ada@example.com')
})

test.each(['', 'ada', 'ada@', '@example.com', 'a b@example.com', 'a@b@c', `${'a'.repeat(250)}@b.com`])(
  '%j is no address',
  (text) => {
    expect(() => parseEmail(text)).toThrow(/Write one such as/)
  },
)

test.each(['', '  ', 'a\nb', 'a'.repeat(101)])('%j is no name', (text) => {
  expect(() => parseName(text)).toThrow(/1 to 100/)
})
