import { expect, test } from 'vitest';
import { parseAddressRules } from './address-rules.ts';

test.each([
  ['none', []],
  ['public', [{ of: { kind: 'public' }, port: null }]],
  ['public:443', [{ of: { kind: 'public' }, port: 443 }]],
  ['Build.acme.example', [{ of: { kind: 'host', name: 'build.acme.example' }, port: null }]],
  ['bücher.example:80', [{ of: { kind: 'host', name: 'xn--bcher-kva.example' }, port: 80 }]],
  ['*.acme.example:8443', [{ of: { kind: 'suffix', suffix: '.acme.example' }, port: 8443 }]],
  ['10.1.0.0/16', [{ of: { kind: 'network', address: '10.1.0.0', bits: 16 }, port: null }]],
  ['10.1.2.3:8080', [{ of: { kind: 'network', address: '10.1.2.3', bits: 32 }, port: 8080 }]],
  ['fd00::/8', [{ of: { kind: 'network', address: 'fd00::', bits: 8 }, port: null }]],
  ['::1', [{ of: { kind: 'network', address: '::1', bits: 128 }, port: null }]],
  ['[::1]:8080', [{ of: { kind: 'network', address: '::1', bits: 128 }, port: 8080 }]],
  ['[fd00::/8]:443', [{ of: { kind: 'network', address: 'fd00::', bits: 8 }, port: 443 }]],
  [
    'a.example, 10.0.0.0/8',
    [
      { of: { kind: 'host', name: 'a.example' }, port: null },
      { of: { kind: 'network', address: '10.0.0.0', bits: 8 }, port: null },
    ],
  ],
])('%s is a list', (text, expected) => {
  expect(parseAddressRules(text)).toEqual(expected);
});

test.each([
  'a.example,',
  '10.0.0.0/33',
  '10.0.0/8',
  '127.1',
  '0x7f000001',
  'a.0x7f',
  '*',
  '*.',
  'a.*.example',
  'http://a.example',
  'a.example:65536',
  'a.example:',
  'fd00::/129',
  '[a.example]:80',
  'a b',
  'fe80::1%eth0',
])('%s is invalid', (text) => {
  expect(parseAddressRules(text)).toBeNull();
});
