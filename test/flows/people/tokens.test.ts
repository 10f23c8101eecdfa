import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest, url, database } = product;

interface Token {
  readonly id: string;
  readonly token: string;
  readonly tokenNote: string;
}
const tokenOf = (tokenNote: string, more: object = {}) =>
  rest.post<Token>('/personal-access-tokens', { tokenNote, ...more });
const by = (token: string) => createRestClient(url, { 'x-release-personal-token': token });
const statusBy = async (headers: Readonly<Record<string, string>>) =>
  (await createRestClient(url, headers).send('GET', '/templates')).status;

describe('a token', () => {
  test('is created with its text, which only this response contains', async () => {
    const created = await tokenOf('shown once', { expiryDate: Date.now() + 7 * 86_400_000 });
    expect(created).toEqual({
      id: expect.stringMatching(/^Token[0-9a-f]{32}$/),
      username: 'admin',
      tokenNote: 'shown once',
      createdDate: expect.stringMatching(/\+00:00$/),
      expiryDate: expect.stringMatching(/\+00:00$/),
      token: expect.stringMatching(/^rpa_[0-9a-f]{40}$/),
    });
    const { token, ...shown } = created;
    const listed = await rest.get<Token[]>('/personal-access-tokens');
    expect(listed.filter(({ id }) => id === created.id)).toEqual([shown]);
    expect(JSON.stringify(listed)).not.toContain(token);
  });

  test('is accepted in its own header, as Bearer, and in Basic as user name or as password without a user name', async () => {
    const { token } = await tokenOf('every way');
    const credentials = [
      { 'x-release-personal-token': token },
      { authorization: `Bearer ${token}` },
      basicAuth('', token),
      basicAuth(token, ''),
      basicAuth(token, 'whatever'),
    ];
    for (const headers of credentials) expect(await statusBy(headers)).toBe(200);
  });

  test('is one of at most 200, also if several are created at once', async () => {
    const text = `insert into personal_access_tokens (id, username, note, hash)
      select 'TokenOfMany' || n, 'many', n, n from generate_series(1, 199) n`;
    await rest.post('/users/many', { password: 'many' });
    await database().query({ text });
    const many = createRestClient(url, basicAuth('many', 'many'));
    const created = await Promise.all(
      ['a', 'b', 'c'].map((tokenNote) => many.send('POST', '/personal-access-tokens', { tokenNote })),
    );
    const expectedText =
      'a user can have at most 200 personal access tokens, including expired ones: delete one first\n';
    expect(created.map(({ status, text }) => (status === 200 ? '200' : `${status} ${text}`)).toSorted()).toEqual([
      '200',
      `409 ${expectedText}`,
      `409 ${expectedText}`,
    ]);
  });

  test('that is invalid is refused with the reason', async () => {
    const { token } = await tokenOf('wrong ones');
    const unknown = 'rpa_000102030405060708090a0b0c0d0e0fe18c75fb';
    for (const invalidToken of [unknown, token.slice(0, -1), `${token}0`, 'rpa_', 'undefined']) {
      expect(await by(invalidToken).sendForError('GET', '/templates')).toBe(
        '401 the personal access token is invalid or was deleted',
      );
    }
  });

  test('takes precedence over a password and a session in the same request', async () => {
    const { token } = await tokenOf('before others');
    expect(await statusBy({ 'x-release-personal-token': token, ...basicAuth('admin', 'wrong') })).toBe(200);
    expect(await statusBy({ 'x-release-personal-token': 'rpa_', ...basicAuth('admin', 'admin') })).toBe(401);
    expect(await statusBy({ 'x-release-personal-token': '', ...basicAuth('admin', 'admin') })).toBe(200);
  });

  test('is invalid after it was revoked by its user or with itself', async () => {
    const [firstToken, secondToken] = [await tokenOf('ended'), await tokenOf('ends itself')];
    await rest.sendForNoContent('DELETE', `/personal-access-tokens/${firstToken.id}`);
    expect(await statusBy({ 'x-release-personal-token': firstToken.token })).toBe(401);
    expect(await rest.sendForError('DELETE', `/personal-access-tokens/${firstToken.id}`)).toBe(
      `404 there is no personal access token '${firstToken.id}'`,
    );
    await by(secondToken.token).sendForNoContent('DELETE', `/personal-access-tokens/${secondToken.id}`);
    expect(await statusBy({ 'x-release-personal-token': secondToken.token })).toBe(401);
  });

  test('expires at its expiry date', async () => {
    const { id, token } = await tokenOf('short', { expiryDate: Date.now() + 3_600_000 });
    expect(await statusBy({ 'x-release-personal-token': token })).toBe(200);
    await database().query({
      text: `update personal_access_tokens set expires_at = '2026-01-02T03:04:05Z' where id = '${id}'`,
    });
    expect(await by(token).sendForError('GET', '/templates')).toBe(
      '401 the personal access token expired at 2026-01-02T03:04:05.000Z',
    );
  });

  test.each([
    ['an expiry date in the past', { expiryDate: '2020-01-01T00:00:00Z' }, /^400 expiryDate: /],
    ['an unknown permission', { globalPermissions: ['all'] }, /^400 globalPermissions: there is no /],
    ['no note', { tokenNote: '' }, /^400 tokenNote: /],
    [
      'the note of another token',
      { tokenNote: 'twice' },
      /^409 a personal access token with the note 'twice' already exists$/,
    ],
  ])('with %s cannot be created', async (_, more, expectedText) => {
    await tokenOf('twice').catch(() => null);
    expect(await rest.sendForError('POST', '/personal-access-tokens', { tokenNote: 'not made', ...more })).toMatch(
      expectedText,
    );
  });

  test('cannot create tokens or revoke other tokens', async () => {
    const [{ token }, { id }] = [await tokenOf('makes none'), await tokenOf('not ended by another')];
    const expectedText = /^403 a personal access token cannot (create a token|delete a token): log in with a password/;
    expect(await by(token).sendForError('POST', '/personal-access-tokens', { tokenNote: 'more' })).toMatch(
      expectedText,
    );
    expect(await by(token).sendForError('DELETE', `/personal-access-tokens/${id}`)).toMatch(expectedText);
    expect(await by(token).sendForError('DELETE', '/sessions')).toMatch(
      /^403 a personal access token cannot delete se/,
    );
  });

  test('with selected permissions has no other permissions', async () => {
    const { token } = await tokenOf('few', { globalPermissions: ['template#create', 'audit#view'] });
    expect((await by(token).send('GET', '/audit')).status).toBe(200);
    expect((await by(token).send('POST', '/templates', { title: 'By a token' })).status).toBe(200);
    expect(await by(token).sendForError('GET', '/plugins')).toMatch(/^403 Permission admin /);
    const all = await tokenOf('all', { globalPermissions: ['admin'] });
    expect((await by(all.token).send('GET', '/plugins')).status).toBe(200);
  });

  test('with selected permissions has no access as owner or participant', async () => {
    const { token } = await tokenOf('limited', { globalPermissions: ['audit#view'] });
    const release = await createRelease(rest, { Build: ['work'] });
    const { id } = release.phases[0]!.tasks[0]!;
    await rest.post(`/tasks/${id}/assign/admin`);
    const limited = by(token);
    expect([
      (await limited.send('GET', `/releases/${release.id}`)).status,
      (await limited.send('GET', `/tasks/${id}`)).status,
      (await limited.send('POST', `/tasks/${id}/comment`, { comment: 'mine' })).status,
    ]).toEqual([404, 404, 404]);
    expect(await limited.post('/releases/search', { title: release.title })).toEqual([]);
  });

  test('is not stored for an Idempotency-Key, which the request ignores', async () => {
    const send = () =>
      rest.send('POST', '/personal-access-tokens', { tokenNote: 'keyed' }, { 'idempotency-key': 'a token' });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(409);
  });
});

