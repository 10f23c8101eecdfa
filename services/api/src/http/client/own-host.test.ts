import { expect, test } from 'vitest';
import { isOwnHost } from './own-host.ts';

test.each([
  undefined,
  'localhost',
  'LocalHost:5516',
  'localhost.:80',
  'slipway.localhost:3000',
  '127.0.0.1:5516',
  '127.0.0.1',
  '127.1.2.3:1',
  '[::1]:5516',
])('%s is this machine', (host) => {
  expect(isOwnHost(host)).toBe(true);
});

test.each([
  '',
  'evil.example',
  'localhost.evil.example',
  'evil-localhost',
  '127.0.0.1.evil.example:5516',
  '127.0.0.1@evil.example',
  '[::2]:5516',
  '10.0.0.1:5516',
  '0.0.0.0:5516',
  'localhost:5516x',
  `${'a.'.repeat(4_000)}b`,
])('%s may be another host', (host) => {
  expect(isOwnHost(host)).toBe(false);
});
