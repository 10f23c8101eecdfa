import { describe, expect, test } from 'vitest';
import { serve } from '../../../harness/product/serve.ts';
import { createRestClient } from '../../../harness/rest/rest-client.ts';
import { createRestUsers, missingPermission } from '../rest-users.ts';
import { createInvitationClient, type Invitation, invalid, textOf } from './invitation-client.ts';

const product = serve({ PASSWORD_MIN_LENGTH: '7', TRUSTED_PROXIES: '127.0.0.1' });
const { rest, url, database } = product;
const { as, role, someone } = createRestUsers(product);
const { invite, open, accept, errorOf } = createInvitationClient(product);

const password = (username: string) => `pw ${username}`;
const isListed = async (id: string) =>
  (await rest.get<readonly Invitation[]>('/invitations')).some((invitation) => invitation.id === id);

describe('an invitation', () => {
  test('is created, opened and accepted, which creates the user and a session', async () => {
    const created = await rest.post<Invitation>('/invitations', {
      ...{ username: 'Invited', fullName: 'Ann Marie', email: 'ann@acme.example' },
    });
    const { path, ...shown } = created;
    expect(path).toMatch(/^\/#invitation=Invitation[0-9a-f]{32}\.[\w-]{43}$/);
    expect(shown).toEqual({
      ...{ id: expect.stringMatching(/^Invitation/), username: 'Invited', fullName: 'Ann Marie' },
      ...{ email: 'ann@acme.example', invitedBy: 'admin', expired: false },
      ...{ createdDate: expect.any(String), expiryDate: expect.any(String) },
    });
    expect(await rest.get('/invitations')).toEqual([shown]);
    expect(await rest.sendForError('GET', '/users/Invited')).toBe("404 there is no user 'Invited'");
    const opened = await open(textOf(created));
    expect([opened.status, opened.body]).toEqual([
      200,
      { product: 'Slipway', username: 'Invited', fullName: 'Ann Marie' },
    ]);
    const accepted = await accept(textOf(created), password('Invited'));
    expect([accepted.status, accepted.body]).toEqual([200, { username: 'Invited' }]);
    const cookie = accepted.headers.get('set-cookie')?.split(';')[0] ?? '';
    const session = createRestClient(url, { cookie, 'sec-fetch-site': 'same-origin' });
    expect(await session.get('/me')).toMatchObject({ username: 'Invited', fullName: 'Ann Marie' });
    expect((await as('Invited').send('GET', '/templates')).status).toBe(200);
    expect(await rest.get('/users/Invited')).toMatchObject({ email: 'ann@acme.example', external: false });
    expect(await rest.get('/invitations')).toEqual([]);
  });

  test('is revoked, and its link is then invalid', async () => {
    const created = await invite('revoked');
    expect(await isListed(created.id)).toBe(true);
    await rest.sendForNoContent('DELETE', `/invitations/${created.id}`);
    expect(await isListed(created.id)).toBe(false);
    expect(await errorOf(textOf(created))).toBe(invalid);
    expect(await rest.sendForError('DELETE', `/invitations/${created.id}`)).toBe(
      `404 there is no invitation ${created.id}`,
    );
  });

  test('expires after seven days, and the name can be invited again', async () => {
    const created = await invite('late');
    const expireAt = (time: string) =>
      database().query({ text: `update invitations set expires_at = ${time} where lower(username) = 'late'` });
    const [row] = await database().query<{ readonly days: number }>({
      text: `select extract(day from expires_at - created_at)::int as days from invitations where username = 'late'`,
    });
    expect(row).toEqual({ days: 7 });
    expect(await rest.sendForError('POST', '/invitations', { username: 'LATE' })).toBe(
      "409 user 'LATE' is invited already: revoke that invitation first",
    );
    await expireAt('now()');
    expect(await errorOf(textOf(created))).toBe(invalid);
    expect((await accept(textOf(created), password('late'))).status).toBe(404);
    const listed = await rest.get<readonly object[]>('/invitations');
    expect(listed).toContainEqual(expect.objectContaining({ username: 'late', expired: true }));
    const second = await invite('LATE');
    expect((await accept(textOf(second), password('LATE'))).status).toBe(200);
  });

  test('requires a password that obeys the rules, and remains valid after a wrong one', async () => {
    const created = await invite('careful');
    for (const wrong of ['short', '', 'control\ncharacter', 'x'.repeat(256)]) {
      const refused = await accept(textOf(created), wrong);
      expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/^password: expected 7 to 255 /)]);
    }
    expect((await accept(textOf(created), password('careful'))).status).toBe(200);
  });

  test('requires the permission to create, list and revoke', async () => {
    const plain = await someone('plain user');
    const created = await invite('fenced');
    const needed = missingPermission('security#edit');
    expect(await plain.sendForError('POST', '/invitations', { username: 'x' })).toBe(needed);
    expect(await plain.sendForError('GET', '/invitations')).toBe(needed);
    expect(await plain.sendForError('DELETE', `/invitations/${created.id}`)).toBe(needed);
    expect(await isListed(created.id)).toBe(true);
  });

  test('obeys the rules for names of users', async () => {
    await someone('existing');
    await rest.post('/users/partner', { external: true });
    await invite('copa');
    const refusals = await Promise.all(
      ['EXISTING', 'Partner', 'a/b', 'rpa_x', ''].map((username) =>
        rest.sendForError('POST', '/invitations', { username }),
      ),
    );
    expect(refusals).toEqual([
      "409 a user named 'EXISTING' already exists",
      "400 username: user 'partner' logs in by LDAP or OpenID Connect and needs no invitation",
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^400 username: expected 1 to 255 /)),
    ]);
    const cyrillic = '\u0435\u0445\u0456\u0455\u0442';
    await someone('exist');
    expect(await rest.sendForError('POST', '/invitations', { username: cyrillic })).toMatch(/^409 the name .* looks /);
    expect(await rest.sendForError('POST', '/invitations', {})).toMatch(/^400 username: /);
    expect(await rest.sendForError('POST', '/invitations', { username: 'x', email: 'a\nb' })).toMatch(/^400 email: /);
  });
});

