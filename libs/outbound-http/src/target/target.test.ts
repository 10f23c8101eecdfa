import { expect, test } from 'vitest';
import type { AddressRule } from '../policy/policy.ts';
import { loopback, policy, testRequest } from '../testing/requests.ts';
import { onlyPublic, refusal, send, startTestServer, targetRefusal, textOf } from '../testing/test-servers.ts';
import { createTargetChecker, targetOf } from './check-target.ts';

const never = AbortSignal.any([]);
const network = (address: string, bits: number, port: number | null = null): AddressRule => ({
  of: { kind: 'network', address, bits },
  port,
});
const host = (name: string, port: number | null = null): AddressRule => ({ of: { kind: 'host', name }, port });
/** Returns whether the target of a URL is allowed, if names resolve to these addresses. */
async function may(
  url: string,
  allowed: Partial<typeof policy>,
  names: Readonly<Record<string, readonly string[]>> = {},
) {
  const judge = createTargetChecker({ ...policy, allow: [onlyPublic], ...allowed }, async (name) => names[name] ?? []);
  return await judge.addressesOf(targetOf(new URL(url)), { requester: null, signal: never }).then(
    () => true,
    () => false,
  );
}

test.each([
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0x7f.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://169.254.169.254/',
  'http://0xa9fea9fe/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://①②⑦.⓪.⓪.①/',
  'http://[::1]/',
  'http://[::]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[100::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[64:ff9b:1::8.8.8.8]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:808:808::]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://[5f00::1]/',
  'http://[4000::1]/',
])('%s is no public address', async (url) => {
  expect(await may(url, {})).toBe(false);
});

test.each(['http://8.8.8.8/', 'http://[2606:4700::1111]/', 'http://[64:ff9b::8.8.8.8]/', 'http://[::ffff:8.8.8.8]/'])(
  '%s is a public address',
  async (url) => {
    expect(await may(url, {})).toBe(true);
  },
);

test('a name is blocked if one of its addresses is blocked', async () => {
  const names = { 'good.example': ['8.8.8.8', '2606:4700::1111'], 'mixed.example': ['8.8.8.8', '10.0.0.1'] };
  expect(await may('http://good.example/', {}, names)).toBe(true);
  expect(await may('http://mixed.example/', {}, names)).toBe(false);
  expect(await may('http://unknown.example/', {}, names)).toBe(false);
});

test.each([
  ['a name at any port is allowed', 'http://build.acme.example:8080/', [host('build.acme.example')], true],
  ['a name with a trailing dot is allowed', 'http://build.acme.example.:8080/', [host('build.acme.example')], true],
  ['a name at the listed port is allowed', 'https://build.acme.example/', [host('build.acme.example', 443)], true],
  ['a name at another port is blocked', 'http://build.acme.example/', [host('build.acme.example', 443)], false],
  [
    'a name with the listed suffix is allowed',
    'http://build.acme.example/',
    [{ of: { kind: 'suffix', suffix: '.acme.example' }, port: null }],
    true,
  ],
  [
    'a name with only a part of a label in common is blocked',
    'http://build.acme.example/',
    [{ of: { kind: 'suffix', suffix: '.me.example' }, port: null }],
    false,
  ],
  ['an address in a listed network is allowed', 'http://build.acme.example/', [network('10.0.0.0', 8)], true],
  [
    'an IPv4-mapped address in a listed network is allowed',
    'http://[::ffff:10.0.0.7]/',
    [network('10.0.0.0', 8)],
    true,
  ],
  ['an address in another network is blocked', 'http://build.acme.example/', [network('10.1.0.0', 16)], false],
  ['a public address at the listed port is allowed', 'https://8.8.8.8/', [{ of: { kind: 'public' }, port: 443 }], true],
  ['a public address at another port is blocked', 'http://8.8.8.8/', [{ of: { kind: 'public' }, port: 443 }], false],
  ['an empty list blocks all addresses', 'http://8.8.8.8/', [], false],
] as const)('the allow list: %s', async (_what, url, allow, expected) => {
  expect(await may(url, { allow }, { 'build.acme.example': ['10.0.0.7'] })).toBe(expected);
});

test.each([
  ['a listed name that resolves to one is blocked', 'http://cloud.example/', [host('cloud.example')], false],
  ['a listed network that contains one is blocked', 'http://169.254.169.254/', [network('0.0.0.0', 0)], false],
  ['the exact address is allowed if listed', 'http://169.254.169.254/', [network('169.254.169.254', 32)], true],
] as const)('metadata addresses of clouds: %s', async (_what, url, allow, expected) => {
  expect(await may(url, { allow }, { 'cloud.example': ['169.254.169.254'] })).toBe(expected);
});

