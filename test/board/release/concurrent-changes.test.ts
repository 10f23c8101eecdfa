import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { gate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const opened = (release: Release, title: string) =>
  pages.as('admin', `/releases/${lastSegmentOf(release.id)}?task=${lastSegmentOf(idOf(release, title))}`);
const drawerOf = (page: Page) => page.getByRole('dialog');
const waitForNotice = (page: Page, sentence: RegExp) => drawerOf(page).locator('.reason').getByText(sentence).waitFor();

describe.runIf(hasChromium)('concurrent changes of an open task in Chromium', () => {
  test('are announced with their user: assignments, dates, and checked conditions', async () => {
    await people.createUser('otto');
    const release = await startRelease(rest, { Ship: [gate('ready', 'approved', 'booked')] }, { title: 'Shared' });
    const unrelatedUser = await people.createUserWith(
      release,
      'release#view',
      'release#reassign_task',
      'release#edit_task_dates',
      'release#task_transition',
    );
    const { page, pageErrors } = await opened(release, 'ready');
    await drawerOf(page).getByLabel('Comment', { exact: true }).fill('mine');
    const path = `/tasks/${idOf(release, 'ready')}`;
    await unrelatedUser.post(`${path}/assign/otto`, {});
    await waitForNotice(page, /^ready: In progress\. user\d+: Assigned /);
    await drawerOf(page).getByRole('definition').getByText('otto').waitFor();
    await unrelatedUser.post(`${path}/comment`, { comment: 'soon' });
    await waitForNotice(page, /^user\d+ commented$/);
    await unrelatedUser.put(path, { dueDate: '2031-03-11T12:00:00Z' });
    await waitForNotice(page, /^ready: In progress\. user\d+: Updated task “ready”/);
    const [approved] = (await rest.get<Task>(path)).conditions!;
    await unrelatedUser.post(`/tasks/${approved!.id}`, { checked: true });
    await waitForNotice(page, /^ready: In progress\. user\d+: Fulfilled a condition of task /);
    await expect.poll(() => drawerOf(page).getByLabel('Comment', { exact: true }).inputValue()).toBe('mine');
    await expectAccessible(page);
    // The user's own changes are not announced.
    await drawerOf(page).getByLabel('booked').check();
    await expect
      .poll(() =>
        drawerOf(page)
          .locator('.reason')
          .getByText(/user\d+: /)
          .count(),
      )
      .toBe(0);
    await drawerOf(page).getByText('has no blockers').waitFor();
    expect(
      await drawerOf(page)
        .locator('.reason')
        .getByText(/: In progress\. /)
        .count(),
    ).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)(
    'are shown if they happen after the first request of a page and before its event stream',
    async () => {
      const release = await startRelease(rest, { Ship: ['wait'] }, { title: 'Slow' });
      const { page, pageErrors } = await pages.as('admin', '/login');
      await page.addInitScript(`(() => {
      const { EventSource } = window;
      window.received = [];
      window.EventSource = class extends EventSource {
        constructor(url) {
          super(url);
          this.addEventListener('message', ({ data }) => received.push(JSON.parse(data)));
        }
      };
    })()`);
      const viewRequested = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      await page.route('**/assets/release-*.js', async (route) => {
        viewRequested.resolve();
        await held.promise;
        await route.continue();
      });
      await page.goto(`${url()}/releases/${lastSegmentOf(release.id)}`, { waitUntil: 'commit' });
      await viewRequested.promise;
      const inboxEvents = async () => Number(await page.evaluate('received.filter(({ inbox }) => inbox).length'));
      await expect.poll(inboxEvents).toBeGreaterThan(0);
      const before = await inboxEvents();
      await rest.post(`/tasks/${idOf(release, 'wait')}/complete`, {});
      await expect.poll(inboxEvents).toBeGreaterThan(before);
      held.resolve();
      await page.getByRole('heading', { name: 'Slow', level: 1 }).waitFor();
      await page.locator('header').getByText('Completed').first().waitFor();
      expect(pageErrors).toEqual([]);
    },
  );

  test.runIf(isLong)('are not made by the second click of a double click on a replaced button', async () => {
    const release = await startRelease(rest, { Build: ['compile', 'last'] }, { title: 'Twice' });
    const path = `/tasks/${idOf(release, 'compile')}`;
    await rest.post(`${path}/fail`, { comment: 'no disk' });
    const { page } = await opened(release, 'compile');
    const button = (name: string) => drawerOf(page).getByRole('button', { name, exact: true });
    await button('Retry').dblclick();
    await button('Complete').waitFor();
    await drawerOf(page)
      .getByLabel('Attach files')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await button('Delete a.txt').dblclick();
    await button('Confirm delete').waitFor();
    // After this action, the effects of the earlier clicks are visible.
    await button('Assign to me').click();
    await drawerOf(page).getByRole('definition').getByText('admin').waitFor();
    const { status, attachments } = await rest.get<Task & { readonly attachments: readonly object[] }>(path);
    expect([status, attachments.length]).toEqual(['IN_PROGRESS', 1]);
    await button('Complete').click();
    await expect.poll(async () => (await rest.get<Task>(path)).status).toBe('COMPLETED');
  });

  test.runIf(isLong)(
    'by a user who has lost a permission are refused, and the controls are then disabled with their reason',
    async () => {
      await people.createUser('fay');
      const release = await startRelease(rest, { Build: ['compile', 'last'] }, { title: 'Closing' });
      const crew = (...permissions: readonly string[]) => ({
        ...{ teamName: 'Crew', permissions },
        members: [{ name: 'fay', type: 'PRINCIPAL' }],
      });
      const teamsPath = `/releases/${release.id}/teams`;
      await rest.post(teamsPath, [crew('release#view', 'release#task_transition')]);
      const task = lastSegmentOf(idOf(release, 'compile'));
      const { page, pageErrors } = await pages.as('fay', `/releases/${lastSegmentOf(release.id)}?task=${task}`);
      const complete = drawerOf(page).getByRole('button', { name: 'Complete', exact: true });
      await expect.poll(() => complete.getAttribute('aria-disabled')).not.toBe('true');
      // No refresh disables the button before the click.
      const clicked = Promise.withResolvers<void>();
      await page.route('**/api/v1/**', async (route) => {
        if (route.request().method() === 'GET') await clicked.promise;
        await route.continue();
      });
      await rest.post(teamsPath, [crew('release#view')]);
      await complete.click();
      clicked.resolve();
      await drawerOf(page).getByRole('alert').waitFor();
      await expect.poll(() => complete.getAttribute('aria-disabled')).toBe('true');
      expect((await rest.get<Task>(`/tasks/${idOf(release, 'compile')}`)).status).toBe('IN_PROGRESS');
      expect(pageErrors).toEqual([]);
    },
  );

  test.runIf(isLong)('show the output of a script unformatted, with its line breaks', async () => {
    const script = `print '# one\\n*two*   <b>three</b>'`;
    const release = await startRelease(rest, { Build: [{ title: 'tell', type: 'rel.ScriptTask', script }, 'last'] });
    const { page } = await opened(release, 'tell');
    const printed = drawerOf(page).locator('.output pre span');
    await printed.waitFor();
    expect((await printed.textContent())?.trim()).toBe('# one\n*two*   <b>three</b>');
    await expectAccessible(page);
  });
});

describe.runIf(hasChromium)('a task of a release that the user cannot view', () => {
  test('opens as a page for its participants, with list boxes as select fields', async () => {
    await people.createUser('nora');
    await people.createUser('omar');
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Closed' });
    await people.createTeam(folder, [], { users: ['omar'] }, 'Crew');
    const type = 'rel.ListOfStringValueProviderConfiguration';
    const named = [
      { key: 'regions', type: 'rel.ListStringVariable', value: ['north', 'south'] },
      { key: 'region', value: 'gone', valueProvider: { type, variable: '${regions}' } },
      { key: 'stages', type: 'rel.ListStringVariable', value: ['old'], valueProvider: { type, values: ['dev', 'qa'] } },
    ];
    const variables = named.map((variable) => ({
      ...variable,
      id: `Variable${variable.key}`,
      showOnReleaseStart: false,
    }));
    const pick = {
      title: 'pick',
      type: 'rel.UserInputTask',
      owner: 'nora',
      variables: ['Variableregion', 'Variablestages'],
    };
    const gate = { title: 'sign', type: 'rel.GateTask', team: 'Crew', conditions: [{ title: 'Checked' }] };
    const plan = { title: 'Secret train', variables };
    const release = await startRelease(rest, { Build: [pick, gate, 'hidden work'] }, plan, { folderId: folder.id });
    const path = `/tasks/${idOf(release, 'pick')}`;
    const addressOf = (title: string) =>
      `/releases/${lastSegmentOf(release.id)}?task=${lastSegmentOf(idOf(release, title))}`;
    const { page } = await pages.as('nora', '/tasks');
    await page.getByRole('link', { name: 'pick' }).click();
    await page.getByRole('heading', { name: 'pick', level: 1 }).waitFor();
    await page.getByText('You cannot view its release.').waitFor();
    await page.getByText('nora has to fill in the values and complete it.').waitFor();
    const region = page.getByLabel('region');
    await expect.poll(() => region.locator('option').allTextContents()).toEqual(['Select…', 'north', 'south', 'gone']);
    await region.selectOption('south');
    const stages = page.getByRole('group', { name: 'stages' });
    await stages.getByLabel('qa').check();
    await stages.getByLabel('old').uncheck();
    await page.getByRole('button', { name: 'Save answers' }).click();
    const valuesNow = async () =>
      (await rest.get<Release>(`/releases/${release.id}`)).variables.map(({ value }) => value);
    await expect.poll(valuesNow).toEqual([['north', 'south'], 'south', ['qa']]);
    await rest.post(`${path}/comment`, { comment: 'please hurry' });
    await page.getByText('please hurry').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect.poll(async () => (await rest.get<Task>(path)).status).toBe('COMPLETED');
    expect(await page.locator('main').innerText()).not.toMatch(/Secret train|hidden work/);
    const { page: omarPage } = await pages.as('omar', addressOf('sign'));
    await omarPage.getByLabel('Checked').check();
    await omarPage.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect.poll(async () => (await rest.get<Task>(`/tasks/${idOf(release, 'sign')}`)).status).toBe('COMPLETED');
    await omarPage.goto(`${url()}${addressOf('pick')}`);
    await omarPage.getByRole('heading', { name: 'Release not found' }).waitFor();
  });
});
