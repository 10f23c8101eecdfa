import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

interface Identified {
  readonly id: string;
}
interface Trigger extends Identified {
  readonly pollType: string;
  readonly periodicity: string;
  readonly timeZone: string;
}

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const fetchTrigger = (id: string) => rest.get<Trigger>(`/triggers/${id}`);

async function triggerOf(title: string, fields: object): Promise<Identified> {
  const template = await createTemplate(rest, { Build: ['compile'] }, { title: `Plan of ${title}` });
  return await rest.post<Identified>('/triggers', { title, template: template.id, pollType: 'CRON', ...fields });
}

describe('the next times of a schedule', () => {
  test('are those of the scheduler, with the effect of daylight saving, also for users without permissions', async () => {
    const zoe = await people.createUser('zoe');
    const query = new URLSearchParams({ periodicity: '30 2 29 3 *', timeZone: 'Europe/Berlin', count: '20' });
    const { next, description } = await zoe.get<{ next: Identified[]; description: string }>(
      `/triggers/next-times?${query}`,
    );
    expect(description).toBe('at 02:30, on day 29 of the month, in March');
    const trigger = await triggerOf('Spring', { periodicity: '30 2 29 3 *', timeZone: 'Europe/Berlin' });
    expect(await rest.get(`/triggers/${trigger.id}/preview?count=20`)).toMatchObject({ next });
    expect(JSON.stringify(next)).toContain('02:30');
    const interval = await zoe.get<{ next: Identified[] }>(
      '/triggers/next-times?pollType=REPEAT&periodicity=90&count=2',
    );
    expect(interval).toMatchObject({ description: 'every 90 seconds', timeZone: 'UTC' });
    expect(interval.next).toHaveLength(2);
  });

  test.each([
    ['periodicity=nightly', 'cron expression'],
    ['periodicity=0+0+30+2+*', 'does not occur'],
    ['periodicity=0+3+*+*+*&timeZone=Mars', 'time zone'],
    ['pollType=REPEAT&periodicity=0', 'seconds'],
    ['periodicity=0+3+*+*+*&count=101', 'count'],
    ['', 'periodicity'],
  ])('are refused for %j with the reason', async (query, reason) => {
    const refusal = await rest.sendForError('GET', `/triggers/next-times?${query}`);
    expect([refusal.slice(0, 3), refusal]).toEqual(['400', expect.stringContaining(reason)]);
  });
});

describe.runIf(hasChromium)('schedules in Chromium', () => {
  test('are built without a cron expression, with a sentence and the next times in the zone of the trigger', async () => {
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Plan to build' });
    const { page, pageErrors } = await pages.as('admin', '/automation');
    await page.getByRole('button', { name: 'New trigger', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New trigger' });
    await dialog.getByLabel('Title', { exact: true }).fill('Nights');
    await dialog.getByLabel('Template', { exact: true }).selectOption('Plan to build');
    await dialog.getByLabel('Repeats').selectOption('On days of the week');
    expect(await dialog.getByLabel('Monday').isDisabled()).toBe(true);
    await dialog.getByLabel('Sunday').press('Space');
    await dialog.getByLabel('Time of day').fill('02:30');
    await dialog.getByLabel('Time zone').fill('Europe/Berlin');
    const zones = await page.evaluate("[...document.querySelectorAll('datalist option')].map(({ value }) => value)");
    expect(zones).toEqual(expect.arrayContaining(['UTC', 'Europe/Berlin', 'Pacific/Auckland']));
    await dialog.getByText('Every Sunday and Monday at 2:30 AM, Europe/Berlin', { exact: true }).waitFor();
    await expect.poll(() => dialog.getByRole('region', { name: 'Next runs' }).getByRole('listitem').count()).toBe(5);
    await expectAccessible(page);
    const parallel = 'Create a release while an earlier one of this trigger is still running';
    await expect.poll(() => dialog.getByRole('checkbox', { description: parallel }).isChecked()).toBe(true);
    await dialog.getByRole('checkbox', { description: parallel }).uncheck();
    await dialog.getByRole('button', { name: 'Create trigger' }).click();
    await page.getByRole('heading', { name: 'Nights', level: 1 }).waitFor();
    const trigger = await fetchTrigger(lastSegmentOf((await currentUrl(page)).pathname));
    const schedule = { pollType: 'CRON', periodicity: '30 2 * * 0,1', timeZone: 'Europe/Berlin' };
    expect(trigger).toMatchObject({ ...schedule, template: template.id, allowParallelExecution: false });
    await page.getByText('Edit', { exact: true }).click();
    await expect.poll(() => page.getByLabel('Repeats').inputValue()).toBe('weekly');
    await page.getByLabel('Repeats').selectOption('Every month');
    await page.getByLabel('Day of the month').selectOption('Last day');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => fetchTrigger(trigger.id)).toMatchObject({ ...schedule, periodicity: '30 2 L * *' });
    expect(pageErrors).toEqual([]);
  });

  test('that the builder cannot express stay as they are, and wrong ones show the reason of the server', async () => {
    const trigger = await triggerOf('Expert', { periodicity: '0 0 8 ? * FRI#3', timeZone: 'Asia/Kolkata' });
    const { page, pageErrors } = await pages.as('admin', `/automation/triggers/${lastSegmentOf(trigger.id)}`);
    await page.getByText('Edit', { exact: true }).click();
    await expect.poll(() => page.getByLabel('Repeats').inputValue()).toBe('expression');
    await expect.poll(() => page.getByLabel('Expression', { exact: true }).inputValue()).toBe('0 0 8 ? * FRI#3');
    await page.getByText('Runs at 08:00, on the third Friday of the month, Asia/Kolkata', { exact: true }).waitFor();
    await page.getByLabel('Description').fill('kept');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => fetchTrigger(trigger.id))
      .toMatchObject({ description: 'kept', periodicity: '0 0 8 ? * FRI#3' });
    await page.getByLabel('Expression', { exact: true }).fill('0 0 30 2 *');
    await page.getByText('“0 0 30 2 *” does not occur', { exact: false }).waitFor();
    await page.getByLabel('Expression', { exact: true }).fill('*/10 * * * *');
    await page.getByText('Every 10 min, Asia/Kolkata', { exact: true }).waitFor();
    await page.getByLabel('Repeats').selectOption('Every few minutes');
    await expect.poll(() => page.getByLabel('Minutes between runs').inputValue()).toBe('15');
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('are disabled with the reason for users who cannot change the trigger', async () => {
    const folder = await rest.post<Identified>('/folders/Applications', { title: 'Only seen' });
    const trigger = await triggerOf('Seen', { periodicity: '0 3 * * *', folderId: folder.id });
    await people.createUser('amy');
    await people.createTeam(folder, ['folder#view', 'trigger#view_trigger'], { users: ['amy'] });
    const { page } = await pages.as('amy', `/automation/triggers/${lastSegmentOf(trigger.id)}`);
    await page.getByText('Edit', { exact: true }).click();
    await expect.poll(() => page.getByLabel('Repeats').isDisabled()).toBe(true);
    expect(await page.getByLabel('Time of day').isDisabled()).toBe(true);
    await page.getByText('You need the permission “Edit triggers”.').first().waitFor();
  });
});
