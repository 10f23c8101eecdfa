import { expect, test } from 'vitest';
import { expiredSessionCookie, sessionCookie, sessionValueOf } from './sessions.ts';

const [own, thrown] = ['a', 'b'].map((letter) => letter.repeat(43)) as [string, string];
const behindTls = { isSecure: true };
const plain = { isSecure: false };

test('the session cookie is valid for this host only, and hidden from scripts', () => {
  expect(sessionCookie(own, behindTls)).toBe(`__Host-slipway=${own}; Path=/; HttpOnly; SameSite=Lax; Secure`);
  expect(sessionCookie(own, plain)).toBe(`slipway=${own}; Path=/; HttpOnly; SameSite=Lax`);
  expect(expiredSessionCookie(behindTls)).toBe('__Host-slipway=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
});

test.each([
  ['no cookie', undefined, plain, null],
  ['one cookie', `slipway=${own}`, plain, own],
  ['one cookie among others', `a=b; slipway=${own}; c=d`, plain, own],
  ['the same cookie twice', `slipway=${own}; slipway=${own}`, plain, own],
  ['a cookie of another host before it', `slipway=${thrown}; slipway=${own}`, plain, null],
  ['a cookie of another host after it', `slipway=${own}; slipway=${thrown}`, plain, null],
  ['the cookie name for TLS without TLS', `__Host-slipway=${own}`, plain, null],
  ['one cookie over TLS', `__Host-slipway=${own}`, behindTls, own],
  ['a cookie of another host before it, over TLS', `slipway=${thrown}; __Host-slipway=${own}`, behindTls, own],
  ['only a cookie of another host, over TLS', `slipway=${thrown}`, behindTls, null],
  ['a value that is too short', 'slipway=short', plain, null],
  ['a value that is too long', `slipway=${own}a`, plain, null],
])('reads the session value of %s', (_, cookie, client, expected) => {
  expect(sessionValueOf({ headers: cookie === undefined ? {} : { cookie } }, client)).toBe(expected);
});
