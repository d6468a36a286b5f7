import type { Mutant } from '../mutant.ts'

const folder = 'packages/server/src/core/people'
const devices = `${folder}/devices/devices.test.ts`
const oidc = 'packages/server/src/dashboard/sign-in/oidc.test.ts'

/** Who is shut out, and who is let in by whose word. */
export const knownBrowsers: Mutant[] = [
  {
    name: 'known-browsers/not-recognized',
    file: `${folder}/sign-in/sign-in-with-password.ts`,
    find: 'device === undefined ? { account, address } : { device }',
    replace: 'device === undefined ? { account, address } : { account, address }',
    why: 'Anybody who knows an e-mail address keeps its owner out.',
    test: { file: devices, name: 'what others try shuts nobody out of a browser' },
  },
  {
    name: 'known-browsers/token-of-another',
    file: `${folder}/devices/recognize-device.ts`,
    find: "    .where('person.email', '=', account)\n",
    replace: '',
    why: 'Whoever has an account of their own has further attempts at every other.',
    test: { file: devices, name: 'a token of another person, an old or an invented one' },
  },
  {
    name: 'known-browsers/token-for-ever',
    file: `${folder}/devices/recognize-device.ts`,
    find: "    .where('device.expires_at', '>', sql<Date>`now()`)\n",
    replace: '',
    why: 'A cookie from years ago opens further attempts.',
    test: { file: devices, name: 'a token of another person, an old or an invented one' },
  },
  {
    name: 'known-browsers/not-forgotten',
    file: `${folder}/sessions/end-session.ts`,
    find: "  await db.deleteFrom('device').where('person_id', '=', personId).execute()\n",
    replace: '',
    why: 'A stolen cookie outlives the new password.',
    test: { file: devices, name: 'a new password, a reset and signing out everywhere forget every browser' },
  },
  {
    name: 'known-browsers/token-not-replaced',
    file: `${folder}/devices/remember-device.ts`,
    find: "    .where('person_id', '=', personId)\n    .where('hash'",
    replace: "    .where('person_id', '=', '')\n    .where('hash'",
    why: 'A copy of a cookie works on after its owner has signed in.',
    test: { file: devices, name: 'each sign-in replaces the token' },
  },
  {
    name: 'known-browsers/proxy-in-every-line',
    file: 'packages/server/src/http/notice-proxies.ts',
    find: 'if (!known) {',
    replace: 'if (seen.size > 0) {',
    why: 'Any client fills the log.',
    test: { file: 'packages/server/src/http/client-address.test.ts', name: 'is reported once, with what to set' },
  },
  {
    name: 'known-browsers/unverified-address',
    file: `${folder}/sign-in/sign-in-with-oidc.ts`,
    find: '  if (!claims.emailVerified) throw unverified(email)\n',
    replace: '',
    why: 'Whoever names the address of somebody else at the provider is taken for them.',
    test: { file: oidc, name: 'nobody is made of an address that the provider has not verified' },
  },
  {
    name: 'known-browsers/verified-by-another-address',
    file: 'packages/server/src/dashboard/sign-in/read-identity.ts',
    find: 'return isOther ?',
    replace: 'return isOther && more.email === null ?',
    why: 'What the provider says of one address is believed of another.',
    test: {
      file: 'packages/server/src/dashboard/sign-in/read-identity.test.ts',
      name: 'what the ID token says of one address is not said of another',
    },
  },
  {
    name: 'known-browsers/code-lost-by-resealing',
    file: `${folder}/codes/use-totp-code.ts`,
    find: 'now !== null && !now.equals(sealed)',
    replace: 'now !== null && now.equals(sealed)',
    why: 'A code that is right is refused while the operator changes the key.',
    test: {
      file: 'packages/server/src/core/credentials/reseal-credentials.test.ts',
      name: 'a code that is given while its secret is sealed anew counts, and once',
    },
  },
]
