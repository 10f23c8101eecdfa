import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  idOf,
  parallel,
  sequential,
  startRelease,
} from '../../harness/rest/plans.ts';
import type { Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import {
  a11yViolations,
  currentUrl,
  horizontalOverflow,
  openMoreActions,
  pagesAt,
  refusalInBoard,
} from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const act = createActionRunner(rest);
const addressOf = ({ id }: { readonly id: string }) => `/releases/${id.slice(id.lastIndexOf('/') + 1)}`;
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const cellsOf = (page: Page, title: string) => rowOf(page, title).getByRole('cell').allTextContents();
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title }).last();

describe.runIf(hasChromium)('a release in Chromium', () => {
  test('shows its phases with their tasks, and explains why it waits', async () => {
    const plan = {
      Build: [{ title: 'compile', owner: 'admin' }, 'test'],
      Quality: [parallel('checks', 'by hand', sequential('load', 'prepare', 'run'))],
    };
    const release = await startRelease(rest, plan, { title: 'Payments', description: 'The **big** one' });
    const { page, pageErrors } = await pages.as('admin', '/releases');
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    expect((await currentUrl(page)).pathname).toBe(addressOf(release));
    const phases = page.locator('.release-flow').getByRole('region');
    await expect.poll(() => phases.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Build', 'Quality']);
    await expect
      .poll(() => phases.nth(1).getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['checks', 'by hand', 'load', 'prepare', 'run']);
    const { sentence } = await rest.get<{ sentence: string }>(`/releases/${release.id}/explain`);
    const wait = page.getByRole('region', { name: 'Waiting for' });
    await wait.getByText(refusalInBoard(sentence), { exact: true }).waitFor();
    await card(page, 'compile').getByText('In progress').waitFor();
    await act(release, 'complete', 'compile');
    await card(page, 'test').getByText('In progress').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await a11yViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 600 });
    expect([await horizontalOverflow(page), pageErrors]).toEqual([0, []]);
  });

  test.runIf(isLong)('explains why it waits without a layout shift, with links to the tasks', async () => {
    const all = parallel('all', 'one', "two's \u202e' <b>", 'three', 'four', 'five');
    const release = await startRelease(rest, { Build: [all] });
    const { page } = await pages.as('admin', addressOf(release));
    const reason = page.locator('.reason');
    await reason.getByText('1 more').waitFor();
    const requested = Promise.withResolvers<void>();
    await page.route('**/explain', async (route) => {
      await requested.promise;
      await route.continue();
    });
    await page.reload();
    await reason.waitFor();
    const initialHeight = (await reason.boundingBox())?.height;
    requested.resolve();
    const more = reason.getByText('1 more');
    await more.waitFor();
    expect((await reason.boundingBox())?.height).toBe(initialHeight);
    await more.click();
    await expect
      .poll(() => reason.getByRole('link').allTextContents())
      .toEqual(['one', "two's \u202e' <b>", 'three', 'four', 'five'].flatMap((title) => [title, 'Open']));
    expect(await a11yViolations(page)).toEqual([]);
    await reason.getByRole('link', { name: "two's" }).first().click();
    await page.getByRole('dialog', { name: "two's" }).waitFor();
  });

  test('fits three phases with groups at 1280 pixels, and keeps times in one line at 1440 pixels', async () => {
    const phase = (name: string) => [parallel(name, `${name} one`, `${name} two`)];
    const release = await startRelease(rest, { Build: phase('build'), Test: phase('test'), Ship: phase('ship') });
    // A time zone in which it is between 10 and 11 PM, because these times are the widest.
    const offset = 22 - new Date().getUTCHours();
    const hoursBehindUtc = offset > 12 ? 24 - offset : -offset;
    const timezoneId = `Etc/GMT${hoursBehindUtc < 0 ? '' : '+'}${hoursBehindUtc}`;
    const viewport = { width: 1280, height: 800 };
    const { page } = await pages.as('admin', addressOf(release), { viewport, timezoneId });
    const flow = page.locator('ol.flow');
    await flow.getByRole('heading', { name: 'Ship', level: 2 }).waitFor();
    await expect.poll(() => flow.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url()}${addressOf(release)}?form=table`);
    await page.locator('td time').first().waitFor();
    const lines = await page
      .locator('td time')
      .evaluateAll((times) => times.map((time) => new Set([...time.getClientRects()].map(({ top }) => top)).size));
    expect(new Set(lines)).toEqual(new Set([1]));
    expect(await page.locator('td time').first().textContent()).toMatch(/ 10:\d\d/);
  });

  test('has tasks that can be completed in a drawer with the keyboard only', async () => {
    const release = await startRelease(rest, {
      Build: [{ title: 'compile', description: '- one\n- <b>two</b>' }, 'test'],
    });
    const { page, pageErrors } = await pages.as('admin', addressOf(release));
    await page.getByRole('link', { name: 'compile' }).last().focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'compile' });
    await drawer.getByRole('listitem').getByText('<b>two</b>').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await drawer.getByLabel('Comment').fill('it *works*');
    await drawer.getByRole('button', { name: 'Complete' }).focus();
    await page.keyboard.press('Enter');
    await drawer.getByText('Completed').waitFor();
    await drawer.getByRole('listitem').getByText('it works').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await card(page, 'test').getByText('In progress').waitFor();
    const { status, comments } = await rest.get<Task>(`/tasks/${idOf(release, 'compile')}`);
    expect([status, comments.map(({ text }) => text), pageErrors]).toEqual(['COMPLETED', ['it *works*'], []]);
  });

  test('has a URL for each task, and the back button restores earlier drawers', async () => {
    const release = await startRelease(rest, { Build: ['compile', 'test'] });
    const { page } = await pages.as('admin', addressOf(release));
    const drawer = page.getByRole('dialog');
    for (const title of ['compile', 'test']) {
      await page.getByRole('link', { name: title }).last().click();
      await drawer.getByRole('heading', { name: title }).waitFor();
      await drawer.getByRole('button', { name: 'Close' }).click();
      await drawer.waitFor({ state: 'detached' });
    }
    await page.goBack();
    await drawer.getByRole('heading', { name: 'test' }).waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: 'compile' }).last().waitFor();
    expect((await currentUrl(page)).search).toBe('');
  });

  test('is aborted with a reason, and shows an error without one', async () => {
    const release = await startRelease(rest, { Build: ['compile'] });
    const { page } = await pages.as('admin', addressOf(release));
    await (await openMoreActions(page)).getByRole('menuitem', { name: 'Abort release…' }).click();
    await page.getByLabel('Reason').fill('not needed');
    await page.getByRole('button', { name: 'Abort release', exact: true }).click();
    await page.getByText('Aborted').first().waitFor();
    await expect
      .poll(async () => (await rest.get<{ status: string }>(`/releases/${release.id}`)).status)
      .toBe('ABORTED');
    await page.getByText('1 skipped or aborted').waitFor();
    await page.getByText('0 of 1', { exact: true }).waitFor();
    await page.getByText('Aborted: not needed').waitFor();
    await page.getByText(/^Will be archived on /).waitFor();
    expect(await page.getByRole('button', { name: 'Flag…' }).count()).toBe(0);
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    const items = ['Compare…', 'Notifications…', 'Audit report (Excel)', 'Print report'];
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(items);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'compile' }).first().click();
    await page.getByText('Abort reason: not needed').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Properties' }).click();
    await page.getByText('Completed and aborted releases can’t be edited.').waitFor();
    expect(await page.getByLabel('Title').isDisabled()).toBe(true);
    const unrelatedRelease = await startRelease(rest, { Build: ['compile'] });
    await page.goto(`${url()}${addressOf(unrelatedRelease)}`);
    await (await openMoreActions(page)).getByRole('menuitem', { name: 'Abort release…' }).click();
    await page.getByLabel('Reason').fill('too late');
    const path = `/releases/${unrelatedRelease.id}/abort`;
    await rest.post(path, { abortComment: 'sooner' });
    await page.getByRole('button', { name: 'Abort release', exact: true }).click();
    const refusal = await rest.sendForError('POST', path, { abortComment: 'too late' });
    const dialog = page.getByRole('dialog', { name: /^Abort / });
    // The board replaces the id by the title.
    const text = refusalInBoard(refusal, unrelatedRelease.title);
    await dialog.getByRole('alert').getByText(text, { exact: true }).waitFor();
    await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('too late');
    await page.goto(`${url()}/releases/Release0000`);
    await page.getByRole('alert').getByText('there is no release “Release0000”').waitFor();
  });

  test('has a table with the phase, group and dependencies of each task, and the URL contains the tab', async () => {
    const links = [{ source: 'Taskunit', target: 'Taskload' }];
    const checks = {
      ...parallel('checks', { id: 'Taskunit', title: 'unit' }, { id: 'Taskload', title: 'load' }),
      links,
    };
    const release = await startRelease(rest, { Build: [{ title: 'compile', owner: 'admin' }], Quality: [checks] });
    const { page, pageErrors } = await pages.as('admin', addressOf(release));
    const textAtWidth = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      const { width: textWidth } = (await page.getByText('after unit').boundingBox())!;
      return [textWidth > 1, await page.locator('svg.order').filter({ visible: true }).count()];
    };
    // Lines show the dependencies if there is space. The text is for screen readers.
    expect([await textAtWidth(320), await textAtWidth(1280), await a11yViolations(page)]).toEqual([
      [true, 0],
      [false, 2],
      [],
    ]);
    await page.getByRole('link', { name: 'Table' }).click();
    await rowOf(page, 'load').waitFor();
    expect([await cellsOf(page, 'compile'), await cellsOf(page, 'load')]).toEqual([
      ['Build', 'In progress', 'Manual', 'admin', '–', '–', expect.any(String), '–', '–'],
      ['Quality', 'Planned', 'Manual', '–', 'unit', '–', '–', '–', '–'],
    ]);
    await expect
      .poll(() => page.getByRole('rowheader').allTextContents())
      .toEqual(['compile', 'checks', 'checks › unit', 'checks › load']);
    await act(release, 'complete', 'compile');
    await rowOf(page, 'unit').getByText('In progress').waitFor();
    await page.getByRole('link', { name: 'unit' }).last().click();
    await page.getByRole('dialog', { name: 'unit' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await currentUrl(page)).search).toBe('?form=table');
    expect(pageErrors).toEqual([]);
  });

  test('shows at most a hundred rows of its table on each page', async () => {
    const titles = Array.from({ length: 120 }, (_, index) => `step ${String(index + 1).padStart(3, '0')}`);
    const release = await createRelease(rest, { Build: titles });
    const { page } = await pages.as('admin', `${addressOf(release)}?form=table`);
    await rowOf(page, 'step 100').waitFor();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(100);
    await page.getByRole('button', { name: 'Next' }).click();
    await rowOf(page, 'step 120').waitFor();
    expect((await currentUrl(page)).search).toBe('?form=table&from=100');
    await page.goBack();
    await rowOf(page, 'step 001').waitFor();
  });

  test('lists its activity live, newest first', async () => {
    const release = await startRelease(rest, { Build: ['compile', 'test'] });
    const { page } = await pages.as('admin', addressOf(release));
    await page.getByRole('link', { name: 'Activity' }).click();
    const today = page.locator('.activity > section');
    const entry = (text: string) => today.getByRole('listitem').filter({ hasText: text });
    await entry('Started task “compile”').waitFor();
    await act(release, 'complete', 'compile');
    await entry('Started task “test”').waitFor();
    const log = await rest.get<readonly { readonly message: string }[]>(`/activities/${release.id}`);
    const texts = log.map(({ message }) => refusalInBoard(message)).toReversed();
    await expect.poll(() => today.locator('.log-text').allTextContents()).toEqual(texts);
    await entry('Started task “test”').getByText('Slipway', { exact: true }).waitFor();
    await page.getByText('Edits', { exact: true }).click();
    await entry('Started task “test”').waitFor({ state: 'detached' });
    await page.getByText('Status changes', { exact: true }).click();
    expect(await a11yViolations(page)).toEqual([]);
    await entry('Started task “test”').getByRole('link', { name: 'test' }).click();
    await page.getByRole('dialog', { name: 'test' }).waitFor();
    expect((await currentUrl(page)).searchParams.get('task')).toBe(idOf(release, 'test').split('/').at(-1));
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('shows the missing permission for each action that the user lacks', async () => {
    const people = peopleOf(product);
    await people.createUser('vera');
    const release = await startRelease(rest, { Build: [{ title: 'compile' }, { title: 'hers', owner: 'vera' }] });
    await people.createTeam(release, ['release#view'], { users: ['vera'] });
    const { page } = await pages.as('vera', addressOf(release));
    const menu = await openMoreActions(page);
    for (const [action, reason] of [
      ['Restart from a phase…', 'You need the permission “Restart phases”.'],
      ['Abort release…', 'You need the permission “Abort releases”.'],
    ] as const) {
      const item = menu.getByRole('menuitem', { name: action });
      await item.getByText(reason).waitFor();
      expect(await item.getAttribute('aria-disabled')).toBe('true');
    }
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'compile' }).last().click();
    const drawer = page.getByRole('dialog', { name: 'compile' });
    // Beside the actions, and beside the button that assigns the task.
    await expect.poll(() => drawer.getByText('You need the permission “Complete tasks of others”.').count()).toBe(2);
    await expect.poll(() => drawer.getByRole('button', { name: 'Complete' }).isDisabled()).toBe(true);
    await drawer.getByText('You need the permission “Edit attachments of tasks”.').waitFor();
    await expect.poll(() => drawer.getByLabel('Attach files').isDisabled()).toBe(true);
    expect(await a11yViolations(page)).toEqual([]);
    await page.goto(`${url()}${addressOf(release)}?task=${idOf(release, 'hers').split('/').at(-1)}`);
    const own = page.getByRole('dialog', { name: 'hers' });
    await own.getByRole('button', { name: 'Mark complete' }).click();
    await own.getByText('Completed early').waitFor();
    await expect
      .poll(async () => (await rest.get<{ status: string }>(`/tasks/${idOf(release, 'hers')}`)).status)
      .toBe('COMPLETED_IN_ADVANCE');
  });
});
