import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, createRelease, gate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, expectAccessible, pagesAt, refusalInBoard } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const act = createActionRunner(rest);

const hour = 3_600_000;
const day = 24 * hour;
/** A full hour about two days from now, in milliseconds since 1970. */
const base = Math.ceil(Date.now() / hour) * hour + 2 * day;
const at = (hours: number) => new Date(base + hours * hour).toISOString();
const answered = (hours: number) => at(hours).replace('Z', '+00:00');
const addressOf = ({ id }: { readonly id: string }) => `/releases/${id.slice(id.lastIndexOf('/') + 1)}?form=timeline`;
const dragHandle = (page: Page, title: string) => page.getByRole('slider', { name: `Dates of ${title}` });
const datesOf = async (release: Release, title: string) => {
  const { scheduledStartDate, dueDate } = await rest.get<Task>(`/tasks/${idOf(release, title)}`);
  return [scheduledStartDate, dueDate];
};

/**
 * Drags a bar by a number of pixels to the right, without releasing it. `part` is the position of the pointer on the
 * bar, from 0 (start) to 1 (end).
 */
async function drag(page: Page, bar: Locator, part: number, by: number): Promise<void> {
  // The forecast arrives after the plan, and changes the scale of the chart.
  await page.locator('.track .bar.estimated').first().waitFor();
  await bar.scrollIntoViewIfNeeded();
  const box = (await bar.boundingBox())!;
  const [x, y] = [box.x + 2 + part * (box.width - 4), box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y);
  await page.mouse.move(x + by, y);
}

const planned = (title: string) => ({ title, scheduledStartDate: at(0), dueDate: at(48) });

