import { describe, expect, test } from 'vitest';
import { serve } from '../../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../../harness/rest/rest-client.ts';
import { createRestUsers, missingPermission } from '../rest-users.ts';

const product = serve();
const { rest, url } = product;
const { as, role, someone } = createRestUsers(product);

interface Account {
  readonly username: string;
}
const names = (accounts: readonly Account[]) => accounts.map(({ username }) => username);
const listed = async (query: string) => names(await rest.get<Account[]>(`/users?${query}`));

test('a user is created, returned, logs in, is changed and deleted', async () => {
  const body = { fullName: 'Ann Marie', email: '', password: 'pw Ann', dateFormat: 'dd.MM.yy', firstDayOfWeek: 1 };
  const created = await rest.post('/users/Ann', body);
  const ann = { username: 'Ann', external: false, fullName: 'Ann Marie', email: '', loginAllowed: true };
  expect(created).toEqual({ ...ann, dateFormat: 'dd.MM.yy', firstDayOfWeek: 1 });
  expect(await rest.get('/users/aNN')).toMatchObject(ann);
  expect((await as('Ann').send('GET', '/global-permissions')).status).toBe(200);
  const fullNames = await rest.send('GET', '/me/full-names');
  expect(fullNames.body).toEqual({ ann: 'Ann Marie' });
  const known = { 'if-none-match': fullNames.headers.get('etag')! };
  expect((await rest.send('GET', '/me/full-names', undefined, known)).status).toBe(304);
  const upper = createRestClient(url, basicAuth('ANN', 'pw Ann'));
  expect((await upper.send('GET', '/global-permissions')).status).toBe(200);
  await rest.sendForNoContent('PUT', '/users/ann', { fullName: 'Ann', email: null, unknown: 1 });
  // A full name that equals the user name is left out.
  expect((await rest.send('GET', '/me/full-names', undefined, known)).body).toEqual({});
  expect(await rest.get('/users/Ann')).toMatchObject({ ...ann, fullName: 'Ann', dateFormat: 'dd.MM.yy' });
  await rest.sendForNoContent('DELETE', '/users/ANN');
  expect(await rest.sendForError('GET', '/users/Ann')).toBe("404 there is no user 'Ann'");
  expect((await as('Ann').send('GET', '/global-permissions')).status).toBe(401);
});

describe('a user is refused', () => {
  test.each([
    ['with a slash', 'a%2Fb', {}, /^400 username: expected 1 to 255 characters/],
    ['that looks like a token', 'rpa_x', {}, /^400 username: /],
    ['that is too long', 'x'.repeat(256), {}, /^400 username: /],
    ['with an empty password', 'empty', { password: '' }, /^400 password: expected 1 to 255 characters without /],
    ['with a long password', 'long', { password: 'x'.repeat(256) }, /^400 password: /],
    ['with a password that a login cannot send', 'odd', { password: 'a\nb' }, /^400 password: /],
    ['with a name that is not a string', 'number', { fullName: 5 }, /^400 fullName: expected a text of at most 255/],
    ['that already exists, in another letter case', 'ADMIN', {}, "409 a user named 'ADMIN' already exists"],
  ])('%s', async (_, name, body, expected) => {
    const refused = await rest.sendForError('POST', `/users/${name}`, body);
    if (typeof expected === 'string') expect(refused).toBe(expected);
    else expect(refused).toMatch(expected);
    expect(refused).not.toContain('a\nb');
  });

  test('that looks like an existing name in letters of another script', async () => {
    await rest.post('/users/copa');
    const cyrillic = '\u0441\u043e\u0440\u0430';
    expect(await rest.sendForError('POST', `/users/${encodeURIComponent(cyrillic)}`)).toBe(
      `409 the name '${cyrillic}' looks like the name of the existing user 'copa'`,
    );
    await rest.sendForNoContent('DELETE', '/users/copa');
  });

  test('by a caller without the permission, before the body is checked', async () => {
    const plain = await someone('plain');
    expect(await plain.sendForError('POST', '/users/x', { fullName: 5 })).toBe(missingPermission('security#edit'));
    expect(await plain.sendForError('GET', '/users')).toBe(missingPermission('security#edit'));
    expect(await plain.sendForError('GET', '/users/admin')).toBe(missingPermission('security#edit'));
    expect(await plain.sendForError('GET', '/users/nobody')).toBe(missingPermission('security#edit'));
    expect(await plain.sendForError('DELETE', '/users/plain')).toBe(missingPermission('security#edit'));
  });
});

