import { Forbidden } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { isOwnHost, refuseOtherSites, requireOwnSite } from './origin.ts';

const host = 'slipway.example:5516';

test.each([
  ['a client that is not a browser', { host }],
  ['our own page', { host, 'sec-fetch-site': 'same-origin', origin: 'http://slipway.example:5516' }],
  ['the address bar', { host, 'sec-fetch-site': 'none' }],
  ['an older browser on our own page', { host, origin: 'https://slipway.example:5516' }],
])('accepts a request from %s', (_, headers) => {
  expect(refuseOtherSites(headers, [host])).toBe(undefined);
});

test.each([
  ['another site', { host, 'sec-fetch-site': 'cross-site' }],
  ['another server of the same site', { host, 'sec-fetch-site': 'same-site' }],
  ['an older browser on another site', { host, origin: 'https://evil.example' }],
  ['a page with a hidden origin', { host, origin: 'null' }],
  ['another port', { host, origin: 'http://slipway.example:80' }],
])('rejects a request from %s', (_, headers) => {
  expect(() => refuseOtherSites(headers, [host])).toThrow(Forbidden);
  expect(() => requireOwnSite(headers, [host])).toThrow(Forbidden);
});

test.each([
  ['our own page', { 'sec-fetch-site': 'same-origin' }],
  ['an older browser on our own page', { origin: 'https://slipway.example:5516' }],
  ['our own page under another host name of ours', { origin: 'https://slipway.acme.example' }],
])('accepts a request with a session from %s', (_, headers) => {
  expect(requireOwnSite(headers, [host, 'slipway.acme.example'])).toBe(undefined);
});

test.each([
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['a client without such headers', {}],
])('rejects a request with a session from %s', (_, headers) => {
  expect(() => requireOwnSite(headers, [host])).toThrow(
    'a session can make changes only from pages of this server, and the request has no header that identifies its page',
  );
});

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
