import { describe, expect, test } from 'vitest';
import { hideSecrets, looksSecret, type StoredProperties, withSecrets } from './hide-secrets.ts';
import type { Properties } from './properties.ts';

const isSecret = (type: string, name: string) => (type.startsWith('known') ? name === 'secret' : looksSecret(name));
const mask = '********';

const stored: StoredProperties = {
  open: { password: mask, user: 'me', auth: { type: 'known.A', secret: mask }, list: [{ token: mask }] },
  secrets: new Set(['/password', '/auth/secret', '/list/0/token']),
};
const hidden = (sent: Properties, before: StoredProperties | null = stored) =>
  hideSecrets('any.Type', sent, before, isSecret);

test('secrets are separated and replaced by masks', () => {
  const { open, newSecrets, keptPointers } = hidden(
    { password: 'p', pin: 'x', token: 7, 'api~key/': 'k', empty_secret: '', secret: { a: 'x', b: [true, 'y'] } },
    null,
  );
  expect(open).toEqual({
    password: mask,
    pin: 'x',
    token: mask,
    'api~key/': 'k',
    empty_secret: '',
    secret: { a: mask, b: [true, mask] },
  });
  expect([...newSecrets]).toEqual([
    ['/password', 'p'],
    ['/token', '7'],
    ['/secret/a', 'x'],
    ['/secret/b/1', 'y'],
  ]);
  expect(keptPointers).toEqual([]);
  expect(withSecrets(open, newSecrets)).toEqual({
    password: 'p',
    pin: 'x',
    token: '7',
    'api~key/': 'k',
    empty_secret: '',
    secret: { a: 'x', b: [true, 'y'] },
  });
});

test('the type of the nearest object determines the secrets', () => {
  const { open } = hidden(
    { secret: 's', auth: { type: 'known.B', token: 'open', secret: 's', inner: { token: 'open' } } },
    null,
  );
  expect(open).toEqual({
    secret: mask,
    auth: { type: 'known.B', token: 'open', secret: mask, inner: { token: 'open' } },
  });
});

test('a mask keeps the stored secret at its pointer', () => {
  const { open, newSecrets, keptPointers } = hidden({ ...stored.open, password: 'new' });
  expect(open).toEqual(stored.open);
  expect([...newSecrets]).toEqual([['/password', 'new']]);
  expect(keptPointers).toEqual(['/auth/secret', '/list/0/token']);
});

test.each<[string, Properties, StoredProperties | null, string]>([
  [
    'a configuration without a stored secret',
    { password: mask },
    null,
    'password: the value is a mask, but no secret is stored',
  ],
  ['another pointer', { token: mask }, stored, 'token: the value is a mask'],
  [
    'a property that was not a secret',
    { user_password: mask },
    { ...stored, open: { user_password: 'x' } },
    'user_password: the value is a mask',
  ],
  [
    'an object of another type',
    { auth: { type: 'known.B', secret: mask } },
    stored,
    'auth.secret: the value is a mask',
  ],
  ['a new object', { user: { type: 'known.A', secret: mask } }, stored, 'user.secret: the value is a mask'],
  ['a longer list', { list: [{ token: mask }, { token: mask }] }, stored, 'list.1.token: the value is a mask'],
])('a mask is rejected for %s', (_, sent, before, refusal) => {
  expect(() => hidden(sent, before)).toThrow(refusal);
});

describe('a change of the server', () => {
  const connection: StoredProperties = {
    open: { url: 'https://ci.example/a', proxyHost: 'proxy.example', password: mask, inner: { token: mask } },
    secrets: new Set(['/password', '/inner/token']),
  };
  const moved = { url: 'https://other.example/a' };

  test.each<[string, Properties, string]>([
    ['a masked secret', moved, 'inner.token, password: '],
    ['one masked secret of two', { ...moved, password: 'p' }, 'inner.token: '],
    ['another scheme', { url: 'http://ci.example/a' }, 'inner.token, password: '],
    ['another port', { url: 'https://ci.example:8443/a' }, 'inner.token, password: '],
    ['another proxy', { proxyHost: 'other.example' }, 'inner.token, password: '],
    ['a proxy by another name', { httpsProxy: 'other.example:3128' }, 'inner.token, password: '],
    ['no url', { url: null }, 'inner.token, password: '],
  ])('is rejected with %s', (_, changed, refusal) => {
    expect(() => hidden({ ...connection.open, ...changed }, connection)).toThrow(refusal);
  });

  test.each<[string, Properties, readonly string[]]>([
    ['another path', { url: 'https://ci.example/b' }, ['/password', '/inner/token']],
    ['all secrets sent again', { ...moved, password: 'p', inner: { token: 't' } }, []],
    ['all secrets deleted', { ...moved, password: '', inner: {} }, []],
  ])('is accepted with %s', (_, changed, keptPointers) => {
    expect(hidden({ ...connection.open, ...changed }, connection).keptPointers).toEqual(keptPointers);
  });
});

test.each([
  'password',
  'proxyPassword',
  'apiToken',
  'client_secret',
  'passphrase',
  'privateKey',
  'api-key',
  'AccessKey',
])('%s looks like a secret', (name) => expect(looksSecret(name)).toBe(true));
test.each(['url', 'username', 'monkey', 'keyboard', 'title'])('%s does not look like a secret', (name) =>
  expect(looksSecret(name)).toBe(false),
);

test('a secret stays a secret after its definition is removed', () => {
  const before: StoredProperties = { open: { pin: mask }, secrets: new Set(['/pin']) };
  expect(hidden({ pin: mask }, before)).toEqual({ open: { pin: mask }, newSecrets: new Map(), keptPointers: ['/pin'] });
  expect(hidden({ pin: 'new' }, before)).toEqual({
    open: { pin: mask },
    newSecrets: new Map([['/pin', 'new']]),
    keptPointers: [],
  });
});

test('special characters of JSON pointers in names are escaped', () => {
  const { open, newSecrets } = hidden({ token: { 'a/b~': 'x', a: { 'b~': 'y' } } }, null);
  expect([...newSecrets.keys()]).toEqual(['/token/a~1b~0', '/token/a/b~0']);
  expect(withSecrets(open, newSecrets)).toEqual({ token: { 'a/b~': 'x', a: { 'b~': 'y' } } });
});