test('a denied target is not reached, even if it is also allowed', async () => {
  const deny = [host('no.example'), network('8.8.8.0', 24), { of: { kind: 'public' }, port: 25 } as const];
  const names = { 'no.example': ['1.1.1.1'], 'yes.example': ['1.1.1.1'] };
  expect(await may('http://no.example/', { deny }, names)).toBe(false);
  expect(await may('http://8.8.8.8/', { deny }, names)).toBe(false);
  expect(await may('http://[64:ff9b::8.8.8.8]/', { deny }, names)).toBe(false);
  expect(await may('http://yes.example:25/', { deny }, names)).toBe(false);
  expect(await may('http://yes.example/', { deny }, names)).toBe(true);
});

test('services of the product are blocked by any name or address, independent of the lists', async () => {
  const own = () => [
    'postgresql://u:p@db.example/slipway',
    'redis://127.0.0.1:6390',
    'http://127.0.0.1:5518',
    'no url',
  ];
  const allow = [network('0.0.0.0', 0), network('::', 0), host('other.example')];
  const names = { 'db.example': ['10.0.0.5'], 'other.example': ['10.0.0.5'] };
  for (const url of [
    'http://other.example:5432/',
    'http://10.0.0.5:5432/',
    'http://[64:ff9b::10.0.0.5]:5432/',
    'http://[64:ff9b::7f00:1]:6390/',
    'http://127.0.0.2:6390/',
    'http://[::1]:5518/',
  ])
    expect([url, await may(url, { own, allow }, names)]).toEqual([url, false]);
  for (const url of ['http://other.example/', 'http://127.0.0.1:5519/', 'http://10.0.0.6:5432/'])
    expect([url, await may(url, { own, allow }, names)]).toEqual([url, true]);
});

test('if the name of a service of the product is unknown now, its port is blocked', async () => {
  const own = () => ['postgresql://gone.example/slipway', 'postgresql:///slipway?host=/run/postgresql'];
  expect(await may('http://8.8.8.8:5432/', { own })).toBe(false);
  expect(await may('http://8.8.8.8/', { own })).toBe(true);
});

test('a name is looked up once, and the connection uses a checked address', async () => {
  const url = await startTestServer((request, response) => void response.end(request.headers.host));
  const { port } = new URL(url);
  const resolvedNames: string[] = [];
  const resolve = async (name: string) => {
    resolvedNames.push(name);
    return resolvedNames.length === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
  };
  const first = await send(testRequest(`http://turning.example:${port}/`), { resolve });
  expect(textOf(first)).toBe(`turning.example:${port}`);
  expect(resolvedNames).toEqual(['turning.example']);
  expect(await send(testRequest(`http://turning.example:${port}/`), { resolve })).toEqual(
    targetRefusal(`turning.example:${port}`),
  );
});

test('a script cannot find out whether a blocked port is open, or whether a blocked name exists', async () => {
  let reached = 0;
  const open = new URL(await startTestServer((_request, response) => void response.end(String(++reached))));
  const allowed = { allow: [onlyPublic] };
  const resolve = async (name: string) => {
    if (name === 'inside.example') return ['127.0.0.1'];
    throw new Error('ENOTFOUND');
  };
  const sent = (url: string) => send(testRequest(url), { allowed, resolve });
  expect(await sent(open.href)).toEqual(targetRefusal(open.host));
  expect(await sent('http://127.0.0.1:1/')).toEqual(targetRefusal('127.0.0.1:1'));
  expect(await sent(`http://inside.example:${open.port}/`)).toEqual(targetRefusal(`inside.example:${open.port}`));
  expect(await sent(`http://nowhere.example:${open.port}/`)).toEqual(targetRefusal(`nowhere.example:${open.port}`));
  expect(reached).toBe(0);
});

test('for a host in the list, the reason is reported', async () => {
  const allowed = { allow: [host('gone.example'), loopback] };
  const resolve = async () => [];
  expect(await send(testRequest('http://gone.example/'), { allowed, resolve })).toEqual(
    refusal('HttpFailed', 'gone.example cannot be resolved'),
  );
  expect(await send(testRequest('http://127.0.0.1:1/'), { allowed })).toEqual(
    refusal('HttpFailed', '127.0.0.1:1 refuses the connection'),
  );
});
