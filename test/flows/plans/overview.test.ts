import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';

// compatibility.md, Answers: times are epoch milliseconds here, and startDate is the start or the scheduled start.
const { rest } = serve();
const scheduledStartDate = Date.parse('2040-01-01T00:00:00Z');
const dueDate = scheduledStartDate + 3_600_000;
type Row = Readonly<Record<string, unknown>> & { readonly $metadata: { readonly blackout: object } };
const rowOf = async (title: string) => (await rest.post<Row[]>('/releases/search/overview', { title }))[0]!;

test('a planned release has its scheduled start', async () => {
  await createRelease(rest, {}, { title: 'Ahead', scheduledStartDate, dueDate });
  const row = await rowOf('Ahead');
  expect(row).toMatchObject({ startDate: scheduledStartDate, scheduledStartDate, dueDate, queryableEndDate: dueDate });
  expect(row).not.toHaveProperty('endDate');
});

test('a release without dates has no dates', async () => {
  await createRelease(rest, {}, { title: 'Some day' });
  const dates = Object.keys(await rowOf('Some day')).filter((name) => name.endsWith('Date'));
  expect(dates).toEqual([]);
});

test('a finished release has its start and end', async () => {
  const { id } = await startRelease(rest, {}, { title: 'Over', scheduledStartDate: 0 });
  const { startDate, endDate } = await rest.get<Release & Record<string, string>>(`/releases/${id}`);
  expect(await rowOf('Over')).toMatchObject({
    startDate: Date.parse(startDate!),
    endDate: Date.parse(endDate!),
    scheduledStartDate: 0,
  });
});

test('the times of conflicting blackouts are numbers, too', async () => {
  const period = { startDate: scheduledStartDate - 1_000, endDate: scheduledStartDate + 1_000 };
  await rest.post('/calendar/blackouts', { label: 'Holidays', ...period });
  expect((await rowOf('Ahead')).$metadata.blackout).toMatchObject({
    periods: [period],
    conflicts: [{ scheduledStartDate }],
    firstFree: period.endDate,
  });
});