describe('the list of users', () => {
  test('matches parts of texts, has pages, and is sorted by name', async () => {
    for (const name of ['list-b', 'List-a', 'list-c'])
      await rest.post(`/users/${name}`, { fullName: `Listed ${name}`, email: `${name}@x_y.example` });
    await rest.sendForNoContent('PUT', '/users/list-c', { loginAllowed: 'false' });
    expect(await listed('fullName=LISTED')).toEqual(['List-a', 'list-b', 'list-c']);
    expect(await listed('email=x_y&loginAllowed=false')).toEqual(['list-c']);
    expect(await listed('text=LISTED+list-A')).toEqual(['List-a']);
    expect(await listed('text=LIST-c%40x_')).toEqual(['list-c']);
    expect(await listed('text=ist-&loginAllowed=true')).toEqual(['List-a', 'list-b']);
    expect(await listed('email=x%25y')).toEqual([]);
    expect(await listed('fullName=listed&page=1&resultsPerPage=2')).toEqual(['list-c']);
    expect(await listed('fullName=listed&page=2&resultsPerPage=2')).toEqual([]);
    expect(await listed('external=true')).toEqual([]);
    expect(await listed('fullName=listed&lastActiveAfter=2020-01-01T00:00:00Z')).toEqual([]);
  });
});

describe('the own account', () => {
  test('can be read and changed, except for loginAllowed', async () => {
    const own = await someone('own');
    expect(await own.get('/users/own')).toMatchObject({ username: 'own', loginAllowed: true });
    await own.sendForNoContent('PUT', '/users/own', {
      fullName: 'Own',
      email: 'o@x',
      timeFormat: 'HH:mm',
      loginAllowed: true,
    });
    expect(await own.get('/users/own')).toMatchObject({ fullName: 'Own', email: 'o@x', timeFormat: 'HH:mm' });
    expect(await own.sendForError('PUT', '/users/own', { loginAllowed: false })).toBe(
      missingPermission('security#edit'),
    );
    expect(await own.sendForError('PUT', '/users', [{ username: 'own' }, { username: 'admin' }])).toBe(
      missingPermission('security#edit'),
    );
  });

  test('needs the current password for a new password', async () => {
    const own = await someone('secretive');
    const path = '/users/secretive';
    const passwordRefusal = (field: string) => `400 ${field}: expected the current password`;
    expect(await own.sendForError('PUT', path, { password: 'new' })).toBe(passwordRefusal('previousPassword'));
    expect(await own.sendForError('PUT', path, { password: 'new', previousPassword: 'x' })).toBe(
      passwordRefusal('previousPassword'),
    );
    const body = { currentPassword: 'pw secretive', newPassword: 'newer' };
    expect(await own.sendForError('POST', `${path}/password`, { ...body, currentPassword: 'y' })).toBe(
      passwordRefusal('currentPassword'),
    );
    await own.sendForNoContent('POST', `${path}/password`, body);
    expect((await own.send('GET', '/global-permissions')).status).toBe(401);
    const now = createRestClient(url, basicAuth('secretive', 'newer'));
    await now.sendForNoContent('PUT', path, { password: 'pw secretive', previousPassword: 'newer' });
    expect((await own.send('GET', '/global-permissions')).status).toBe(200);
  });

  test('has the login limit for wrong current passwords', async () => {
    const own = await someone('guessed');
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      const body = { currentPassword: `guess ${time}`, newPassword: 'x' };
      statuses.push((await own.send('POST', '/users/guessed/password', body)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await own.send('GET', '/global-permissions')).status).toBe(200);
  });

  test('is the only one that needs the current password', async () => {
    await someone('forgetful');
    await rest.sendForNoContent('POST', '/users/forgetful/password', { newPassword: 'fresh' });
    expect(
      (await createRestClient(url, basicAuth('forgetful', 'fresh')).send('GET', '/global-permissions')).status,
    ).toBe(200);
  });
});

test('a body without an array and an email address with two lines are refused with their own messages', async () => {
  for (const path of ['/users', '/roles', '/folders/Applications/teams'])
    expect(await rest.sendForError(path.endsWith('teams') ? 'POST' : 'PUT', path, {})).toBe(
      '400 the body must be a JSON array',
    );
  expect(await rest.sendForError('POST', '/users/two-lines', { email: 'a@acme.example\r\nBcc: b@acme.example' })).toBe(
    '400 email: expected a text of at most 255 characters, without control characters',
  );
});

