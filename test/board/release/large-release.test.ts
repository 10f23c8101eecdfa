import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { Attachment } from '../../harness/rest/attachments.ts';
import { createActionRunner, createRelease, idOf, parallel, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import {
  a11yViolations,
  currentUrl,
  expectAccessible,
  openMoreActions,
  pagesAt,
  refusalInBoard,
} from '../open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);
const act = createActionRunner(rest);

const addressOf = ({ id }: { readonly id: string }) => `/releases/${lastSegmentOf(id)}`;
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

describe.runIf(hasChromium)('a large release in Chromium', () => {
  test('shows a page of a hundred tasks from the active one and all phases, and renders only changes', async () => {
    const numbered = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name} ${String(index + 1).padStart(3, '0')}`);
    // An empty group completes immediately.
    const over = numbered('over', 120).map((title) => parallel(title));
    const plan = { First: over, Second: [parallel('all', ...numbered('step', 110))], Third: ['last'] };
    const release = await startRelease(rest, plan, { title: 'Large' });
    const { page, pageErrors } = await pages.as('admin', addressOf(release));
    await page.getByText('Tasks 101–199 of 231').waitFor();
    const cards = page.getByRole('article');
    const shownOf = async () => [
      await cards.count(),
      (await currentUrl(page)).search,
      await page.locator('.overview .type').allTextContents(),
    ];
    expect(await shownOf()).toEqual([100, '', ['120 tasks, 20 shown', '110 tasks, 79 shown', '1 task']]);
    await cards.getByText('Manual').last().waitFor();
    await page.evaluate(`drawn = new Set(); observer = new MutationObserver((changes) => {
      for (const { target } of changes) drawn.add((target.parentElement.closest('li') ?? target).querySelector('h3').textContent);
    }); observer.observe(document.querySelector('.flow'), { subtree: true, childList: true, attributes: true, characterData: true })`);
    await act(release, 'complete', 'step 003');
    await page.getByRole('listitem').filter({ hasText: 'step 003' }).last().getByText('Completed').waitFor();
    expect(await page.evaluate('observer.disconnect() ?? [...drawn]')).toEqual(['all', 'step 003']);
    await expect.poll(() => page.getByRole('button', { name: 'Next' }).count()).toBe(2);
    await page.getByRole('button', { name: 'Next' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByText('Tasks 200–231 of 231').waitFor();
    expect(await shownOf()).toEqual([32, '?from=200', ['120 tasks', '110 tasks, 31 shown', '1 task']]);
    await expectAccessible(page);
    await page.getByRole('navigation', { name: 'Phases' }).getByRole('link', { name: 'First' }).click();
    await page.getByText('Tasks 1–100 of 231').waitFor();
    expect((await currentUrl(page)).search).toBe('?from=0');
    await page.goto(`${url()}${addressOf(release)}?task=${lastSegmentOf(idOf(release, 'last'))}`);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'last' }).last().waitFor();
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('links a gate to its target in another release', async () => {
    const awaited = await startRelease(rest, { Ship: ['deploy'] }, { title: 'Database' });
    const release = await startRelease(rest, {
      Go: [{ title: 'ready', type: 'rel.GateTask', dependencies: [{ targetId: idOf(awaited, 'deploy') }] }],
    });
    const { page } = await pages.as('admin', `${addressOf(release)}?task=${lastSegmentOf(idOf(release, 'ready'))}`);
    const drawer = page.getByRole('dialog', { name: 'ready' });
    const deploy = drawer.getByRole('listitem').filter({ hasText: 'Database › deploy' });
    await deploy.getByText('In progress').waitFor();
    await rest.post(`/tasks/${idOf(awaited, 'deploy')}/fail`, { comment: 'no host' });
    await deploy.getByText('Failed').waitFor();
    await drawer.getByRole('link', { name: 'Database › deploy' }).click();
    await page.getByRole('heading', { name: 'Database', level: 1 }).waitFor();
    await page.getByRole('dialog', { name: 'deploy' }).waitFor();
    expect((await currentUrl(page)).pathname).toBe(addressOf(awaited));
  });

  test('has editable dates for itself and its tasks, and shows the error of REST for rejected dates', async () => {
    const dueDate = '2031-02-03T04:05:06.000+00:00';
    const release = await startRelease(rest, { Build: [{ title: 'compile', dueDate }, 'test'] });
    const { page, pageErrors } = await pages.as('admin', addressOf(release));
    const moment: string = await page.evaluate(`new Date('2031-01-02T10:30').toISOString()`);
    const planned = `${moment.slice(0, -1)}+00:00`;
    await (await openMoreActions(page)).getByRole('menuitem', { name: 'Planned dates…' }).click();
    const head = page.getByRole('dialog', { name: 'Planned dates' });
    await head.getByLabel('Due').fill('2031-01-02T10:30');
    await head.getByRole('button', { name: 'Save dates' }).click();
    await expect.poll(async () => (await rest.get<Release>(`/releases/${release.id}`)).dueDate).toBe(planned);
    await page.getByRole('link', { name: 'compile' }).last().click();
    const drawer = page.getByRole('dialog', { name: 'compile' });
    await drawer.getByText('Planned dates').click();
    await drawer.getByLabel('Planned start').fill('2031-01-02T10:30');
    expect(await a11yViolations(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Save dates' }).click();
    const path = `/tasks/${idOf(release, 'compile')}`;
    await expect.poll(async () => (await rest.get<Task>(path)).scheduledStartDate).toBe(planned);
    expect((await rest.get<Task>(path)).dueDate).toBe(dueDate);
    const body = 'the dates have just been locked';
    const refusal = { status: 409, contentType: 'text/plain', body };
    await page.route(/\/tasks\/[^/]+$/, (request) =>
      request.request().method() === 'PUT' ? request.fulfill(refusal) : request.fallback(),
    );
    await drawer.getByLabel('Planned start').fill('');
    await drawer.getByRole('button', { name: 'Save dates' }).click();
    await drawer.getByRole('alert').getByText(body, { exact: true }).waitFor();
    expect((await rest.get<Task>(path)).scheduledStartDate).toBe(planned);
    // REST changes no dates of an ended task.
    await act(release, 'complete', 'compile');
    await drawer.getByRole('definition').getByText('Completed').waitFor();
    await drawer.getByLabel('Planned start').waitFor({ state: 'detached' });
    expect(pageErrors).toEqual([]);
  });

  test('lists the attachments of itself and its tasks, with download, upload and deletion', async () => {
    const release = await startRelease(rest, { Build: ['compile'] });
    const { page, pageErrors } = await pages.as('admin', `${addressOf(release)}?form=attachments`);
    const name = '<b onclick=x> bill \u202e.txt';
    const file = { name, mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') };
    await page.getByText('No files attached').waitFor();
    await page.getByLabel('Attach files').setInputFiles(file);
    const link = page.getByRole('link', { name });
    await link.waitFor();
    const address = await link.evaluate((anchor) => anchor.getAttribute('href'));
    const answer = await page.context().request.get(new URL(address!, url()).href);
    expect(await answer.text()).toBe('<script>alert(1)</script>');
    await expectAccessible(page);
    await page.goto(`${url()}${addressOf(release)}?task=${lastSegmentOf(idOf(release, 'compile'))}`);
    const drawer = page.getByRole('dialog', { name: 'compile' });
    await drawer.getByLabel('Attach files').setInputFiles([
      { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('1') },
      { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('2') },
    ]);
    await drawer.getByRole('link', { name: 'two.txt' }).waitFor();
    await drawer.getByRole('button', { name: 'Delete one.txt' }).click();
    await drawer.getByRole('button', { name: 'Confirm delete' }).click();
    await drawer.getByRole('link', { name: 'one.txt' }).waitFor({ state: 'detached' });
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Files 2' }).click();
    const files = page.getByRole('region', { name: 'Files' });
    await files.getByRole('link', { name, exact: true }).waitFor();
    await files.getByRole('link', { name: 'two.txt' }).waitFor();
    // The file of the task is changed in its panel.
    expect(await files.getByRole('button', { name: /^Delete / }).count()).toBe(1);
    await files.getByRole('link', { name: 'compile', exact: true }).click();
    await drawer.getByRole('link', { name: 'two.txt' }).waitFor();
    const { attachments } = await rest.get<{ attachments: readonly Attachment[] }>(
      `/tasks/${idOf(release, 'compile')}`,
    );
    expect([attachments.map(({ exportFilename }) => exportFilename), pageErrors]).toEqual([['two.txt'], []]);
  });

  test.runIf(isLong)('uploads several files one by one, and reports each refused file', async () => {
    const release = await startRelease(rest, { Build: ['compile'] });
    const { page, pageErrors } = await pages.as('admin', `${addressOf(release)}?form=attachments`);
    let uploads = 0;
    await page.route(/\/attachments$/, async (request) => {
      uploads += 1;
      const body = uploads % 2 === 1 ? `refused ${uploads}` : null;
      await (body === null ? request.continue() : request.fulfill({ status: 400, contentType: 'text/plain', body }));
    });
    const files = ['one.txt', 'two.txt', 'three.txt', 'four.txt'];
    await page
      .getByLabel('Attach files')
      .setInputFiles(files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));
    await page.getByRole('link', { name: 'four.txt' }).waitFor();
    await page.getByRole('link', { name: 'two.txt' }).waitFor();
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toEqual(['one.txt: refused 1', 'three.txt: refused 3']);
    const { attachments } = await rest.get<{ attachments: readonly Attachment[] }>(`/releases/${release.id}`);
    expect(attachments.map(({ exportFilename }) => exportFilename)).toEqual(['two.txt', 'four.txt']);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('lists the activity of a task in the drawer', async () => {
    const release = await startRelease(rest, { Build: ['compile', 'test'] });
    const { page } = await pages.as('admin', `${addressOf(release)}?task=${lastSegmentOf(idOf(release, 'compile'))}`);
    const drawer = page.getByRole('dialog', { name: 'compile' });
    await drawer.getByText('History').click();
    const lines = drawer.getByRole('group').filter({ hasText: 'History' }).getByRole('listitem');
    await lines.filter({ hasText: 'Started task “compile”' }).waitFor();
    await act(release, 'fail', 'compile', 'broken');
    await lines.filter({ hasText: 'Failed task “compile”' }).waitFor();
    expect(await lines.filter({ hasText: "'test'" }).count()).toBe(0);
    expect(await a11yViolations(page)).toEqual([]);
  });

  test('has editable variables with a control for each type, and never shows passwords', async () => {
    const variables = [
      { key: 'version', value: '1.0', requiresValue: true },
      { key: 'secret', type: 'rel.PasswordStringVariable', value: 'hunter2' },
      { key: 'regions', type: 'rel.ListStringVariable', value: ['north'] },
      { key: 'count', type: 'rel.IntegerVariable', value: 3 },
      { key: 'dry', type: 'rel.BooleanVariable', value: false },
    ];
    const release = await createRelease(rest, { Build: ['compile'] }, { variables });
    const { page, pageErrors } = await pages.as('admin', `${addressOf(release)}?form=variables`);
    await rowOf(page, 'secret').getByText('********').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    const change = async (key: string, label: string, text: string) => {
      await page.getByRole('button', { name: `Edit ${key}…` }).click();
      const dialog = page.getByRole('dialog', { name: key });
      expect(await dialog.getByLabel(label, { exact: true }).inputValue()).not.toContain('hunter2');
      await dialog.getByLabel(label, { exact: true }).fill(text);
      await dialog.getByRole('button', { name: 'Save' }).click();
      return dialog;
    };
    const detached = { state: 'detached' } as const;
    await (await change('version', 'Value', '2.0 <i>')).waitFor(detached);
    await (await change('secret', 'New value', 'hunter3')).waitFor(detached);
    await (await change('regions', 'Values', 'north\nsouth')).waitFor(detached);
    await page.getByRole('button', { name: 'Edit dry…' }).click();
    await page.getByLabel('Value', { exact: true }).selectOption('Yes');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor(detached);
    expect(await rest.get(`/releases/${release.id}/variableValues`)).toMatchObject({
      '${version}': '2.0 <i>',
      '${dry}': 'True',
    });
    await rowOf(page, 'regions').getByText('south').waitFor();
    const refused = await change('count', 'Value', 'three');
    const { id } = (await rest.get<Release>(`/releases/${release.id}`)).variables.find(({ key }) => key === 'count')!;
    const refusal = await rest.sendForError('PUT', `/releases/${id}`, { value: 'three' });
    await refused.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('restarts from a phase, after a preview of the effects or an error with the reason', async () => {
    const release = await startRelease(rest, {
      Build: ['compile', 'test'],
      Ship: [parallel('both', 'north', 'south')],
    });
    await act(release, 'complete', 'compile');
    await act(release, 'complete', 'test');
    const { page, pageErrors } = await pages.as('admin', addressOf(release));
    await (await openMoreActions(page)).getByRole('menuitem', { name: 'Restart from a phase…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restart release' });
    await dialog.getByText('Will copy Ship as Ship (2)').waitFor();
    await dialog.getByLabel('Phase', { exact: true }).selectOption('Build');
    await dialog.getByText('Will copy Build as Build (2)').waitFor();
    await dialog.getByLabel('Start at').selectOption('test');
    await dialog.getByText('skipping compile').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restart release' }).click();
    await page.getByRole('region', { name: 'Build (2)' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const now = await rest.get<Release>(`/releases/${release.id}`);
    expect([now.status, now.phases.map(({ title, status }) => `${title}: ${status}`), pageErrors]).toEqual([
      'PAUSED',
      ['Build: COMPLETED', 'Ship: SKIPPED', 'Build (2): PLANNED', 'Ship (2): PLANNED'],
      [],
    ]);
    await page.getByRole('button', { name: 'Resume' }).click();
    const [, , thirdPhase] = now.phases;
    await rest.put(`/tasks/${thirdPhase!.tasks[1]!.id}`, { description: 'with more' });
    await (await openMoreActions(page)).getByRole('menuitem', { name: 'Restart from a phase…' }).click();
    await dialog.getByText('From Build to Build (2)').waitFor();
    const differing = dialog.locator('section').filter({ hasText: 'From Build to Build (2)' }).getByRole('listitem');
    await expect.poll(() => differing.allTextContents()).toEqual(['test, description: (empty) with more']);
    expect(await dialog.getByText('From Ship to').count()).toBe(0);
  });

  test.runIf(isLong)(
    'has a timeline with planned, actual and estimated times, and a table with the same content',
    async () => {
      const day = 86_400_000;
      const [soon, later] = [Date.now() + day, Date.now() + 2 * day].map((at) => new Date(at).toISOString());
      await rest.post('/calendar/blackouts', { label: 'Freeze', startDate: soon, endDate: later });
      const dates = { scheduledStartDate: soon, dueDate: later };
      const release = await startRelease(
        rest,
        {
          Build: [{ title: 'compile', plannedDuration: 3600 }],
          Ship: [parallel('both', { title: 'north', ...dates })],
        },
        { ...dates, scheduledStartDate: new Date().toISOString() },
      );
      const { page, pageErrors } = await pages.as('admin', `${addressOf(release)}?form=timeline`);
      const chart = page.getByRole('region', { name: 'Timeline' });
      await chart.locator('.bar.estimated').nth(4).waitFor();
      await expect
        .poll(() => page.getByRole('rowheader').allTextContents())
        .toEqual(['Build', 'compile', 'Ship', 'both', 'north']);
      await expect.poll(() => chart.locator('.bar.actual').count()).toBe(2);
      await expect.poll(() => chart.locator('.now').count()).toBe(1);
      await page.setViewportSize({ width: 1280, height: 800 });
      await act(release, 'complete', 'compile');
      await rowOf(page, 'north').getByText('Scheduled').waitFor();
      // The table is for screen readers until the button shows it.
      await page.getByRole('button', { name: 'Show as table' }).click();
      await page.getByRole('link', { name: 'north' }).last().click();
      await page.getByRole('dialog', { name: 'north' }).waitFor();
      expect(pageErrors).toEqual([]);
    },
  );
});
