import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, currentUrl, expectAccessible, pagesAt, refusalInBoard } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

interface Trigger {
  readonly id: string;
  readonly title: string;
  readonly enabled: boolean;
}
type TriggerRef = Pick<Trigger, 'id'>;
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const boxOf = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const switchOf = (page: Page, title: string) => page.getByRole('switch', { name: `Enable ${title}`, exact: true });
const stateOf = (page: Page, title: string) => expect.poll(() => switchOf(page, title).getAttribute('aria-checked'));
const addressOf = ({ id }: TriggerRef) => `/automation/triggers/${lastSegmentOf(id)}`;

const noAuthentication = { type: 'events.NoAuthentication' };
const endpoint = { type: 'events.PostWebhookEndpoint', title: 'Pushes', path: 'p', authentication: noAuthentication };
/** A schedule in the distant future, so that the trigger does not fire during the test. */
const yearly = { pollType: 'CRON', periodicity: '0 3 1 1 *', timeZone: 'Europe/Berlin' };

async function triggerOf(title: string, fields: object = {}): Promise<Trigger> {
  const template = await createTemplate(rest, { Build: ['compile'] }, { title: `Plan of ${title}` });
  return await rest.post<Trigger>('/triggers', { title, template: template.id, ...yearly, ...fields });
}
const templateIn = (folder: TriggerRef, title: string, variables: readonly object[]) =>
  rest.post<TriggerRef>(`/templates?folderId=${folder.id}`, { title, variables });
const fetchTrigger = async ({ id }: TriggerRef) => await rest.get<Trigger>(`/triggers/${id}`);

