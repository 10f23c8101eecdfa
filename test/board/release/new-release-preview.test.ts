import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, expectAccessible, pagesAt } from '../open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);

const formOf = ({ id }: Release) => `/templates/${id.slice(id.lastIndexOf('/') + 1)}/create`;

describe.runIf(hasChromium)('the preview of a new release in Chromium', () => {
  test('shows the dates, the phase that a blackout postpones, and the people, and moves the start', async () => {
    const [begin, end] = ['2032-03-02T00:00', '2032-03-05T00:00'];
    const tasks = {
      Build: [{ title: 'compile', plannedDuration: 7_200, owner: 'admin' }],
      Deploy: [{ title: 'ship', plannedDuration: 3_600, delayDuringBlackout: true, owner: '${deployer}' }],
    };
    const variables = [
      { key: 'version', label: 'Version' },
      { key: 'deployer', value: 'dora', requiresValue: false },
    ];
    const template = await createTemplate(rest, tasks, { title: 'Previewed', variables });
    const { page, pageErrors } = await pages.as('admin', formOf(template));
    const [startDate, endDate]: readonly string[] = await page.evaluate(
      `['${begin}', '${end}'].map((at) => new Date(at).toISOString())`,
    );
    await rest.post('/calendar/blackouts', { label: 'Spring freeze', startDate, endDate });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/preview')) requests.push(request.postData() ?? '');
    });
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByText('Missing values: Version').waitFor();
    await page.getByLabel('Planned start').fill('2032-03-02T07:30');
    await preview.getByText('Spring freeze postpones Deploy.').waitFor();
    await page.getByText('In Spring freeze. It postpones tasks with “Postpone during blackouts”.').waitFor();
    const lists = (name: string) => preview.getByRole('region', { name }).getByRole('listitem').allInnerTexts();
    const lines = (texts: readonly string[]) => texts.map((text) => text.replace(/\s+/g, ' '));
    expect(lines(await lists('Planned dates'))).toEqual([
      'Build No delays Tue, Mar 2, 2032, 7:30 AM until 9:30 AM',
      'Deploy Postponed 2 d 14 h by Spring freeze Fri, Mar 5, 2032, 12:01 AM until 1:01 AM',
    ]);
    expect(lines(await lists('People and teams'))).toEqual(['admin 1 task', 'dora 1 task']);
    // Typing sends one request after a pause, and the title sends none.
    requests.length = 0;
    await page.getByLabel('Title').pressSequentially('Spring 1');
    await page.getByLabel('Version').pressSequentially('1.2.3');
    await preview.getByText('Missing values').waitFor({ state: 'detached' });
    expect(requests.map((body) => JSON.parse(body).variables)).toEqual([{ version: '1.2.3' }]);
    expect(await a11yViolations(page)).toEqual([]);
    await preview.getByRole('button', { name: 'Start on Fri, Mar 5, 2032, 12:00 AM instead' }).click();
    await preview.getByText('1 phase postponed').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Planned start').inputValue()).toBe('2032-03-05T00:00');
    await page.getByLabel('Due', { exact: true }).fill('2032-03-05T01:00');
    await preview.getByText('2 h after due').waitFor();
    await preview.getByText('Due before the estimated end.').waitFor();
    await page.getByRole('switch', { name: 'Start automatically' }).click();
    // Inputs remain while another view is open.
    await page.getByRole('link', { name: 'Calendar', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    await page.goBack();
    expect(await page.getByLabel('Title').inputValue()).toBe('Spring 1');
    await page.reload();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Spring 1');
    await page.evaluate("for (const _ of 'ab') document.querySelector('.foot-of-form .main').click()");
    await page.getByRole('heading', { name: 'Spring 1', level: 1 }).waitFor();
    const created = await rest.get<readonly { readonly autoStart: boolean }[]>(
      '/releases/byTitle?releaseTitle=Spring 1',
    );
    expect(created.map(({ autoStart }) => autoStart)).toEqual([true]);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)(
    'offers the end of the blackout in which the planned start is, even if no task is postponed',
    async () => {
      const template = await createTemplate(
        rest,
        { Build: ['compile'] },
        { title: 'Not postponed', dueDate: '2033-03-01T12:00:00Z' },
      );
      const { page } = await pages.as('admin', formOf(template));
      const [startDate, endDate]: readonly string[] = await page.evaluate(
        `['2033-03-02T00:00', '2033-03-05T00:00'].map((at) => new Date(at).toISOString())`,
      );
      await rest.post('/calendar/blackouts', { label: 'Audit', startDate, endDate });
      await page.getByLabel('Planned start').fill('2033-03-03T07:30');
      await page.getByText(/^Due before the start\. The template sets the due date Tue, Mar 1, 2033/).waitFor();
      const offer = page.getByRole('button', { name: 'Start on Sat, Mar 5, 2033, 12:00 AM instead' });
      await offer.waitFor();
      // The offer disappears until the preview of the new inputs is loaded.
      const loaded = Promise.withResolvers<void>();
      await page.route('**/preview', async (route) => {
        await loaded.promise;
        await route.continue();
      });
      const request = page.waitForRequest('**/preview');
      await page.getByLabel('Planned start').fill('2033-03-03T08:30');
      await offer.waitFor({ state: 'detached' });
      await request;
      expect(await offer.count()).toBe(0);
      loaded.resolve();
      await offer.click();
      expect(await page.getByLabel('Planned start').inputValue()).toBe('2033-03-05T00:00');
      await page.getByText('In Audit.').waitFor({ state: 'detached' });
    },
  );

  test.runIf(isLong)('is below the form on a phone, and explains inputs that REST rejects', async () => {
    const variables = [{ key: 'count', type: 'rel.IntegerVariable', value: 3 }, { key: 'version' }];
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Narrow', variables });
    const { page } = await pages.as('admin', formOf(template), { viewport: { width: 320, height: 640 } });
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByRole('listitem').first().waitFor();
    const top = async (locator: Locator) => (await locator.boundingBox())!.y;
    expect(await top(preview)).toBeGreaterThan(await top(page.getByRole('button', { name: 'Create release' })));
    await page.getByLabel('count', { exact: true }).fill('three');
    await preview.getByText('No preview for these inputs:').waitFor();
    await page.getByText('Enter a whole number').waitFor();
    await page.getByLabel('count', { exact: true }).fill('3');
    await preview.getByText('No preview for these inputs:').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create release' }).click();
    await page.getByText('2 fields need attention').waitFor();
    await page.getByLabel('Title').fill('Narrow 1');
    await page.getByText('1 field needs attention').waitFor();
    await expectAccessible(page);
    await createTemplate(rest, {}, { title: 'Other' });
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog', { name: 'New release' }).getByRole('link', { name: 'Other' }).click();
    await page.getByRole('link', { name: 'Other', exact: true }).first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title').inputValue()).toBe('');
  });
});
