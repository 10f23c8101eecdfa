import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createClientReader } from './address.ts';

const network = (address: string, bits: number) => ({ kind: 'network', address, bits }) as const;
const trustedProxies = [network('10.0.0.1', 32), network('10.2.0.0', 16), network('fd00::', 8)];
const clientOf = createClientReader({ trustedProxies, publicUrl: undefined });

/** A request from a client or proxy with this address. */
const from = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) => ({
  headers: { host: 'slipway.example', ...headers },
  socket: Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }),
});
const addressOf = (peer: string, forwarded: string) => clientOf(from(peer, { 'x-forwarded-for': forwarded })).address;

describe('the client address', () => {
  test.each([
    ['that of the connecting machine', '192.0.2.7', '', '192.0.2.7'],
    ['that of the connecting machine, without the IPv6 prefix of IPv4', '::ffff:192.0.2.7', '', '192.0.2.7'],
    ['that of the connecting machine, if it is no trusted proxy', '192.0.2.7', '198.51.100.1', '192.0.2.7'],
    ['the forwarded one of a trusted proxy', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the forwarded one, without the IPv6 prefix of IPv4', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['the forwarded one of a proxy in a trusted network', '10.2.9.9', '2001:db8::1', '2001:db8::1'],
    ['the forwarded one of a trusted IPv6 proxy', 'fd00::9', '198.51.100.1', '198.51.100.1'],
    ['the last one of a list', '10.0.0.1', '203.0.113.5, 198.51.100.1', '198.51.100.1'],
    [
      'the last one before all trusted proxies',
      '10.0.0.1',
      '203.0.113.5, 198.51.100.1, 10.2.0.3, fd00::1',
      '198.51.100.1',
    ],
    ['the first one if all are trusted proxies', '10.0.0.1', '10.2.0.4, 10.2.0.3', '10.2.0.4'],
    ['an IPv4 address without its port', '10.0.0.1', '198.51.100.1:5123', '198.51.100.1'],
    ['an IPv6 address without brackets and port', '10.0.0.1', '[2001:db8::1]:5123', '2001:db8::1'],
    ['that of the proxy if the forwarded one is unknown', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['that of the last proxy after a hidden address', '10.0.0.1', '_hidden, 10.2.0.3', '10.2.0.3'],
    ['that of the proxy if the header is empty', '10.0.0.1', '', '10.0.0.1'],
    ['the forwarded one of an IPv4 address in hexadecimal IPv6 form', '10.0.0.1', '::FFFF:c633:6401', '198.51.100.1'],
    ['the short form of a long IPv6 address', '10.0.0.1', '2001:DB8:0:0::0001', '2001:db8::1'],
    ['an IPv6 address without its zone', '10.0.0.1', 'fe80::1%eth0', 'fe80::1'],
    ['that of the proxy for an octal address', '10.0.0.1', '0198.051.100.1', '10.0.0.1'],
    ['that of the proxy for a number', '10.0.0.1', '3325256705', '10.0.0.1'],
    ['that of the proxy for a host name', '10.0.0.1', 'localhost', '10.0.0.1'],
    ['that of the proxy for a port only', '10.0.0.1', ':443', '10.0.0.1'],
    ['that of the proxy for empty brackets', '10.0.0.1', '[]:443', '10.0.0.1'],
    ['that of the proxy for a comma only', '10.0.0.1', ',', '10.0.0.1'],
    ['that of a link-local machine, if it is no trusted proxy', 'fe80::2%eth0', '198.51.100.1', 'fe80::2'],
  ])('is %s', (_, peer, forwarded, expected) => {
    expect(addressOf(peer, forwarded)).toBe(expected);
  });

  test('is empty after the end of a connection', () => {
    expect(addressOf('', '198.51.100.1')).toBe('');
  });

  test('is found quickly in a list of thousands of addresses', () => {
    expect(addressOf('10.0.0.1', '10.2.0.1,'.repeat(5_000).slice(0, -1))).toBe('10.2.0.1');
  });
});

const forwarded = (peer: string, header: string, more: Readonly<Record<string, string>> = {}) =>
  clientOf(from(peer, { forwarded: header, ...more }));

describe('the client address in Forwarded', () => {
  test.each([
    ['the forwarded one of a trusted proxy', '10.0.0.1', 'for=198.51.100.1', '198.51.100.1'],
    ['a quoted one, without its port', '10.0.0.1', 'For="[2001:db8::1]:4711"; proto=https', '2001:db8::1'],
    [
      'the last one before all trusted proxies',
      '10.0.0.1',
      'for=203.0.113.5, for=198.51.100.1,for=10.2.0.3',
      '198.51.100.1',
    ],
    [
      'that of the last proxy after a hidden address',
      '10.0.0.1',
      'for=203.0.113.5, for=_hidden, for=10.2.0.3',
      '10.2.0.3',
    ],
    ['that of the proxy without the parameter `for`', '10.0.0.1', 'by=10.0.0.1', '10.0.0.1'],
    ['that of the proxy for an invalid header', '10.0.0.1', 'for=198.51.100.1, ;;', '10.0.0.1'],
    ['that of the proxy for unbalanced quotes', '10.0.0.1', 'for=198.51.100.1, for="198.51.100.2', '10.0.0.1'],
    ['that of the proxy for two addresses in one element', '10.0.0.1', 'for=198.51.100.1;for=198.51.100.2', '10.0.0.1'],
    ['that of the connecting machine, if it is no trusted proxy', '192.0.2.7', 'for=198.51.100.1', '192.0.2.7'],
  ])('is %s', (_, peer, header, expected) => {
    expect(forwarded(peer, header).address).toBe(expected);
  });

  test('is that of the proxy if the two headers differ: the client may have sent one of them', () => {
    const both = (address: string) => forwarded('10.0.0.1', 'for=198.51.100.1', { 'x-forwarded-for': address }).address;
    expect([both('198.51.100.1'), both('198.51.100.2')]).toEqual(['198.51.100.1', '10.0.0.1']);
  });

  test('is found quickly in hostile headers', () => {
    for (const header of [
      'for="'.repeat(3_000),
      `for="${'\\\\'.repeat(8_000)}`,
      ';'.repeat(16_000),
      'a='.repeat(8_000),
    ])
      expect(forwarded('10.0.0.1', header).address).toBe('10.0.0.1');
    expect(forwarded('10.0.0.1', 'for=10.2.0.1,'.repeat(1_200).slice(0, -1)).address).toBe('10.2.0.1');
  });
});

test('TLS and the host are taken from the hop at which the client connected', () => {
  const header =
    'for=203.0.113.5;proto=http;host=evil.example, for=198.51.100.1;proto=https;host=a.example, for=10.2.0.3';
  expect(forwarded('10.0.0.1', header)).toEqual({
    address: '198.51.100.1',
    isSecure: true,
    ownHosts: ['a.example', 'slipway.example'],
  });
  const lists = (protocol: string, host: string) =>
    forwardedBy('10.0.0.1', {
      'x-forwarded-for': '203.0.113.5, 198.51.100.1, 10.2.0.3',
      'x-forwarded-proto': protocol,
      'x-forwarded-host': host,
    });
  expect(lists('http, https, http', 'evil.example, a.example, b.example')).toEqual([
    true,
    'a.example',
    'slipway.example',
  ]);
  expect(lists('https', 'a.example')).toEqual([true, 'a.example', 'slipway.example']);
});

const forwardedBy = (peer: string, headers: Readonly<Record<string, string>>) => {
  const { isSecure, ownHosts } = clientOf(from(peer, headers));
  return [isSecure, ...ownHosts];
};

test('the headers for TLS and host count only from a trusted proxy', () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'slipway.acme.example' };
  expect(forwardedBy('10.0.0.1', headers)).toEqual([true, 'slipway.acme.example', 'slipway.example']);
  expect(forwardedBy('192.0.2.7', headers)).toEqual([false, 'slipway.example']);
  expect(forwardedBy('10.0.0.1', { 'x-forwarded-proto': 'HTTPS, http' })).toEqual([true, 'slipway.example']);
  expect(forwardedBy('10.0.0.1', { 'x-forwarded-proto': 'http' })).toEqual([false, 'slipway.example']);
});

test.each([
  ['https://slipway.acme.example/x', true, 'slipway.acme.example'],
  ['http://slipway.acme.example:8080', false, 'slipway.acme.example:8080'],
])('a public URL %s determines TLS, and the host name for browsers', (publicUrl, isSecure, host) => {
  const client = createClientReader({ trustedProxies: [], publicUrl })(
    from('192.0.2.7', { 'x-forwarded-proto': 'https' }),
  );
  expect(client).toEqual({ address: '192.0.2.7', isSecure, ownHosts: [host, 'slipway.example'] });
});

test('without configured proxies, no proxy is trusted', () => {
  const client = createClientReader({ trustedProxies: [], publicUrl: undefined });
  expect(client(from('10.0.0.1', { 'x-forwarded-for': '198.51.100.1' })).address).toBe('10.0.0.1');
});
