import { addUser } from '@slipway/persistence/people';
import { describe, expect, test } from 'vitest';
import { serveSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';
import { type Blackout, blackouts, createBlackoutFixture, hoursFromNow, lastSegmentOf } from './blackout-fixture.ts';

const product = serve();
const { rest } = product;
const { folder, freeze } = createBlackoutFixture(rest);
/** A second process on the same database. */
const secondClient = serveSecondServer(product);

describe('a blackout', () => {
  test('is created, read, changed and deleted', async () => {
    const { id: folderId } = await folder('mine');
    const created = await freeze(lastSegmentOf({ id: folderId }), 1, 2, 'Quarter end ❄');
    expect(created).toEqual({
      id: expect.stringMatching(/^Configuration\/Calendar\/Blackout[0-9a-f]{32}$/),
      type: 'rel.Blackout',
      label: 'Quarter end ❄',
      startDate: hoursFromNow(1),
      endDate: hoursFromNow(2),
      folderId,
    });
    for (const form of [
      created.id,
      lastSegmentOf(created),
      created.id.replaceAll('/', '-'),
      encodeURIComponent(created.id),
    ]) {
      expect(await rest.get(`${blackouts}/${form}`)).toEqual(created);
    }
    const longer = await rest.put<Blackout>(`${blackouts}/${created.id}`, { endDate: Date.parse(hoursFromNow(3)) });
    expect(longer).toEqual({ ...created, endDate: hoursFromNow(3) });
    expect(await rest.put(`${blackouts}/${created.id}`, longer)).toEqual(longer);
    expect(await secondClient.put(`${blackouts}/${created.id}`, { label: 'All', folderId: null })).toEqual({
      ...longer,
      label: 'All',
      folderId: undefined,
    });
    await rest.sendForNoContent('DELETE', `${blackouts}/${created.id}`);
    expect(await rest.sendForError('DELETE', `${blackouts}/${created.id}`)).toBe(
      `404 there is no blackout '${created.id}'`,
    );
  });

  test('gets the id that the client chose if that id is free', async () => {
    const body = { id: 'BlackoutOurs', label: 'Ours', startDate: hoursFromNow(1), endDate: hoursFromNow(2) };
    expect((await rest.post<Blackout>(blackouts, body)).id).toBe('Configuration/Calendar/BlackoutOurs');
    expect((await rest.post<Blackout>(blackouts, body)).id).not.toBe('Configuration/Calendar/BlackoutOurs');
  });

  test('is created once for one idempotency key', async () => {
    const body = { label: 'Once', startDate: hoursFromNow(50_000), endDate: hoursFromNow(50_001) };
    const send = () => rest.send('POST', blackouts, body, { 'idempotency-key': 'one blackout' });
    const [first, repeated] = [await send(), await send()];
    expect([repeated.status, repeated.text]).toEqual([200, first.text]);
    expect(await rest.get(`${blackouts}?from=${Date.parse(hoursFromNow(49_999))}`)).toEqual([first.body]);
  });

  test('is in a list, page by page, if it overlaps the requested time', async () => {
    const { id: folderId } = await folder('listed');
    const [b, a] = [await freeze(folderId, 40_010, 40_020), await freeze(folderId, 40_005, 40_015)];
    const c = await freeze(folderId, 40_015, 40_016);
    const listed = (query: string) => rest.get<Blackout[]>(`${blackouts}?${query}`);
    const time = (hours: number) => encodeURIComponent(hoursFromNow(hours));
    expect(await listed(`from=${time(40_000)}&to=${time(40_011)}`)).toEqual([a, b]);
    expect(await listed(`from=${time(40_015)}&to=${time(40_030)}`)).toEqual([b, c]);
    expect(await listed(`from=${time(40_000)}&to=${time(40_005)}`)).toEqual([]);
    expect(await listed(`from=${time(40_000)}&to=${time(40_030)}&page=1&resultsPerPage=2`)).toEqual([c]);
    expect(await listed(`from=${time(40_000)}&to=${time(40_030)}&page=2&resultsPerPage=2`)).toEqual([]);
  });

  test.each([
    ['without a label', { label: undefined }, '400 label: expected a text of 1 to 255 characters'],
    ['with a blank label', { label: ' ' }, '400 label: expected a text of 1 to 255 characters'],
    ['with a very long label', { label: 'x'.repeat(256) }, '400 label: expected a text of 1 to 255 characters'],
    ['without an end', { endDate: null }, '400 endDate: expected a date with an offset, or epoch milliseconds'],
    ['with a date that has no offset', { startDate: '2030-01-01T00:00:00' }, /^400 startDate: expected a date with an/],
    ['that ends at its start', { endDate: hoursFromNow(1) }, /^400 endDate: a blackout must end after its start/],
    ['that ends before its start', { endDate: hoursFromNow(0) }, /^400 endDate: a blackout must end after its start/],
    ['that never ends', { endDate: '9999-12-31T23:59:59Z' }, /^400 endDate: .* before 9999-12-31$/],
    ['of an unknown folder', { folderId: 'FolderNone' }, "404 there is no folder 'FolderNone'"],
    ['without a folder', { folderId: '' }, /^404 /],
  ])('%s is refused', async (_, fields, expected) => {
    const body = { label: 'No', startDate: hoursFromNow(1), endDate: hoursFromNow(2), ...fields };
    const refused = await rest.sendForError('POST', blackouts, body);
    expect(refused).toMatch(expected);
    const { id } = await freeze(null, 60_000, 60_001);
    if (Object.values(fields).every((value) => typeof value === 'string' && value !== hoursFromNow(1)))
      expect(await rest.sendForError('PUT', `${blackouts}/${id}`, fields)).toMatch(expected);
    await rest.sendForNoContent('DELETE', `${blackouts}/${id}`);
  });

  test('is visible to all users and changed by users with the permission', async () => {
    const created = await freeze(null, 70_000, 70_001);
    // only admin can log in with a password so far, so the user gets a copy of its hash
    const [row] = await product.database().query<{ readonly hash: string }>({
      text: `select password_hash as hash from users where username = 'admin'`,
    });
    await addUser(product.database(), { username: 'ann', passwordHash: row!.hash, fullName: null, email: null });
    const ann = createRestClient(product.url, basicAuth('ann', 'admin'));
    expect(await ann.get(`${blackouts}/${created.id}`)).toEqual(created);
    expect(await ann.get<Blackout[]>(`${blackouts}?from=${Date.parse(hoursFromNow(69_999))}`)).toEqual([created]);
    const path = `${blackouts}/${created.id}`;
    const calls = [
      ['POST', blackouts, created],
      ['PUT', path, { label: 'x' }],
      ['DELETE', path, undefined],
    ] as const;
    for (const [method, at, body] of calls) {
      expect(await ann.sendForError(method, at, body)).toMatch(/^403 Permission global_calendar#edit_blackout on /);
    }
    await rest.sendForNoContent('DELETE', path);
  });
});

test('is deleted with its folder', async () => {
  const { id: folderId } = await folder('short-lived');
  const created = await freeze(folderId, 1, 2);
  await rest.sendForNoContent('DELETE', `/folders/${folderId}`);
  expect(await rest.sendForError('GET', `${blackouts}/${created.id}`)).toBe(`404 there is no blackout '${created.id}'`);
});
