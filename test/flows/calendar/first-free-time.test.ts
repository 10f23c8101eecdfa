import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createBlackoutFixture, hoursFromNow } from './blackout-fixture.ts';

const product = serve();
const { rest } = product;
const { folder, freeze } = createBlackoutFixture(rest);

const pathFor = (query: Readonly<Record<string, string>>) => `/calendar/first-free?${new URLSearchParams(query)}`;
const firstFree = async (query: Readonly<Record<string, string>>, by = rest) =>
  (await by.get<{ firstFree: string }>(pathFor(query))).firstFree;

test('the first free time is the first at which the whole duration fits outside the blackouts of its folder', async () => {
  const { id } = await folder('planned');
  const { id: siblingId } = await folder('beside it');
  await freeze(null, 10, 11);
  await freeze(id, 13, 14);
  const hours = (count: number) => String(count * 3600);
  expect([
    await firstFree({ from: hoursFromNow(8), plannedDuration: hours(2), folderId: id }),
    await firstFree({ from: hoursFromNow(9), plannedDuration: hours(2.5), folderId: id }),
    await firstFree({ from: hoursFromNow(9), plannedDuration: hours(1.5), folderId: id }),
    await firstFree({ from: hoursFromNow(9), plannedDuration: hours(2), folderId: siblingId }),
    await firstFree({ from: hoursFromNow(13.5) }),
    await firstFree({ from: hoursFromNow(13.5), folderId: id }),
  ]).toEqual([
    hoursFromNow(8),
    hoursFromNow(14),
    hoursFromNow(11),
    hoursFromNow(11),
    hoursFromNow(13.5),
    hoursFromNow(14),
  ]);
});

test('it starts now if the request has no date', async () => {
  const before = Date.now();
  const firstFreeTime = Date.parse(await firstFree({}));
  expect([firstFreeTime >= before - 1_000, firstFreeTime <= Date.now() + 1_000]).toEqual([true, true]);
});

test('the response reveals nothing of a hidden folder, and invalid dates and durations are refused', async () => {
  const { id } = await folder('hidden');
  const vera = await peopleOf(product).createUserWith(await folder('hers'), 'folder#view');
  expect(await vera.sendForError('GET', pathFor({ folderId: id }))).toBe(`404 there is no folder '${id}'`);
  expect(await rest.sendForError('GET', pathFor({ folderId: 'FolderNone' }))).toBe(
    "404 there is no folder 'FolderNone'",
  );
  expect(await rest.sendForError('GET', pathFor({ from: 'soon' }))).toMatch(/^400 .*from: expected a date/);
  expect(await rest.sendForError('GET', pathFor({ plannedDuration: '-1' }))).toMatch(/^400 .*plannedDuration/);
});