describe.runIf(hasChromium)('a timeline in Chromium', () => {
  test('moves a dragged bar with a preview of its position, and both dates keep their distance', async () => {
    const release = await startRelease(rest, { Build: ['first', planned('compile')] }, { dueDate: at(72) });
    const { page, pageErrors } = await pages.as('admin', addressOf(release));
    const bar = dragHandle(page, 'compile');
    await bar.waitFor();
    const before = await bar.getAttribute('aria-valuetext');
    await drag(page, bar, 0.5, 60);
    await page.locator('.ghost').waitFor();
    await expect.poll(() => bar.getAttribute('aria-valuetext')).not.toBe(before);
    expect(await datesOf(release, 'compile')).toEqual([answered(0), answered(48)]);
    await page.mouse.up();
    await expect.poll(async () => (await datesOf(release, 'compile'))[0]).not.toBe(answered(0));
    const [start, due] = (await datesOf(release, 'compile')).map((date) => Date.parse(date!));
    expect([due! - start!, start! > base]).toEqual([48 * hour, true]);
    await page.locator('.ghost').waitFor({ state: 'detached' });
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('changes one date when an edge of a bar is dragged', async () => {
    const release = await startRelease(rest, { Build: ['first', planned('compile')] });
    const { page } = await pages.as('admin', addressOf(release));
    await dragHandle(page, 'compile').waitFor();
    await drag(page, dragHandle(page, 'compile'), 1, -60);
    await page.mouse.up();
    await expect.poll(async () => (await datesOf(release, 'compile'))[1]).not.toBe(answered(48));
    const [start, due] = await datesOf(release, 'compile');
    expect([start, Date.parse(due!) < base + 48 * hour]).toEqual([answered(0), true]);
    await page.reload();
    await drag(page, dragHandle(page, 'compile'), 0, -60);
    await page.mouse.up();
    await expect.poll(async () => (await datesOf(release, 'compile'))[0]).not.toBe(answered(0));
    const after = await datesOf(release, 'compile');
    expect([Date.parse(after[0]!) < base, after[1]]).toEqual([true, due]);
  });

  test('moves planned and estimated bars with the keyboard only', async () => {
    const release = await createRelease(
      rest,
      { Build: [planned('compile'), { title: 'test', plannedDuration: 3600 }] },
      { scheduledStartDate: at(0) },
    );
    const { page } = await pages.as('admin', addressOf(release));
    const bar = dragHandle(page, 'compile');
    await bar.focus();
    for (const key of ['ArrowRight', 'ArrowUp', 'Shift+ArrowLeft']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.getByText('Change canceled').waitFor({ state: 'attached' });
    for (const key of ['ArrowRight', 'ArrowUp', 'Shift+ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => datesOf(release, 'compile')).toEqual([answered(25), answered(72)]);
    await page.getByText('Dates saved').waitFor({ state: 'attached' });
    await dragHandle(page, 'test').focus();
    // The estimate follows the new dates of the task before it.
    const estimated = async () => Number(await dragHandle(page, 'test').getAttribute('aria-valuenow'));
    await expect.poll(estimated).toBe(base + 72 * hour);
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => datesOf(release, 'test')).toEqual([answered(48), undefined]);
    const phase = async () => (await rest.get<Release>(`/releases/${release.id}`)).phases[0]!;
    await rest.put(`/phases/${(await phase()).id}`, { scheduledStartDate: at(0), dueDate: at(10) });
    await expect.poll(() => page.locator('.track .bar.planned').count()).toBe(3);
    await dragHandle(page, 'Build').focus();
    for (const key of ['ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await expect.poll(async () => (await phase()).scheduledStartDate).toBe(answered(-1));
    expect((await phase()).dueDate).toBe(answered(9));
  });

  test('reverts a rejected move and shows the error of REST, even if the task completes during the drag', async () => {
    const release = await startRelease(rest, {
      Build: [{ ...planned('compile'), waitForScheduledStartDate: false }, 'test'],
    });
    const { page } = await pages.as('admin', addressOf(release));
    await dragHandle(page, 'compile').waitFor();
    await drag(page, dragHandle(page, 'compile'), 0.5, 60);
    await page.locator('.ghost').waitFor();
    await act(release, 'complete', 'compile');
    await dragHandle(page, 'compile').waitFor({ state: 'detached' });
    await page.mouse.up();
    const path = `/tasks/${idOf(release, 'compile')}`;
    const refusal = await rest.sendForError('PUT', path, { scheduledStartDate: at(1), dueDate: at(49) });
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    expect(await datesOf(release, 'compile')).toEqual([answered(0), answered(48)]);
    await page.getByRole('row').filter({ hasText: 'compile' }).getByText('Completed').waitFor();
  });

  test('offers the first free time for items that are planned to start in a blackout', async () => {
    const blackout = { label: 'Freeze', startDate: at(-1), endDate: at(5) };
    const { id } = await rest.post<{ id: string }>('/calendar/blackouts', blackout);
    const release = await createRelease(
      rest,
      { Build: [{ ...planned('compile'), delayDuringBlackout: true }] },
      { title: 'Payments' },
      { scheduledStartDate: at(1) },
    );
    const { page, pageErrors } = await pages.as('admin', addressOf(release));
    const conflicts = page.getByRole('region', { name: 'Blackout conflicts' }).getByRole('listitem');
    await conflicts.nth(1).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await conflicts
      .filter({ hasText: 'compile' })
      .getByRole('button', { name: /^Move to / })
      .click();
    const free = (minutes: number) => new Date(base + minutes * 60_000).toISOString().replace('Z', '+00:00');
    await expect.poll(() => datesOf(release, 'compile')).toEqual([free(300), free(300 + 48 * 60)]);
    await expect.poll(() => conflicts.count()).toBe(1);
    await page.getByRole('button', { name: /^Move to / }).click();
    const start = async () => (await rest.get<Release>(`/releases/${release.id}`)).scheduledStartDate;
    await expect.poll(start).toBe(free(300));
    await page.getByRole('region', { name: 'Blackout conflicts' }).waitFor({ state: 'detached' });
    await rest.sendForNoContent('DELETE', `/calendar/blackouts/${id}`);
    expect(pageErrors).toEqual([]);
  });

  test('shows the dependencies of gates, and accepts typed dates of a phase', async () => {
    const database = await startRelease(rest, { Ship: ['deploy'] }, { title: 'Database' });
    const ready = { ...gate('ready', 'approved', 'booked'), dependencies: [{ targetId: idOf(database, 'deploy') }] };
    const release = await createRelease(rest, { Go: [ready, 'go'] }, { title: 'Gated' });
    const { page, pageErrors } = await pages.as('admin', addressOf(release));
    const awaited = page.getByRole('row').filter({ hasText: 'ready' }).getByRole('listitem');
    const drawn = page.locator('.track .note.waits');
    await page.getByRole('link', { name: 'Database › deploy' }).waitFor();
    await expect.poll(() => awaited.allTextContents()).toEqual(['approved', 'booked', 'Database › deploy In progress']);
    await expect.poll(() => drawn.textContent()).toBe('Waiting for approved, booked, Database › deploy');
    await act(database, 'complete', 'deploy');
    await expect.poll(() => awaited.allTextContents()).toEqual(['approved', 'booked']);
    // Until then only screen readers have the table, and the rows of the chart do not cover blackouts and the now line.
    const tableHeight = async () => (await page.locator('.timeline-table').boundingBox())!.height;
    await expect.poll(tableHeight).toBe(1);
    const rowColor = "getComputedStyle(document.querySelector('.track')).backgroundColor";
    expect(await page.evaluate(rowColor)).toBe('rgba(0, 0, 0, 0)');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expect.poll(tableHeight).toBeGreaterThan(100);
    const typed = page.getByRole('row').filter({ hasText: 'Go' }).first();
    await typed.getByText('Planned dates').click();
    await typed.getByLabel('Planned start').fill('2031-01-02T10:30');
    await typed.getByLabel('Due').fill('2031-01-03T10:30');
    await expectAccessible(page);
    await typed.getByRole('button', { name: 'Save dates' }).focus();
    await page.keyboard.press('Enter');
    const moments: readonly string[] = await page.evaluate(
      `['2031-01-02T10:30', '2031-01-03T10:30'].map((typed) => new Date(typed).toISOString().replace('Z', '+00:00'))`,
    );
    const phase = async () => (await rest.get<Release>(`/releases/${release.id}`)).phases[0]!;
    await expect.poll(async () => [(await phase()).scheduledStartDate, (await phase()).dueDate]).toEqual(moments);
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.locator('.track .bar.planned').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('updates the current time and the estimates each minute', async () => {
    const release = await startRelease(rest, { Build: [{ title: 'compile', plannedDuration: 600 }] });
    const { page } = await pages.as('admin', '/releases');
    await page.clock.install();
    await page.goto(`${url()}${addressOf(release)}`);
    await page.locator('.track .bar.estimated').first().waitFor();
    const now = async () => (await page.locator('.behind i.now').boundingBox())!.x;
    const before = await now();
    const previewRequest = page.waitForRequest(/\/preview$/);
    await page.clock.runFor(60_000);
    await previewRequest;
    await expect.poll(now).toBeGreaterThan(before + 30);
  });

  test.runIf(isLong)('publishes the calendar of a release, and shows its URL', async () => {
    const release = await createRelease(rest, { Build: [planned('compile')] }, { title: 'Followed' });
    const { page } = await pages.as('admin', addressOf(release));
    await page.getByText('Calendar feed', { exact: true }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    const address = page.getByLabel('Address');
    await address.waitFor();
    const where = await address.inputValue();
    expect(await (await fetch(where)).text()).toContain('X-WR-CALNAME:Followed');
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop publishing' }).click();
    await address.waitFor({ state: 'detached' });
    expect((await fetch(where)).status).toBe(404);
  });

  test.runIf(isLong)('has fixed bars without the permission, and names the missing permission', async () => {
    const people = peopleOf(product);
    await people.createUser('vera');
    const release = await createRelease(rest, { Build: [planned('compile')] });
    await people.createTeam(release, ['release#view'], { users: ['vera'] });
    const { page } = await pages.as('vera', addressOf(release));
    await page.getByText('You need the permission “Edit dates of tasks”.').first().waitFor();
    await page.locator('.track .bar.planned').waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
    expect(await a11yViolations(page)).toEqual([]);
  });

  test('shows no label of the axis that its end clips', async () => {
    const release = await startRelease(rest, { Build: [planned('compile')] }, { dueDate: at(72) });
    const { page } = await pages.as('admin', addressOf(release));
    const labels = page.locator('.gantt .labels');
    await labels.locator('span').first().waitFor();
    for (const width of [1440, 1100, 700, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const clipped = () =>
        labels.evaluate((box) =>
          [...box.children]
            .filter((label) => label.getBoundingClientRect().right > box.getBoundingClientRect().right)
            .map(({ textContent }) => textContent),
        );
      await expect.poll(clipped).toEqual([]);
    }
  });
});
