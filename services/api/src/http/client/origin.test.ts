import { Forbidden } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { refuseOtherSites, requireOwnSite } from './origin.ts';

const host = 'slipway.example:5516';

test.each([
  ['no browser', { host }],
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
  ['a page that hides where it is from', { host, origin: 'null' }],
  ['another port', { host, origin: 'http://slipway.example:80' }],
])('refuses what comes from %s', (_, headers) => {
  expect(() => refuseOtherSites(headers, [host])).toThrow(Forbidden);
  expect(() => requireOwnSite(headers, [host])).toThrow(Forbidden);
});

test.each([
  ['our own page', { 'sec-fetch-site': 'same-origin' }],
  ['an older browser on our own page', { origin: 'https://slipway.example:5516' }],
  ['our own page under another name of ours', { origin: 'https://slipway.acme.example' }],
])('accepts a request with a session from %s', (_, headers) => {
  expect(requireOwnSite(headers, [host, 'slipway.acme.example'])).toBe(undefined);
});

test.each([
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['who says nothing', {}],
])('refuses with a session what comes from %s', (_, headers) => {
  expect(() => requireOwnSite(headers, [host])).toThrow(
    'changes with a session are accepted from our own pages only, and the request has no header that shows its page',
  );
});