test('the audit log contains created and revoked tokens, without their text', async () => {
  const { id, token } = await tokenOf('audited', { globalPermissions: ['audit#view'] });
  await rest.sendForNoContent('DELETE', `/personal-access-tokens/${id}`);
  const lines = await rest.get<readonly object[]>('/audit?subject=audited');
  const limitedToken = { username: 'admin', globalPermissions: ['audit#view'] };
  expect(lines).toEqual([
    expect.objectContaining({ action: 'TOKEN_ENDED', username: 'admin', address: '127.0.0.1', before: limitedToken }),
    expect.objectContaining({ action: 'TOKEN_CREATED', username: 'admin', address: '127.0.0.1', after: limitedToken }),
  ]);
  expect(JSON.stringify(lines)).not.toContain(token.slice(4));
});

interface TokenUse {
  readonly lastUsedDate?: string;
  readonly lastUsedFrom?: string;
}

test('the last use of a token is stored to the minute, with the address, and once per minute', async () => {
  const { id, token } = await tokenOf('used');
  const used = async () =>
    (await rest.get<(Token & TokenUse)[]>('/personal-access-tokens')).filter((candidate) => candidate.id === id);
  expect((await used())[0]?.lastUsedDate).toBe(undefined);
  for (let time = 0; time < 20; time += 1) await by(token).get('/templates');
  await expect.poll(async () => (await used())[0]?.lastUsedFrom).toBe('127.0.0.1');
  expect((await used())[0]?.lastUsedDate).toMatch(/:\d\d:00\.000\+00:00$/);
  const [user] = await database().query<{ readonly at: number }>({
    text: `select last_active as at from users where username = 'admin'`,
  });
  expect(user!.at % 60_000).toBe(0);
});

