import { expect, test } from 'vitest';
import { expiredSessionCookie, sessionCookie, sessionValueOf } from './sessions.ts';

const [own, thrown] = ['a', 'b'].map((letter) => letter.repeat(43)) as [string, string];
const behindTls = { isSecure: true };
const plain = { isSecure: false };

test('a browser stores it for this host, sends it to no other, and hides it from scripts', () => {
  expect(sessionCookie(own, behindTls)).toBe(`__Host-slipway=${own}; Path=/; HttpOnly; SameSite=Lax; Secure`);
  expect(sessionCookie(own, plain)).toBe(`slipway=${own}; Path=/; HttpOnly; SameSite=Lax`);
  expect(expiredSessionCookie(behindTls)).toBe('__Host-slipway=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
});

test.each([
  ['no cookie', undefined, plain, null],
  ['one', `slipway=${own}`, plain, own],
  ['one among others', `a=b; slipway=${own}; c=d`, plain, own],
  ['the same twice', `slipway=${own}; slipway=${own}`, plain, own],
  ['one of a neighbour before it', `slipway=${thrown}; slipway=${own}`, plain, null],
  ['one of a neighbour after it', `slipway=${own}; slipway=${thrown}`, plain, null],
  ['the other name', `__Host-slipway=${own}`, plain, null],
  ['one by TLS', `__Host-slipway=${own}`, behindTls, own],
  ['one of a neighbour by TLS', `slipway=${thrown}; __Host-slipway=${own}`, behindTls, own],
  ['only one of a neighbour by TLS', `slipway=${thrown}`, behindTls, null],
  ['none that was ever made', 'slipway=short', plain, null],
  ['one that is too long', `slipway=${own}a`, plain, null],
])('%s', (_, cookie, client, expected) => {
  expect(sessionValueOf({ headers: cookie === undefined ? {} : { cookie } }, client)).toBe(expected);
});
