import { expect, test } from 'vitest';
import { changedServerIn } from './changed-server.ts';
import type { Properties } from './properties.ts';

const stored: Properties = {
  title: 'Jenkins',
  url: 'https://ci.example/jenkins',
  username: 'joe',
  verifySSL: true,
  proxyHost: 'proxy.example',
  proxyPort: 3128,
  accessTokenUrl: '',
  mirror: 'ssh://git.example/a',
  inner: { servers: ['a.example', 'b.example'] },
};

test.each<[string, Properties]>([
  ['another path', { url: 'https://CI.example:443/other?a=b' }],
  ['another user', { username: 'ann', title: 'Other' }],
  ['a port as a text', { proxyPort: '3128' }],
  ['an omitted property that was empty', { accessTokenUrl: null }],
])('a configuration with %s has the same server', (_, changed) => {
  expect(changedServerIn({ ...stored, ...changed }, stored)).toBeNull();
});

test.each<[string, Properties]>([
  ['url', { url: 'https://other.example/jenkins' }],
  ['url', { url: 'http://ci.example/jenkins' }],
  ['url', { url: 'https://ci.example:8443/jenkins' }],
  ['url', { url: 'https://ci.example@other.example/' }],
  ['url', { url: 'ci.example' }],
  ['url', { url: null }],
  ['proxyHost', { proxyHost: 'other.example' }],
  ['proxyPort', { proxyPort: null }],
  ['accessTokenUrl', { accessTokenUrl: 'https://other.example/token' }],
  ['mirror', { mirror: 'ssh://other.example/a' }],
  ['mirror', { mirror: 'a list: ssh://git.example, ssh://other.example' }],
  ['inner.servers.1', { inner: { servers: ['a.example', 'c.example'] } }],
  ['inner.servers.1', { inner: { servers: ['a.example'] } }],
  ['server', { server: 'other.example' }],
])('a configuration with another %s has another server', (name, changed) => {
  expect(changedServerIn({ ...stored, ...changed }, stored)).toBe(name);
});

test('a property name with a dot does not hide another property', () => {
  const before = { inner: { url: 'http://a.example' } };
  const sent = { inner: { url: 'http://other.example' }, 'inner.url': 'http://a.example' };
  expect(changedServerIn(sent, before)).toBe('inner.url');
});
