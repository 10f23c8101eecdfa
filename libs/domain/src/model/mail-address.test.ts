import { expect, test } from 'vitest';
import { parseMailAddress } from './mail-address.ts';

test.each([
  ['ann@example.com', null, 'ann@example.com'],
  [' ann@example.com ', null, 'ann@example.com'],
  ['<ann@example.com>', null, 'ann@example.com'],
  ['Ann Smith <ann.smith+slipway@mail.example.com>', 'Ann Smith', 'ann.smith+slipway@mail.example.com'],
  ['"Smith, Ann" <ann@example.com>', 'Smith, Ann', 'ann@example.com'],
  ['Zoë <zoë@bücher.example>', 'Zoë', 'zoë@bücher.example'],
  ['root@localhost', null, 'root@localhost'],
])('%j is a mail address', (text, name, address) => {
  expect(parseMailAddress(text)).toEqual({ name, address });
});

test.each([
  '',
  'ann',
  '@example.com',
  'ann@',
  'ann@example..com',
  'ann@-example.com',
  'ann..smith@example.com',
  'ann@example.com, bob@example.com',
  'ann@example.com;bob@example.com',
  'Ann <ann@example.com> <bob@example.com>',
  'Ann <ann@example.com',
  'An"n <ann@example.com>',
  'ann@example.com\r\nBcc: eve@example.com',
  'Ann\nBcc: eve@example.com <ann@example.com>',
  'Ann\u2028Smith <ann@example.com>',
  'ann smith@example.com',
  '${owner}',
  `${'a'.repeat(250)}@example.com`,
  `${'n'.repeat(201)} <ann@example.com>`,
])('%j is no mail address', (text) => {
  expect(parseMailAddress(text)).toBeNull();
});
