import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import type { Release } from '../../harness/rest/response-types.ts';

interface ObjectWithId {
  readonly id: string;
}

/** Calls every endpoint of blackouts, with a release that overlaps one. */
export function walkCalendar(call: Call): void {
  test('addresses of calendars', async () => {
    const { id } = await call<ObjectWithId>('createCalendarAddress', { body: { folderId: 'Applications' } });
    expect(await call('getCalendarAddresses')).toMatchObject([{ id, folderId: 'Applications' }]);
    await call('deleteCalendarAddress', { path: { addressId: id } });
  });

  test('blackouts', async () => {
    const { id: folderId } = await call<ObjectWithId>('addFolder', {
      path: { folderId: 'Applications' },
      body: { title: 'frozen' },
    });
    const dates = { startDate: '2035-01-01T00:00:00Z', endDate: '2035-01-02T00:00:00Z' };
    const { id } = await call<ObjectWithId>('addBlackout', { body: { label: 'Freeze', ...dates, folderId } });
    const path = { blackoutId: id };
    expect(await call('getBlackout', { path })).toMatchObject({ label: 'Freeze', folderId });
    await call('updateBlackout', { path, body: { folderId: null } });
    expect(await call('getBlackouts', { query: { from: dates.startDate, to: dates.endDate } })).toMatchObject([
      { id, label: 'Freeze' },
    ]);
    const query = { from: '2035-01-01T00:00:00Z', plannedDuration: '60', folderId };
    expect(await call('getFirstFree', { query })).toEqual({ firstFree: '2035-01-02T00:00:00.000+00:00' });
    const template = await call<ObjectWithId>('createTemplate', {
      body: {
        title: 'frozen',
        phases: [{ tasks: [{ title: 'a', delayDuringBlackout: true, scheduledStartDate: dates.startDate }] }],
      },
    });
    const release = await call<Release>('createRelease', {
      path: { templateId: template.id },
      body: { releaseTitle: 'frozen', scheduledStartDate: '2035-01-01T12:00:00Z' },
    });
    expect(release.$metadata.blackout).toMatchObject({ conflicts: [{ title: 'frozen' }, { title: 'a' }] });
    await call('deleteBlackout', { path });
  });

  test('blackouts at the short path', async () => {
    const dates = { startDate: '2036-01-01T00:00:00Z', endDate: '2036-01-02T00:00:00Z' };
    const created = await call<ObjectWithId>('createBlackout', { body: { label: 'Freeze', ...dates } });
    const path = { blackoutId: created.id };
    expect(await call('readBlackout', { path })).toEqual(created);
    const renamed = await call('changeBlackout', { path, body: { label: 'Thaw' } });
    expect(renamed).toEqual({ ...created, label: 'Thaw' });
    expect(await call('getBlackout', { path })).toEqual(renamed);
    const query = { from: dates.startDate, to: dates.endDate };
    expect(await call('listBlackouts', { query })).toEqual([renamed]);
    await call('removeBlackout', { path });
    expect(await call('getBlackouts', { query })).toEqual([]);
  });
}
