import { expect, test } from 'vitest';
import { parseUrls } from './addresses.ts';

test.each([
  ['postgresql://u:p@h/d', ['postgresql://u:p@h/d']],
  ['postgresql://u:p@a:1,b:2/d?x=y', ['postgresql://u:p@a:1/d?x=y', 'postgresql://u:p@b:2/d?x=y']],
  ['postgresql://u:p,q@[::1]:1,b/d', ['postgresql://u:p,q@[::1]:1/d', 'postgresql://u:p,q@b/d']],
  ['postgresql://u:p@q@a,b/d', ['postgresql://u:p%40q@a/d', 'postgresql://u:p%40q@b/d']],
  [
    'redis+sentinel://:p@a:1,b:2/0?master=m',
    ['redis+sentinel://:p@a:1/0?master=m', 'redis+sentinel://:p@b:2/0?master=m'],
  ],
  [
    'postgresql://u@localhost/d?host=/run/a,/run/b&port=1,2',
    ['postgresql://u@localhost:1/d?host=%2Frun%2Fa', 'postgresql://u@localhost:2/d?host=%2Frun%2Fb'],
  ],
  ['postgresql://u:p@x/d?host=a,b&port=7', ['postgresql://u:p@a:7/d', 'postgresql://u:p@b:7/d']],
  ['postgresql:///d?host=a', ['postgresql://a/d']],
])('%s', (address, urls) => {
  expect(parseUrls(address)?.map(({ href }) => href)).toEqual(urls);
});

test.each(['', 'h', 'postgresql://u@a:1,b:x/d', 'postgresql://u@a/d?host=b c', 'postgresql://u@a:1:2/d'])(
  '%s is invalid',
  (address) => {
    expect(parseUrls(address)).toBeNull();
  },
);
