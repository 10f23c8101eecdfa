import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../harness/people/people.ts';
import { serve } from '../harness/product/serve.ts';
import { createTemplate } from '../harness/rest/plans.ts';
import type { Release } from '../harness/rest/response-types.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { isLong } from '../harness/test-length.ts';
import { a11yViolations, currentUrl, expectAccessible, pagesAt, refusalInBoard } from './open-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const people = peopleOf(product);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const formOf = ({ id }: { readonly id: string }) => `/templates/${lastSegmentOf(id)}/create`;

/** Waits for the view of a new release, and returns the release. */
async function arrivedAt(page: Page, title: string): Promise<Release> {
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  return rest.get<Release>((await currentUrl(page)).pathname);
}

interface ForecastTask {
  readonly startDate: string;
  readonly endDate: string;
  readonly heldUntil?: string;
}
interface Preview {
  readonly phases: readonly (ForecastTask & { readonly tasks: readonly ForecastTask[] })[];
}

const valuesOf = ({ id }: Release) => rest.get<Record<string, string>>(`/releases/${id}/variableValues`);

describe.runIf(hasChromium)('a release that is created in Chromium', () => {
  test('has a field for each variable by its type, and gets the entered values', async () => {
    const provider = { type: 'rel.ListOfStringValueProviderConfiguration', variable: '${regions}' };
    const variables = [
      { key: 'version', label: 'Version <b>', description: 'what is shipped' },
      { key: 'regions', type: 'rel.ListStringVariable', value: ['north', 'south'] },
      { key: 'region', valueProvider: provider },
      { key: 'tags', type: 'rel.SetStringVariable', requiresValue: false },
      { key: 'hosts', type: 'rel.MapStringStringVariable', requiresValue: false },
      { key: 'dry', type: 'rel.BooleanVariable' },
      { key: 'count', type: 'rel.IntegerVariable', value: 3 },
      { key: 'day', type: 'rel.DateVariable', requiresValue: false },
      { key: 'secret', type: 'rel.PasswordStringVariable', value: 'hunter2' },
      { key: 'hidden', value: 'h', showOnReleaseStart: false },
    ];
    const folder = await rest.post<Release>('/folders/Applications', { title: 'Shop' });
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Ship', variables });
    const { page, pageErrors, origins } = await pages.as('admin', formOf(template));
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await field('Version <b>').fill('<i>1.4</i>');
    await field('region').selectOption('south');
    await field('tags (optional)').fill('a\nb\na');
    await field('hosts (optional)').fill('x=1');
    await field('dry').selectOption('No');
    await field('day (optional)').fill('2031-01-02T10:30');
    await field('secret').fill('hunter3');
    await field('Title').fill('Train 1');
    await field('Folder').selectOption('Shop');
    await field('Planned start').fill('2031-01-03T10:30');
    await field('Due').fill('2031-01-02T10:30');
    await field('Tags').fill('web\nurgent');
    await field('Description').fill('**all** of it');
    const [day, start]: readonly string[] = await page.evaluate(
      `['2031-01-02T10:30', '2031-01-03T10:30'].map((at) => new Date(at).toISOString().replace('Z', '+00:00'))`,
    );
    expect(await page.getByText('hidden').count()).toBe(0);
    await page.getByRole('button', { name: 'Create release' }).click();
    const release = await arrivedAt(page, 'Train 1');
    expect([release.status, release.id.startsWith(`${folder.id}/`), release.scheduledStartDate]).toEqual([
      'PLANNED',
      true,
      start,
    ]);
    const { dueDate, tags, description } = release;
    expect([dueDate, tags, description]).toEqual([day, ['web', 'urgent'], '**all** of it']);
    expect(await valuesOf(release)).toEqual({
      '${version}': '<i>1.4</i>',
      '${regions}': "['north', 'south']",
      '${region}': 'south',
      '${tags}': "['a', 'b']",
      '${hosts}': "{'x': '1'}",
      '${dry}': 'False',
      '${count}': '3',
      '${day}': day,
      '${hidden}': 'h',
    });
    expect([pageErrors, [...origins]]).toEqual([[], [new URL(url()).origin]]);
  });

  test('is created and started with the keyboard, after an error of REST is fixed', async () => {
    const variables = [{ key: 'count', type: 'rel.IntegerVariable', value: 3 }];
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Counted', variables });
    const { page } = await pages.as('admin', formOf(template));
    const start = page.getByRole('button', { name: 'Create and start' });
    await page.getByLabel('Title').focus();
    await page.keyboard.type('Train 2');
    await page.getByLabel('Owner').focus();
    await page.keyboard.type('nobody');
    await page.getByLabel('count', { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('three');
    await start.focus();
    await page.keyboard.press('Enter');
    const body = { releaseTitle: 'Train 2', releaseOwner: 'nobody', variables: { count: 'three' } };
    const refusal = await rest.sendForError('POST', `/templates/${template.id}/start`, body);
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByLabel('Owner').fill('');
    await page.getByLabel('count', { exact: true }).fill('4');
    await start.focus();
    await page.keyboard.press('Enter');
    const release = await arrivedAt(page, 'Train 2');
    expect([release.status, release.owner, await valuesOf(release)]).toEqual([
      'IN_PROGRESS',
      'admin',
      { '${count}': '4' },
    ]);
  });

  test('is followed by another one, whose buttons the message about the first one does not cover', async () => {
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Repeated' });
    const { page } = await pages.as('admin', formOf(template));
    await page.setViewportSize({ width: 1440, height: 800 });
    const another = page.getByRole('button', { name: 'Create and add another' });
    for (const title of ['Train 3', 'Train 4']) {
      await page.getByLabel('Title').fill(title);
      await another.click();
      await page.getByText(`${title} created`, { exact: true }).filter({ visible: true }).first().waitFor();
    }
    const [toast, buttons] = await Promise.all([
      page.getByRole('button', { name: 'Dismiss' }).last().boundingBox(),
      another.boundingBox(),
    ]);
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
  });

  test('requires values before a request is sent', async () => {
    const template = await createTemplate(rest, { Build: ['compile'] }, { variables: [{ key: 'version' }] });
    const { page } = await pages.as('admin', formOf(template));
    await page.getByLabel('Title').fill('Never');
    await page.getByRole('button', { name: 'Create release' }).click();
    await page.getByLabel('version').and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    expect(await rest.get('/releases/byTitle?releaseTitle=Never')).toEqual([]);
  });

  test.runIf(isLong)('is disabled without the permission, and names the permission', async () => {
    const vera = await people.createUser('vera');
    const template = await createTemplate(rest, { Build: ['compile'] }, { allowTargetFolderOverride: false });
    await people.createTeam(template, ['template#view'], { users: ['vera'] });
    const { page } = await pages.as('vera', formOf(template));
    await page.getByText('You need the permission “Create releases from templates”.').waitFor();
    expect([
      await page.getByRole('button', { name: 'Create release' }).isDisabled(),
      await page.getByRole('button', { name: 'Create and start' }).isDisabled(),
      await page.getByLabel('Folder', { exact: true }).count(),
    ]).toEqual([true, true, 0]);
    await page.goto(`${url()}/`);
    // The reason is at the main button and at the template.
    await page.getByText('You need the permission “Create releases from templates”.').last().waitFor();
    await page.getByText('You can’t create releases from these templates.').waitFor();
    await people.createRole('Creators', ['release#create'], ['vera']);
    await page.goto(`${url()}${formOf(template)}`);
    await expect.poll(() => page.getByRole('button', { name: 'Create release' }).isEnabled()).toBe(true);
    const failure = { status: 500, contentType: 'application/problem+json', body: '{"detail":"out of memory"}' };
    await page.route(`**/api/v1/templates/${lastSegmentOf(template.id)}`, (route) => route.fulfill(failure));
    await page.reload();
    await page.getByRole('heading', { name: 'The template can’t be loaded' }).waitFor();
    await page.getByRole('alert').getByText('out of memory', { exact: true }).waitFor();
    expect(await page.getByText('not found').count()).toBe(0);
    const repeated = page.waitForRequest(`**/api/v1/templates/${lastSegmentOf(template.id)}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await repeated;
    await page.unrouteAll();
    await page.reload();
    await page.getByRole('button', { name: 'Create release' }).waitFor();
    await page.goto(`${url()}/templates/Release0000/create`);
    await page.getByRole('heading', { name: 'Template not found' }).waitFor();
    const refusal = await vera.sendForError('GET', '/templates/Release0000');
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
  });
});

const onTemplate = ({ id }: { readonly id: string }, form: string) => `/templates/${lastSegmentOf(id)}?form=${form}`;
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

describe.runIf(hasChromium)('preview of a template in Chromium', () => {
  test('shows the estimated dates, and the delay by a blackout', async () => {
    const start = '2031-01-02T10:30:00.000Z';
    await rest.post('/calendar/blackouts', { label: 'Freeze', startDate: start, endDate: '2031-01-05T10:30:00.000Z' });
    const tasks = [
      { title: 'compile', plannedDuration: 3_600 },
      { title: 'deploy ${version}', delayDuringBlackout: true },
    ];
    const template = await createTemplate(rest, { Build: tasks }, { title: 'Held', variables: [{ key: 'version' }] });
    const { page, pageErrors } = await pages.as('admin', `/templates/${lastSegmentOf(template.id)}`);
    await page.getByRole('link', { name: 'Planned dates' }).click();
    await rowOf(page, 'compile').waitFor();
    const typed: string = await page.evaluate(`(() => {
      const at = new Date('${start}');
      return new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
    })()`);
    await page.getByLabel('Start at').fill(typed);
    await rowOf(page, 'deploy').getByText('by a blackout').waitFor();
    const body = { releaseTitle: 'Held', scheduledStartDate: start };
    const { phases } = await rest.post<Preview>(`/templates/${template.id}/preview`, body);
    const times = await page
      .getByRole('row')
      .getByRole('time')
      .evaluateAll((all) => all.map((element) => element.dateTime));
    const [build] = phases;
    const [compile, deploy] = build!.tasks;
    const expected = [build!, compile!, deploy!].flatMap(({ startDate, endDate }) => [startDate, endDate]);
    expect(times.map((date) => Date.parse(date))).toEqual(
      [...expected, deploy!.heldUntil!].map((date) => Date.parse(date)),
    );
    await page.getByText('Missing values: version').waitFor();
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('lists the triggers of the template, with their next runs', async () => {
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Nightly' });
    const { page } = await pages.as('admin', onTemplate(template, 'triggers'));
    await page.getByText('No triggers for this template').waitFor();
    const { id } = await rest.post<Release>('/triggers', {
      ...{ type: 'time.Schedule', title: 'each night <b>', template: template.id, enabled: true, pollType: 'CRON' },
      ...{ periodicity: '0 3 * * *', timeZone: 'Europe/Berlin' },
    });
    await page.reload();
    const row = rowOf(page, 'each night <b>');
    await row.getByText('Every day at 3:00 AM (Europe/Berlin)').waitFor();
    await row.getByText('Enabled', { exact: true }).waitFor();
    await row.getByText('Show', { exact: true }).click();
    const { next } = await rest.get<{ next: readonly { date: string }[] }>(`/triggers/${id}/preview`);
    await expect.poll(() => row.getByRole('listitem').count()).toBe(next.length);
  });

  test.runIf(isLong)('can add a variable, which is then in the form of a new release', async () => {
    await people.createUser('tom');
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Grown' });
    const rights = ['template#view', 'template#edit', 'template#create_release'];
    await people.createTeam(template, rights, { users: ['tom'] });
    const { page, pageErrors } = await pages.as('tom', onTemplate(template, 'variables'));
    await page.getByRole('button', { name: 'Add variable' }).click();
    const dialog = page.getByRole('dialog', { name: 'New variable' });
    await dialog.getByLabel('Key', { exact: true }).fill('version');
    await dialog.getByLabel('Value', { exact: true }).fill('1');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await rowOf(page, 'version').getByRole('button', { name: 'Delete version' }).waitFor();
    await page.getByRole('link', { name: 'New release' }).click();
    await expect.poll(() => page.getByLabel('version').inputValue()).toBe('1');
    expect(pageErrors).toEqual([]);
  });
});
