import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { addInvitation, deleteExpiredInvitations, listInvitations } from './invitations.ts';
import {
  addSession,
  deleteExpiredSessions,
  endLogins,
  findSessionLogin,
  listSessions,
  recordLastUses,
} from './sessions.ts';
import { addToken, findTokenLogin, listTokens } from './tokens.ts';
import { addUser } from './users.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  for (const username of ['Ann', 'bob']) {
    await addUser(database, { username, passwordHash: null, fullName: null, email: null });
  }
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const query = (text: string) => database.query<{ readonly n: number }>({ text });
const sessionOf = (username: string, id: string, before: string | null = null) =>
  addSession(database, { id, username, hash: `hash of ${id}`, address: '10.0.0.1', agent: 'a browser', before });
const tokenOf = (username: string, id: string, note = id) =>
  addToken(database, {
    id,
    username,
    note,
    hash: `hash of ${id}`,
    permissions: null,
    expiresAt: null,
    isSetByNonAdmin: false,
  });

test('a token authenticates its user and returns the name as created', async () => {
  await tokenOf('ANN', 'Token1');
  expect(await findTokenLogin(database, 'hash of Token1')).toEqual({
    id: 'Token1',
    permissions: null,
    expiresAt: null,
    username: 'Ann',
    loginAllowed: true,
    expired: false,
    isSetByNonAdmin: false,
    account: expect.any(String),
    accessVersion: expect.any(Number),
  });
  expect(await findTokenLogin(database, 'hash of another')).toBe(null);
  expect([await tokenOf('ann', 'Token2', 'Token1'), await tokenOf('nobody', 'Token3')]).toEqual([null, null]);
  expect((await listTokens(database, 'aNN')).map(({ id }) => id)).toEqual(['Token1']);
});

test('a user has at most a hundred sessions, and a new one ends the least recently used one', async () => {
  for (let index = 0; index < 101; index += 1) {
    await sessionOf('bob', `Session${index}`);
    await query(`update sessions set last_used_at = now() - interval '1 hour' + ${index} * interval '1 second'
      where id = 'Session${index}'`);
  }
  expect(await listSessions(database, 'bob')).toHaveLength(100);
  expect(await findSessionLogin(database, 'hash of Session0')).toBe(null);
  expect(await findSessionLogin(database, 'hash of Session1')).toMatchObject({ username: 'bob' });
});

test('ended sessions are deleted, valid ones stay', async () => {
  await sessionOf('ann', 'SessionA');
  await sessionOf('ann', 'SessionB');
  await query(`update sessions set begun_at = now() - interval '8 days' where id = 'SessionA'`);
  await query(`update sessions set begun_at = now() - interval '13 hours' where id = 'SessionB'`);
  expect(await deleteExpiredSessions(database, 10)).toBe(1);
  expect((await listSessions(database, 'Ann')).map(({ id }) => id)).toEqual(['SessionB']);
});

test('invitations that expired 30 days ago are deleted, later ones stay', async () => {
  const dayMs = 86_400_000;
  for (const [id, days] of [
    ['Old', -31],
    ['Expired', -29],
    ['Valid', 1],
  ] as const) {
    const fields = { fullName: null, email: null, hash: 'hash', invitedBy: 'Ann', isByNonAdmin: false };
    await addInvitation(database, { id, username: id, ...fields, expiresAt: Date.now() + days * dayMs });
  }
  expect([await deleteExpiredInvitations(database, 10), await deleteExpiredInvitations(database, 10)]).toEqual([1, 0]);
  expect((await listInvitations(database)).map(({ id }) => id).toSorted()).toEqual(['Expired', 'Valid']);
});

test('last uses are stored once a minute for all processes, without waiting for a concurrent write', async () => {
  await tokenOf('ann', 'Used');
  const uses = { usernames: ['Ann'], tokens: new Map([['Used', '10.0.0.1']]), sessions: new Map() };
  await Promise.all([recordLastUses(database, uses), recordLastUses(database, uses)]);
  const [first] = await query(`select xmin::text::bigint as n from personal_access_tokens where id = 'Used'`);
  await recordLastUses(database, { ...uses, tokens: new Map([['Used', '10.0.0.2']]) });
  const rows = await database.query({
    text: `select xmin::text::bigint as n, last_used_from as "from" from personal_access_tokens where id = 'Used'
      and last_used_at = date_trunc('minute', last_used_at) and last_used_at <= now()`,
  });
  const [later] = rows;
  const isNextMinute = (later as { readonly n: number }).n !== first!.n;
  expect(rows).toEqual([
    { n: isNextMinute ? expect.any(Number) : first!.n, from: isNextMinute ? '10.0.0.2' : '10.0.0.1' },
  ]);
  await database.transaction(async (connection) => {
    await connection.query({ text: `select from users where username = 'Ann' for update` });
    await recordLastUses(database, { usernames: ['ann'], tokens: new Map(), sessions: new Map() });
  });
});

test('a deleted user has no remaining sessions or tokens', async () => {
  await endLogins(database, 'ANN');
  expect(await query(`select count(*) as n from sessions where username = 'ann'`)).toEqual([{ n: 0 }]);
  expect(await listTokens(database, 'Ann')).toEqual([]);
});