describe('a token of the user in the path', () => {
  const tokenRequest = { tokenNote: 'by path', globalPermissions: ['folder#create_top_level'] };
  const user = async (name: string, permissions: readonly string[]) => {
    await rest.send('POST', `/users/${name}`, { password: name });
    await rest.send('POST', `/roles/Of ${name}`, { permissions, principals: [{ username: name }] });
    return createRestClient(url, basicAuth(name, name));
  };
  const pathOf = (name: string) => `/personal-access-tokens/${name}`;

  test('can be created by that user, and by a caller with the permission admin, which is audited', async () => {
    const eve = await user('eve', ['folder#create_top_level']);
    expect(await eve.post(pathOf('EVE'), tokenRequest)).toMatchObject({ username: 'eve', tokenNote: 'by path' });
    const created = await rest.post<Token>(pathOf('eve'), { ...tokenRequest, tokenNote: 'from above' });
    expect(await by(created.token).get('/me')).toMatchObject({ username: 'eve' });
    expect(await rest.get('/audit?subject=from%20above')).toMatchObject([
      {
        action: 'TOKEN_CREATED',
        username: 'admin',
        after: { username: 'eve', globalPermissions: tokenRequest.globalPermissions },
      },
    ]);
  });

  test('is refused for other callers, for more permissions than the user has, and for another user in the body', async () => {
    const [tom, sue] = [await user('tom', ['security#edit']), await user('sue', ['folder#create_top_level'])];
    for (const name of ['sue', 'nobody-of-that-name']) {
      expect(await tom.sendForError('POST', pathOf(name), tokenRequest)).toMatch(/^403 Permission admin /);
    }
    expect(await rest.sendForError('POST', pathOf('nobody-of-that-name'), tokenRequest)).toMatch(
      /^404 there is no user /,
    );
    const tooMuch = { ...tokenRequest, globalPermissions: ['audit#view'] };
    expect(await rest.sendForError('POST', pathOf('sue'), tooMuch)).toMatch(/^403 Permission audit#view /);
    expect(await sue.sendForError('POST', pathOf('sue'), tooMuch)).toMatch(/^403 Permission audit#view /);
    expect(await rest.sendForError('POST', pathOf('sue'), { ...tokenRequest, username: 'tom' })).toBe(
      "400 username: expected 'sue' as in the path, or no value",
    );
    const { token } = await sue.post<Token>(pathOf('sue'), { tokenNote: 'first' });
    expect(await by(token).sendForError('POST', pathOf('sue'), tokenRequest)).toMatch(
      /^403 a personal access token cannot create a token/,
    );
  });
});
