import { addUser } from '@slipway/persistence';
import { describe, expect, test } from 'vitest';
import { serveBeside } from '../../harness/product/second.ts';
import { serve } from '../../harness/product/serve.ts';
import { basic, restAt } from '../../harness/rest/rest.ts';
import { type Blackout, blackouts, freezing, from, last } from './frozen.ts';

const served = serve();
const { rest } = served;
const { folder, freeze } = freezing(rest);
/** A second process on the same database. */
const other = serveBeside(served);

describe('a blackout', () => {
  test('is made, read, changed and deleted', async () => {
    const { id: folderId } = await folder('mine');
    const made = await freeze(last({ id: folderId }), 1, 2, 'Quarter end ❄');
    expect(made).toEqual({
      id: expect.stringMatching(/^Configuration\/Calendar\/Blackout[0-9a-f]{32}$/),
      type: 'rel.Blackout',
      label: 'Quarter end ❄',
      startDate: from(1),
      endDate: from(2),
      folderId,
    });
    for (const form of [made.id, last(made), made.id.replaceAll('/', '-'), encodeURIComponent(made.id)]) {
      expect(await rest.get(`${blackouts}/${form}`)).toEqual(made);
    }
    const longer = await rest.put<Blackout>(`${blackouts}/${made.id}`, { endDate: Date.parse(from(3)) });
    expect(longer).toEqual({ ...made, endDate: from(3) });
    expect(await rest.put(`${blackouts}/${made.id}`, longer)).toEqual(longer);
    expect(await other.put(`${blackouts}/${made.id}`, { label: 'All', folderId: null })).toEqual({
      ...longer,
      label: 'All',
      folderId: undefined,
    });
    await rest.done('DELETE', `${blackouts}/${made.id}`);
    expect(await rest.refused('DELETE', `${blackouts}/${made.id}`)).toBe(`404 there is no blackout '${made.id}'`);
  });

  test('keeps an id that the client chose while it is free', async () => {
    const body = { id: 'BlackoutOurs', label: 'Ours', startDate: from(1), endDate: from(2) };
    expect((await rest.post<Blackout>(blackouts, body)).id).toBe('Configuration/Calendar/BlackoutOurs');
    expect((await rest.post<Blackout>(blackouts, body)).id).not.toBe('Configuration/Calendar/BlackoutOurs');
  });

  test('is made once under one idempotency key', async () => {
    const body = { label: 'Once', startDate: from(50_000), endDate: from(50_001) };
    const send = () => rest.send('POST', blackouts, body, { 'idempotency-key': 'one blackout' });
    const [first, again] = [await send(), await send()];
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await rest.get(`${blackouts}?from=${Date.parse(from(49_999))}`)).toEqual([first.body]);
  });

  test('is listed with those that touch a time, page by page', async () => {
    const { id: folderId } = await folder('listed');
    const [b, a] = [await freeze(folderId, 40_010, 40_020), await freeze(folderId, 40_005, 40_015)];
    const listed = (query: string) => rest.get<Blackout[]>(`${blackouts}?${query}`);
    const time = (hours: number) => encodeURIComponent(from(hours));
    expect(await listed(`from=${time(40_000)}&to=${time(40_011)}`)).toEqual([a, b]);
    expect(await listed(`from=${time(40_015)}&to=${time(40_030)}`)).toEqual([b]);
    expect(await listed(`from=${time(40_000)}&to=${time(40_005)}`)).toEqual([]);
    expect(await listed(`from=${time(40_000)}&to=${time(40_030)}&page=1&resultsPerPage=1`)).toEqual([b]);
    expect(await listed(`from=${time(40_000)}&to=${time(40_030)}&page=2&resultsPerPage=1`)).toEqual([]);
  });

  test.each([
    ['without a label', { label: undefined }, '400 label: expected a text of 1 to 255 characters'],
    ['with a blank one', { label: ' ' }, '400 label: expected a text of 1 to 255 characters'],
    ['with a label as long as a book', { label: 'x'.repeat(256) }, '400 label: expected a text of 1 to 255 characters'],
    ['without an end', { endDate: null }, '400 endDate: expected a date with an offset, or epoch milliseconds'],
    ['with a date that has no offset', { startDate: '2030-01-01T00:00:00' }, /^400 startDate: expected a date with an/],
    ['that ends as it starts', { endDate: from(1) }, /^400 endDate: a blackout must end after its start/],
    ['that ends before', { endDate: from(0) }, /^400 endDate: a blackout must end after its start/],
    ['that never ends', { endDate: '9999-12-31T23:59:59Z' }, /^400 endDate: .* before 9999-12-31$/],
    ['of a folder that is not there', { folderId: 'FolderNone' }, "404 there is no folder 'FolderNone'"],
    ['of no folder at all', { folderId: '' }, /^404 /],
  ])('%s is refused', async (_, fields, expected) => {
    const body = { label: 'No', startDate: from(1), endDate: from(2), ...fields };
    const refused = await rest.refused('POST', blackouts, body);
    expect(refused).toMatch(expected);
    const { id } = await freeze(null, 60_000, 60_001);
    if (Object.values(fields).every((value) => typeof value === 'string' && value !== from(1)))
      expect(await rest.refused('PUT', `${blackouts}/${id}`, fields)).toMatch(expected);
    await rest.done('DELETE', `${blackouts}/${id}`);
  });

  test('is visible to all users and changed by users with the permission', async () => {
    const made = await freeze(null, 70_000, 70_001);
    // only admin can log in with a password yet: the user takes over the hash
    const [row] = await served.database().query<{ readonly hash: string }>({
      text: `select password_hash as hash from users where username = 'admin'`,
    });
    await addUser(served.database(), { username: 'ann', passwordHash: row!.hash, fullName: null, email: null });
    const ann = restAt(served.url, basic('ann', 'admin'));
    expect(await ann.get(`${blackouts}/${made.id}`)).toEqual(made);
    expect(await ann.get<Blackout[]>(`${blackouts}?from=${Date.parse(from(69_999))}`)).toEqual([made]);
    const path = `${blackouts}/${made.id}`;
    const calls = [
      ['POST', blackouts, made],
      ['PUT', path, { label: 'x' }],
      ['DELETE', path, undefined],
    ] as const;
    for (const [method, at, body] of calls) {
      expect(await ann.refused(method, at, body)).toMatch(/^403 Permission global_calendar#edit_blackout on /);
    }
    await rest.done('DELETE', path);
  });
});

test('a folder takes its blackouts with it', async () => {
  const { id: folderId } = await folder('short-lived');
  const made = await freeze(folderId, 1, 2);
  await rest.done('DELETE', `/folders/${folderId}`);
  expect(await rest.refused('GET', `${blackouts}/${made.id}`)).toBe(`404 there is no blackout '${made.id}'`);
});