describe.runIf(hasChromium)('triggers in Chromium', () => {
  test('are listed with their template, next run and latest result', async () => {
    const folder = await rest.post<TriggerRef>('/folders/Applications', { title: 'Shop <b>' });
    const nightly = await triggerOf('Nightly <i> \u202e', { folderId: folder.id });
    await rest.sendForNoContent('POST', `/triggers/${nightly.id}/run`);
    await triggerOf('Sleeper', { enabled: false });
    const { page, pageErrors } = await pages.as('admin', '/');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.keyboard.press('w');
    await expect.poll(() => page.title()).toBe('Automation · Slipway');
    const row = rowOf(page, 'Nightly');
    await row.getByText('Release created').waitFor();
    await row.getByText('Shop <b>', { exact: true }).waitFor();
    await row.getByText('Every year on Jan 1 at 3:00 AM (Europe/Berlin)', { exact: true }).waitFor();
    await stateOf(page, 'Nightly <i> \u202e').toBe('true');
    await expect
      .poll(() => row.getByRole('link').allTextContents())
      .toEqual(['Nightly <i> \u202e', 'Plan of Nightly <i> \u202e']);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Search triggers').fill('sleep');
    await row.waitFor({ state: 'detached' });
    await stateOf(page, 'Sleeper').toBe('false');
    await rowOf(page, 'Sleeper').getByText('Off', { exact: true }).waitFor();
    expect((await currentUrl(page)).search).toBe('?title=sleep');
    await page.getByRole('button', { name: 'Type: All' }).click();
    await page.getByLabel('Type', { exact: true }).selectOption({ index: 2 });
    await page.getByText('No triggers match these filters').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('are enabled, disabled, run and deleted in bulk and by keyboard, and each error is beside its trigger', async () => {
    const [first, second] = [await triggerOf('Many one'), await triggerOf('Many two')];
    const { page, pageErrors } = await pages.as('admin', '/automation?title=many');
    await boxOf(page, 'Many one').waitFor();
    await page.keyboard.press('a');
    await page.getByText('2 selected', { exact: true }).waitFor();
    await button(page, 'Disable').click();
    await page.getByText(/ selected$/).waitFor({ state: 'detached' });
    expect([(await fetchTrigger(first)).enabled, (await fetchTrigger(second)).enabled]).toEqual([false, false]);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await button(page, 'Enable').focus();
    await page.keyboard.press('Enter');
    await stateOf(page, 'Many one').toBe('true');
    expect((await fetchTrigger(second)).enabled).toBe(false);
    const { template } = await rest.get<{ readonly template: string }>(`/triggers/${second.id}`);
    await rest.put(`/templates/${lastSegmentOf(template)}`, { allowConcurrentReleasesFromTrigger: false });
    await rest.sendForNoContent('POST', `/triggers/${second.id}/run`);
    const [, reason = ''] = (await rest.sendForError('POST', `/triggers/${second.id}/run`)).split(' created ');
    await boxOf(page, 'Many two').check();
    await button(page, 'Run now').click();
    await rowOf(page, 'Many two').getByRole('alert').getByText(reason).waitFor();
    await button(page, 'Delete…').click();
    const dialog = page.getByRole('dialog', { name: 'Delete trigger?' });
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete trigger' }).click();
    await rowOf(page, 'Many two').waitFor({ state: 'detached' });
    await rest.sendForError('GET', `/triggers/${second.id}`);
    expect(pageErrors).toEqual([]);
  });

  test('have a switch that shows the expected state at once, and goes back with the text of REST after a refusal', async () => {
    const trigger = await triggerOf('Switched', { enabled: false });
    const { page, pageErrors } = await pages.as('admin', '/automation?title=switched');
    await stateOf(page, 'Switched').toBe('false');
    const answering = Promise.withResolvers<void>();
    const body = 'the template is locked\n';
    await page.route(/enable$/, async (route) => {
      await answering.promise;
      await route.fulfill({ status: 409, headers: { 'X-Request-Id': 'x' }, contentType: 'text/plain', body });
    });
    await switchOf(page, 'Switched').click();
    await stateOf(page, 'Switched').toBe('true');
    answering.resolve();
    await rowOf(page, 'Switched').getByRole('alert').getByText(body.trim(), { exact: true }).waitFor();
    await stateOf(page, 'Switched').toBe('false');
    await page.unroute(/enable$/);
    await switchOf(page, 'Switched').press('Enter');
    await page.getByText('1 trigger enabled', { exact: true }).waitFor();
    expect((await fetchTrigger(trigger)).enabled).toBe(true);
    await button(page, 'Run Switched now').click();
    await rowOf(page, 'Switched').getByText('Release created').waitFor();
    await button(page, 'Actions for Switched').press('Enter');
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    await page.getByRole('dialog', { name: 'Delete trigger?' }).getByRole('button', { name: 'Delete trigger' }).click();
    await page.getByText('No triggers match these filters').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('have a view with the next fire times and a run history that updates automatically', async () => {
    const trigger = await triggerOf('Whole', { enabled: false, allowParallelExecution: false });
    const { page, pageErrors } = await pages.as('admin', addressOf(trigger));
    await page.getByRole('heading', { name: 'Whole', level: 1 }).waitFor();
    await page.getByText('If enabled now:').waitFor();
    const times = page.getByRole('listitem').filter({ has: page.getByRole('time') });
    await expect.poll(() => times.count()).toBe(5);
    await page.getByText('No runs yet').waitFor();
    await button(page, 'Run now').click();
    await rowOf(page, 'Run manually').getByText('Release created').waitFor();
    const [, reason = ''] = (await rest.sendForError('POST', `/triggers/${trigger.id}/run`)).split(' created ');
    await button(page, 'Run now').click();
    await page.getByRole('alert').getByText(reason).waitFor();
    await page.getByText('Skipped').or(page.getByText('Rejected')).first().waitFor();
    await switchOf(page, 'Whole').click();
    await page.getByText('Trigger enabled', { exact: true }).waitFor();
    await stateOf(page, 'Whole').toBe('true');
    expect((await fetchTrigger(trigger)).enabled).toBe(true);
    await page.getByRole('cell').getByRole('link').first().click();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/releases\/Release/);
    expect(pageErrors).toEqual([]);
  });

  test('have a form with the fields of their type, which sends only changed fields', async () => {
    const folder = await rest.post<TriggerRef>('/folders/Applications', { title: 'Night shift' });
    const trigger = await triggerOf('Typed', { tags: ['night'] });
    const { page, pageErrors } = await pages.as('admin', addressOf(trigger));
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('Tags').fill('night\nshift <b>');
    await page.getByLabel('Release folder').selectOption('Night shift');
    await page.getByLabel('Expression', { exact: true }).fill('yearly');
    await rest.put(`/triggers/${trigger.id}`, { description: 'of somebody else' });
    await button(page, 'Save').click();
    const refusal = await rest.sendForError('PUT', `/triggers/${trigger.id}`, { periodicity: 'yearly' });
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await page.getByLabel('Repeats').selectOption('Fixed interval');
    await page.getByLabel('Interval', { exact: true }).fill('24');
    await page.getByLabel('Variables').fill('[{"key"');
    await button(page, 'Save').click();
    await page.getByText('Variables isn’t valid JSON.').waitFor();
    await page.getByLabel('Variables').fill('[{"key": "version", "value": "1"}]');
    expect(await a11yViolations(page)).toEqual([]);
    await button(page, 'Save').click();
    await page.getByText('of somebody else').first().waitFor();
    await expect
      .poll(() => fetchTrigger(trigger))
      .toMatchObject({
        tags: ['night', 'shift <b>'],
        releaseFolder: folder.id,
        pollType: 'REPEAT',
        periodicity: '86400',
        description: 'of somebody else',
        variables: [{ key: 'version', value: '1' }],
      });
    expect(pageErrors).toEqual([]);
  });

  test('are created in the list or in a template, with the fields of their type, by users with the permission', async () => {
    const folder = await rest.post<TriggerRef>('/folders/Applications', { title: 'Made' });
    const variables = [{ key: 'version', type: 'rel.StringVariable', label: 'Version', requiresValue: false }];
    const template = await templateIn(folder, 'Plan <i>', variables);
    const { page, pageErrors } = await pages.as('admin', '/automation');
    await button(page, 'New trigger').click();
    const dialog = page.getByRole('dialog', { name: 'New trigger' });
    await dialog.getByLabel('Title', { exact: true }).fill('Hourly <b>');
    await dialog.getByLabel('Title', { exact: true }).press('Enter');
    // of the schedule and the template
    await expect.poll(() => dialog.getByText('Enter a value', { exact: true }).count()).toBe(2);
    await dialog.getByLabel('Search templates').fill('plan <');
    await dialog.getByLabel('Template', { exact: true }).selectOption('Plan <i>');
    await dialog.getByLabel('Version').fill('1.${counter}');
    await dialog.getByLabel('Enable now').uncheck();
    await dialog.getByLabel('Title', { exact: true }).press('Enter');
    await dialog.getByText('Enter a value', { exact: true }).waitFor();
    await dialog.getByLabel('Repeats').selectOption('Cron expression');
    await dialog.getByLabel('Expression', { exact: true }).fill('hourly');
    await dialog.getByLabel('Title', { exact: true }).press('Enter');
    const sent = { title: 'Hourly <b>', template: template.id };
    const refusal = await rest.sendForError('POST', '/triggers', { ...sent, pollType: 'CRON', periodicity: 'hourly' });
    await dialog.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await dialog.getByLabel('Repeats').selectOption('Fixed interval');
    expect(await a11yViolations(page)).toEqual([]);
    await button(page, 'Create trigger').click();
    await page.getByRole('heading', { name: 'Hourly <b>', level: 1 }).waitFor();
    const values = [{ key: 'version', value: '1.${counter}' }];
    const created = await fetchTrigger({ id: lastSegmentOf((await currentUrl(page)).pathname) });
    const saved = { enabled: false, periodicity: '3600', folderId: folder.id, variables: values };
    expect(created).toMatchObject({ ...sent, ...saved });
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('Version').fill('2.0');
    await button(page, 'Save').click();
    await expect.poll(() => fetchTrigger(created)).toMatchObject({ variables: [{ key: 'version', value: '2.0' }] });
    await people.createUser('tom');
    await people.createTeam(folder, ['template#view', 'trigger#view_trigger'], { users: ['tom'] });
    const { page: tomPage } = await pages.as('tom', `/templates/${lastSegmentOf(template.id)}?form=triggers`);
    await tomPage.getByText('You need the permissions “Edit triggers”, “Create releases from templates”.').waitFor();
    await expect.poll(() => button(tomPage, 'New trigger…').isDisabled()).toBe(true);
    await page.goto(`${url()}/templates/${lastSegmentOf(template.id)}?form=triggers`);
    await button(page, 'New trigger…').press('Enter');
    await dialog.getByLabel('Title', { exact: true }).fill('Daily');
    await dialog.getByLabel('Repeats').selectOption('Every day');
    await dialog.getByText('Every day at 2:00 AM', { exact: false }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Time of day').press('Enter');
    await rowOf(page, 'Daily').waitFor();
    expect([await dialog.count(), pageErrors]).toEqual([0, []]);
  });

  test.runIf(isLong)('with an event have fields for event filters and mapped properties', async () => {
    const { id: eventSource } = await rest.post<TriggerRef>('/config', endpoint);
    const trigger = await triggerOf('Pushed', { type: 'events.EventBasedTrigger', eventSource });
    const { page, pageErrors } = await pages.as('admin', addressOf(trigger));
    await page.getByRole('link', { name: endpoint.title, exact: true }).waitFor();
    await page.getByText('An event trigger runs only for events. To run it now, replay a delivery.').waitFor();
    expect(await button(page, 'Run now').getAttribute('aria-disabled')).toBe('true');
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('Event filter').selectOption('All expressions match');
    for (const ref of ['old', 'main']) {
      await button(page, 'Add to Conditions').press('Enter');
      await page.getByLabel('Path').last().fill('event.ref');
      await page.getByLabel('Operator').last().selectOption('is equal to');
      await page.getByLabel('Value type').last().selectOption('Text');
      await page.getByLabel('Value', { exact: true }).last().fill(ref);
    }
    await button(page, 'Remove Condition 1').press('Enter');
    await button(page, 'Add to Values from the event').click();
    await page.getByLabel('Take the value from').selectOption('A list');
    await page.getByLabel('Target property').selectOption('Tags');
    await page.getByLabel('Value', { exact: true }).last().pressSequentially('a\nb');
    await expectAccessible(page);
    await button(page, 'Save').click();
    const expressions = [{ path: 'event.ref', operator: 'EQUALS', valueType: 'STRING', value: 'main' }];
    const mappedProperties = [{ type: 'ListStringValue', targetProperty: 'tags', value: ['a', 'b'] }];
    await expect.poll(() => fetchTrigger(trigger)).toMatchObject({ eventFilter: { expressions }, mappedProperties });
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('show the missing permissions to viewers', async () => {
    const folder = await rest.post<TriggerRef>('/folders/Applications', { title: 'Seen only' });
    const trigger = await triggerOf('Seen', { folderId: folder.id });
    await people.createUser('ann');
    await people.createTeam(folder, ['folder#view', 'trigger#view_trigger'], { users: ['ann'] });
    const { page } = await pages.as('ann', '/automation');
    await boxOf(page, 'Seen').check();
    const lacked = page.getByText('You need the permission “Edit triggers”.').filter({ visible: true });
    await lacked.waitFor();
    await page.getByText('You need the permission “Create top-level templates” or “Edit triggers”.').waitFor();
    await expect.poll(() => button(page, 'New trigger').isDisabled()).toBe(true);
    await expect.poll(() => button(page, 'Disable').isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
    await page.getByRole('link', { name: 'Seen', exact: true }).click();
    await page.getByRole('heading', { name: 'Seen', level: 1 }).waitFor();
    await lacked.first().waitFor();
    await expect.poll(() => button(page, 'Run now').isDisabled()).toBe(true);
    await page.goto(`${url()}/automation/triggers/TriggerNone%2Fx`);
    await page.getByRole('alert').getByText('TriggerNone').first().waitFor();
    await page.goto(`${url()}/automation/webhooks`);
    await page.getByText('You need the permission “Administrator” or “Edit connections and endpoints”.').waitFor();
    await expect.poll(() => button(page, 'New webhook endpoint').isDisabled()).toBe(true);
    const own = await rest.post<TriggerRef>('/folders/Applications', { title: 'Own' });
    await people.createTeam(own, ['folder#view', 'folder#edit_configuration'], { users: ['ann'] });
    await page.reload();
    await button(page, 'New webhook endpoint').click();
    await expect
      .poll(() => page.getByLabel('Folder', { exact: true }).locator('option').allTextContents())
      .toEqual(['Own']);
    expect((await fetchTrigger(trigger)).enabled).toBe(true);
  });
});
