import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { createEndpoint, deliver } from '../../harness/webhooks/endpoints.ts';
import { currentUrl, expectAccessible, fillCode, pagesAt } from '../open-page.ts';

const product = serve({ SCRIPT_COMPILE_MS: '60000' });
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

interface Identified {
  readonly id: string;
}

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const triggerAddress = ({ id }: Identified) => `/automation/triggers/${lastSegmentOf(id)}`;

async function listenerOf(eventSource: string, fields: object = {}): Promise<Identified> {
  const variables = [{ key: 'version', type: 'rel.StringVariable', requiresValue: false }];
  const plan = { title: 'Plan of events', variables };
  const template = await createTemplate(rest, { Build: ['compile'] }, plan);
  const trigger = { type: 'events.EventBasedTrigger', title: 'Pushed', template: template.id, eventSource };
  return await rest.post<Identified>('/triggers', { ...trigger, ...fields });
}

describe.runIf(hasChromium)('events in Chromium', () => {
  test('of a known system fill in the endpoint, and its view shows how to set up the sender', async () => {
    const { page, pageErrors } = await pages.as('admin', '/automation/webhooks');
    await page.getByRole('button', { name: 'New webhook endpoint', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New webhook endpoint' });
    await dialog.getByLabel('Sender', { exact: true }).selectOption('GitHub');
    await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('GitHub');
    await expect.poll(() => dialog.getByLabel('Header').inputValue()).toBe('X-Hub-Signature-256');
    await dialog.getByLabel('Path').fill('shop/github');
    await dialog.getByText(`${url()}/webhooks/shop/github`, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Generate secret' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByRole('heading', { name: 'Set up GitHub' }).waitFor();
    await page.getByText('Payload URL', { exact: true }).waitFor();
    const endpoint = await rest.get(`/config/${lastSegmentOf((await currentUrl(page)).pathname)}`);
    expect(endpoint).toMatchObject({
      ...{ path: 'shop/github', deduplicationKey: 'X-GitHub-Delivery' },
      authentication: {
        ...{ type: 'events.SignatureAuthentication', algorithm: 'SHA256', header: 'X-Hub-Signature-256' },
      },
    });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await press('Rotate secret…');
    await press('Rotate secret');
    const secret = await page.getByLabel('Secret. Copy it now; it isn’t shown again.').inputValue();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    await expectAccessible(page);
    await press('Done');
    await press('Revoke previous secret…');
    await press('Revoke previous secret');
    await page.getByText('Only the current secret is valid.').waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(pageErrors).toEqual([]);
  });

  test('are selected by sender, and values come from a delivery, a pasted payload or an example', async () => {
    const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' }, { title: 'Samples' });
    const body = JSON.stringify({ 'a.b': { tag: 'v1' }, list: [{ id: 7 }] });
    await deliver(url(), endpoint, { body, headers: { 'X-Event': 'tag', 'X-GitHub-Event': 'create' } });
    const trigger = await listenerOf(endpoint.id);
    const { page, pageErrors } = await pages.as('admin', triggerAddress(trigger));
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('Sender', { exact: true }).selectOption('GitLab');
    await page.getByLabel('Event', { exact: true }).selectOption('New tag');
    await expect.poll(() => page.getByLabel('Path').first().inputValue()).toBe('headers.X-Gitlab-Event');
    const picker = page.getByRole('dialog', { name: 'Pick a value of the event' });
    const condition = page.getByRole('group', { name: /^Condition \d+$/ }).last();
    const pick = async (button: string, sample: string, value: string) => {
      await condition.getByRole('button', { name: button, exact: true }).press('Enter');
      await picker.getByLabel('Sample', { exact: true }).selectOption({ label: sample });
      await picker.getByRole('button', { name: value }).press('Enter');
      await picker.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Insert event value…' }).first().press('Enter');
    // The first sample is the newest delivery.
    const sample = picker.getByLabel('Sample', { exact: true });
    await expect.poll(() => sample.locator('option:checked').textContent()).toMatch(/^Delivery: /);
    await sample.selectOption({ label: 'Example: GitLab, New tag' });
    await picker.getByRole('button', { name: 'path_with_namespace' }).click();
    await expect
      .poll(() => page.getByLabel('Release title').inputValue())
      .toBe('${event.project.name} ${event.ref}${event.project.path_with_namespace}');
    await page.getByRole('button', { name: 'Add to Values from the event' }).click();
    await page.getByLabel('Take the value from').selectOption('One field of the event');
    await page.getByLabel('Target property').selectOption('Variable version');
    const mappedValue = page.getByRole('group', { name: 'Event value 1', exact: true });
    await mappedValue.getByRole('button', { name: 'Pick path…' }).press('Enter');
    const delivery = await picker.getByRole('option', { name: 'Delivery' }).first().textContent();
    expect(delivery).toMatch(/^Delivery: \w{3} \d{1,2}, .+, create$/);
    await picker.getByLabel('Sample', { exact: true }).selectOption({ label: delivery ?? '' });
    await picker.getByRole('button', { name: 'tag "v1"' }).waitFor();
    await expectAccessible(page);
    await picker.getByRole('button', { name: 'tag "v1"' }).press('Enter');
    await expect.poll(() => mappedValue.getByLabel('Path').inputValue()).toBe("event['a.b'].tag");
    await page.setViewportSize({ width: 1280, height: 800 });
    await condition.getByRole('button', { name: 'Pick path…' }).press('Enter');
    await picker.getByLabel('Sample', { exact: true }).selectOption({ label: 'Paste a payload' });
    await fillCode(page, 'Payload', '{"list": [{"id": 12345678901234567890}]');
    await picker.getByText('The payload isn’t valid JSON.').waitFor();
    await fillCode(page, 'Payload', '{"list": [{"id": 12345678901234567890}]}');
    await picker.getByRole('button', { name: 'id 12345678901234567890' }).press('Enter');
    await expect.poll(() => condition.getByLabel('Path').inputValue()).toBe('event.list[0].id');
    await pick('Pick path…', 'Example: GitHub, New tag', 'created true');
    await expect.poll(() => condition.getByLabel('Path').inputValue()).toBe('event.created');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => rest.get(`/triggers/${trigger.id}`))
      .toMatchObject({
        eventFilter: {
          expressions: [{ path: 'headers.X-Gitlab-Event', value: 'Tag Push Hook' }, { path: 'event.created' }],
        },
        mappedProperties: [
          { type: 'VariableValue', targetProperty: 'variables[version]', variableKey: "event['a.b'].tag" },
        ],
      });
    expect(pageErrors).toEqual([]);
  });

  test('are selected by sender and repository, with a new endpoint and a trial of the filter', async () => {
    await createTemplate(rest, { Build: ['compile'] }, { title: 'Plan of pushes' });
    const { page, pageErrors } = await pages.as('admin', '/automation');
    await page.getByRole('button', { name: 'New trigger' }).click();
    const dialog = page.getByRole('dialog', { name: 'New trigger' });
    await dialog.getByLabel('Title', { exact: true }).fill('Pushes to main');
    await dialog.getByLabel('Type', { exact: true }).selectOption('Event');
    await dialog.getByLabel('Sender', { exact: true }).selectOption('GitHub');
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    const guide = dialog.getByRole('region', { name: 'Set up the sender' });
    await guide.getByText('Copy the secret now.', { exact: false }).waitFor();
    await guide.getByText(`${url()}/webhooks/github/`, { exact: false }).waitFor();
    await expect
      .poll(() => dialog.getByLabel('Event source').locator('option:checked').textContent())
      .toMatch(/^GitHub /);
    await dialog.getByLabel('Event', { exact: true }).selectOption('Push to a branch');
    await dialog.getByLabel('Repository', { exact: true }).fill('acme/shop');
    await dialog.getByLabel('Branch', { exact: true }).fill('main');
    await dialog.getByText('Try the filter', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Try filter' }).click();
    await dialog.getByText('The event starts a release', { exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Branch', { exact: true }).fill('old');
    await dialog.getByRole('button', { name: 'Try filter' }).click();
    await dialog.getByText('The event starts no release', { exact: true }).waitFor();
    await dialog.getByLabel('Template', { exact: true }).selectOption('Plan of pushes');
    await dialog.getByRole('button', { name: 'Create trigger' }).click();
    await page.getByRole('heading', { name: 'Pushes to main', level: 1 }).waitFor();
    const trigger = await rest.get(`/triggers/${lastSegmentOf((await currentUrl(page)).pathname)}`);
    expect(trigger).toMatchObject({
      eventFilter: {
        expressions: [
          ...[{ value: 'push' }, { value: 'refs/heads/' }, { value: 'false' }],
          ...[
            { path: 'event.repository.full_name', value: 'acme/shop' },
            { path: 'event.ref', value: 'refs/heads/old' },
          ],
        ],
      },
    });
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('are mapped to templates, folders and variables with the control of each', async () => {
    const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' }, { title: 'Typed' });
    await deliver(url(), endpoint, { body: '{}', headers: { 'X-GitHub-Event': 'create' } });
    const folder = await rest.post<Identified>('/folders/Applications', { title: 'Mapped folder' });
    const regions = { type: 'rel.FixedListOfValuesValueProvider', values: ['eu', 'us'] };
    const variables = [
      { key: 'region', type: 'rel.StringVariable', requiresValue: false, valueProvider: regions },
      { key: 'urgent', type: 'rel.BooleanVariable', requiresValue: false },
      { key: 'due', type: 'rel.DateVariable', requiresValue: false },
    ];
    const mapped = await createTemplate(rest, { Build: ['compile'] }, { title: 'Mapped plan', variables });
    const trigger = await listenerOf(endpoint.id);
    const { page, pageErrors } = await pages.as('admin', triggerAddress(trigger));
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('Event type').getByRole('option', { name: 'Webhook request' }).waitFor({ state: 'attached' });
    await page.getByLabel('Sender', { exact: true }).selectOption('GitHub');
    await page.getByLabel('Event', { exact: true }).selectOption('New tag');
    const eventNames = page.getByLabel('Value', { exact: true }).first().locator('xpath=../datalist/option');
    await expect
      .poll(() => eventNames.evaluateAll((options) => options.map((option) => option.getAttribute('value'))))
      .toEqual(['create', 'push', 'release', 'pull_request', 'workflow_run']);
    const part = (position: number) => page.getByRole('group', { name: `Event value ${position}`, exact: true });
    const map = async (position: number, target: string) => {
      await page.getByRole('button', { name: 'Add to Values from the event' }).press('Enter');
      await part(position).getByLabel('Take the value from').selectOption('A text with placeholders');
      await part(position).getByLabel('Target property').selectOption(target);
      return part(position);
    };
    await (await map(1, 'Template')).getByLabel('Template', { exact: true }).selectOption('Mapped plan');
    await (await map(2, 'Folder')).getByLabel('Folder', { exact: true }).selectOption(folder.id);
    await (await map(3, 'Variable region')).getByLabel('Value', { exact: true }).selectOption('eu');
    await (await map(4, 'Variable urgent')).getByLabel('Value', { exact: true }).selectOption('Yes');
    await (await map(5, 'Variable due')).getByLabel('Value', { exact: true }).fill('2027-01-31T10:00');
    await part(3).getByRole('button', { name: 'Insert event value…' }).press('Enter');
    const picker = page.getByRole('dialog', { name: 'Pick a value of the event' });
    // the newest delivery is first, and has no ref
    await picker.getByLabel('Sample', { exact: true }).selectOption({ label: 'Example: GitHub, New tag' });
    await picker.getByRole('button', { name: 'ref "' }).first().press('Enter');
    await expect.poll(() => part(3).getByRole('textbox', { name: 'Value' }).inputValue()).toBe('${event.ref}');
    await part(3).getByRole('button', { name: 'Select a fixed value' }).press('Enter');
    await part(3).getByLabel('Value', { exact: true }).selectOption('us');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const due = await page.evaluate(() => new Date('2027-01-31T10:00').toISOString());
    await expect
      .poll(() => rest.get(`/triggers/${trigger.id}`))
      .toMatchObject({
        // The server uses a template for all events as the template of the trigger.
        template: mapped.id,
        mappedProperties: [
          { targetProperty: 'folder', value: folder.id },
          { targetProperty: 'variables[region]', value: 'us' },
          { targetProperty: 'variables[urgent]', value: 'true' },
          { targetProperty: 'variables[due]', value: due },
        ],
      });
    expect(pageErrors).toEqual([]);
  });

  test('are offered in the script of a filter, which runs against the newest delivery', async () => {
    const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' }, { title: 'Scripted' });
    await deliver(url(), endpoint, { body: JSON.stringify({ ref: 'main', repository: { name: 'shop' } }) });
    const filter = { type: 'events.JythonEventFilter', expr: 'result = True' };
    const trigger = await listenerOf(endpoint.id, { eventFilter: filter });
    const { page, pageErrors } = await pages.as('admin', triggerAddress(trigger));
    await page.getByText('Edit', { exact: true }).click();
    await page.locator('.code-host .cm-content').waitFor();
    await fillCode(page, 'Expr', 'if event.ref:\nresult = True');
    await page.getByText('Does not compile in line 2', { exact: false }).waitFor();
    await fillCode(page, 'Expr', 'result = ');
    await page.keyboard.type('event.r');
    await page
      .locator('.cm-tooltip-autocomplete li')
      .filter({ hasText: /^repository$/ })
      .click();
    await fillCode(page, 'Expr', 'print event.repository.name\nresult = event.ref == "main"');
    await page.getByRole('button', { name: 'Test run…', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Test run', exact: true });
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    const result = dialog.getByRole('region', { name: 'Result', exact: true });
    await result.getByText('true', { exact: true }).waitFor();
    await result.getByText('shop', { exact: true }).waitFor();
    await dialog.getByLabel('Sample', { exact: true }).selectOption('Paste a payload');
    await fillCode(page, 'Payload', '{"ref": "old", "repository": {"name": "tool"}}');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await result.getByText('false', { exact: true }).waitFor();
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)(
    'show no deliveries to users who cannot read them, and no preset to users who cannot change the trigger',
    async () => {
      const folder = await rest.post<Identified>('/folders/Applications', { title: 'Events' });
      const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' }, { title: 'Hidden' });
      const trigger = await listenerOf(endpoint.id, { folderId: folder.id });
      await people.createUser('eve');
      const rights = ['folder#view', 'trigger#view_trigger', 'trigger#edit_trigger', 'template#create_release'];
      await people.createTeam(folder, rights, { users: ['eve'] });
      const { page } = await pages.as('eve', triggerAddress(trigger));
      await page.getByText('Edit', { exact: true }).click();
      await page.getByRole('button', { name: 'Insert event value…' }).first().click();
      const picker = page.getByRole('dialog', { name: 'Pick a value of the event' });
      await picker.getByRole('alert').getByText('No deliveries: ', { exact: false }).waitFor();
      await people.createUser('bob');
      await people.createTeam(folder, ['folder#view', 'trigger#view_trigger'], { users: ['bob'] });
      const { page: bobPage } = await pages.as('bob', triggerAddress(trigger));
      await bobPage.getByText('Edit', { exact: true }).click();
      await expect.poll(() => bobPage.getByLabel('Sender', { exact: true }).isDisabled()).toBe(true);
      expect(await bobPage.getByRole('button', { name: 'Insert event value…' }).first().isDisabled()).toBe(true);
    },
  );
});