describe('the audit log', () => {
  test('contains the creation, the revocation and the acceptance, with the addresses', async () => {
    const [first, second] = [await invite('audited', { fullName: 'A' }), await invite('dropped')];
    await rest.sendForNoContent('DELETE', `/invitations/${second.id}`);
    await accept(textOf(first), password('audited'), { 'x-forwarded-for': '203.0.113.9' });
    const fields = { id: first.id, fullName: 'A', invitedBy: 'admin', expiryDate: expect.any(String) };
    expect(await rest.get('/audit?subject=audited')).toMatchObject([
      { action: 'SESSION_STARTED', username: 'audited', address: '203.0.113.9' },
      { action: 'USER_CREATED', username: 'audited', address: '203.0.113.9', after: { password: '********' } },
      { action: 'INVITATION_ACCEPTED', username: 'audited', address: '203.0.113.9', before: fields },
      { action: 'INVITATION_CREATED', username: 'admin', address: '127.0.0.1', after: fields },
    ]);
    expect(await rest.get('/audit?subject=dropped')).toMatchObject([
      { action: 'INVITATION_REVOKED', username: 'admin', before: { id: second.id } },
      { action: 'INVITATION_CREATED', username: 'admin' },
    ]);
  });
});

describe('an invitation grants no more than its creator can grant', () => {
  test('a role that grants admin requires admin to invite its member', async () => {
    const editor = await someone('editor', 'security#edit');
    await role('Early', ['admin'], 'boss');
    expect(await editor.sendForError('POST', '/invitations', { username: 'boss' })).toBe(missingPermission('admin'));
    const created = await invite('boss');
    expect((await accept(textOf(created), password('boss'))).status).toBe(200);
    expect((await as('boss').send('GET', '/plugins')).status).toBe(200);
  });

  test('a role that later grants admin invalidates the invitation of another user', async () => {
    const editor = await someone('second editor', 'security#edit');
    const created = await invite('promoted', {}, editor);
    expect((await open(textOf(created))).status).toBe(200);
    await role('Later', ['admin'], 'promoted');
    expect(await errorOf(textOf(created))).toBe(invalid);
    expect((await accept(textOf(created), password('promoted'))).status).toBe(404);
    await rest.sendForNoContent('DELETE', '/roles/Later');
    expect((await accept(textOf(created), password('promoted'))).status).toBe(200);
    // The creator had the link, so the password is not valid for all permissions.
    await role('Last', ['admin'], 'promoted');
    expect((await as('promoted').send('GET', '/templates')).status).toBe(401);
  });

  test('an inviter who loses the permission or the login loses the invitations', async () => {
    const editor = await someone('third editor', 'security#edit');
    const created = await invite('orphan', {}, editor);
    await rest.sendForNoContent('PUT', '/users/third editor', { loginAllowed: false });
    expect(await errorOf(textOf(created))).toBe(invalid);
    await rest.sendForNoContent('PUT', '/users/third editor', { loginAllowed: true });
    expect((await open(textOf(created))).status).toBe(200);
    await rest.sendForNoContent('PUT', '/roles/role of third editor', { permissions: [] });
    expect(await errorOf(textOf(created))).toBe(invalid);
  });
});
