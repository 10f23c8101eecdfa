import { expect, test } from 'vitest';
import { cookiesNamed } from './cookies.ts';

test.each([
  [undefined, []],
  ['', []],
  ['slipway=a', ['a']],
  ['other=b; slipway=a; more=c', ['a']],
  ['slipway=a; slipway=b', ['a', 'b']],
  ['slipway=a=b', ['a=b']],
  [' slipway = a ;x', ['a']],
  ['Slipway=a; __Host-slipway=b; slipway', []],
])('in the header %j, the cookie slipway has the values %j', (cookie, expected) => {
  expect(cookiesNamed(cookie === undefined ? {} : { cookie }, 'slipway')).toEqual(expected);
});