test('no refusal contains values from the request', async () => {
  const own = await someone('careless');
  for (const [method, path] of [
    ['POST', '/users/x'],
    ['PUT', '/users/x'],
    ['PUT', '/users'],
    ['POST', '/users/x/password'],
  ] as const) {
    expect(await rest.sendForError(method, path, '{"password": "hunter2"')).toBe(
      '400 the body must be a JSON object, or an array of objects if several are accepted',
    );
    expect(await rest.sendForError(method, path, '"hunter2"')).not.toContain('hunter2');
    expect(await own.sendForError(method, path, '{"password": "hunter2"')).toBe(missingPermission('security#edit'));
  }
});

test("a request updates the time of the user's last activity", async () => {
  const since = new Date(Date.now() - 120_000).toISOString();
  const own = await someone('active');
  await own.get('/me');
  await expect.poll(() => listed(`lastActiveAfter=${since}`), { interval: 20 }).toContain('active');
  expect(await rest.get('/users/active')).toMatchObject({ lastActive: expect.stringMatching(/\+00:00$/) });
  expect(await listed(`lastActiveBefore=${since}`)).not.toContain('active');
});

describe('several users', () => {
  test('are changed together or not at all', async () => {
    await someone('one');
    await someone('two');
    await rest.sendForNoContent('PUT', '/users', [
      { username: 'ONE', fullName: 'First' },
      { username: 'two', fullName: 'Second' },
    ]);
    expect(await rest.get('/users/one')).toMatchObject({ fullName: 'First' });
    const bodies = [{ username: 'one', fullName: 'Other' }, { username: 'none' }];
    expect(await rest.sendForError('PUT', '/users', bodies)).toBe("404 there is no user 'none'");
    const twice = [{ username: 'one', fullName: 'Other' }, { username: 'ONE' }];
    expect(await rest.sendForError('PUT', '/users', twice)).toBe("400 username: 'one' appears twice");
    expect(await rest.sendForError('PUT', '/users', [{ fullName: 'x' }])).toBe('400 0.username: expected a text');
    expect(await rest.get('/users/one')).toMatchObject({ fullName: 'First' });
  });
});

describe('only admin', () => {
  test('changes users who have, or would get, the permission admin', async () => {
    const editor = await someone('editor', 'security#edit');
    await someone('boss', 'admin');
    await role('chiefs', ['admin'], 'Chief');
    for (const [method, path, body] of [
      ['PUT', '/users/boss', { fullName: 'x' }],
      ['POST', '/users/boss/password', { newPassword: 'x' }],
      ['DELETE', '/users/boss', undefined],
      ['PUT', '/users/admin', { password: 'x' }],
      ['POST', '/users/chief', { password: 'x' }],
    ] as const)
      expect([path, await editor.sendForError(method, path, body)]).toEqual([path, missingPermission('admin')]);
    await editor.sendForNoContent('PUT', '/users/boss', { loginAllowed: true });
    await editor.post('/users/made', { password: 'x' });
    await as('boss').post('/users/CHIEF');
    await as('boss').sendForNoContent('DELETE', '/users/chief');
  });

  test('can never be disabled or deleted, and no user can delete their own account', async () => {
    expect(await rest.sendForError('PUT', '/users/admin', { loginAllowed: false })).toBe(
      "409 cannot lock the login of user 'admin'",
    );
    expect(await rest.sendForError('DELETE', '/users/Admin')).toBe("409 the user 'admin' cannot be deleted");
    const deletedUser = await someone('leaver', 'security#edit');
    expect(await deletedUser.sendForError('DELETE', '/users/leaver')).toBe('409 users cannot delete their own account');
  });
});

test('only loginAllowed can be changed for a user of an identity provider', async () => {
  await someone('abroad');
  await product.database().query({ text: `update users set external = true where username = 'abroad'` });
  const refusal = "409 user 'abroad' is managed by an identity provider: only loginAllowed can be changed";
  expect(await rest.sendForError('PUT', '/users/abroad', { fullName: 'x' })).toBe(refusal);
  expect(await rest.sendForError('POST', '/users/abroad/password', { newPassword: 'x' })).toBe(refusal);
  await rest.sendForNoContent('PUT', '/users/abroad', { loginAllowed: false });
  expect(await listed('external=true')).toEqual(['abroad']);
});
