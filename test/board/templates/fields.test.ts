import { beforeAll, describe, expect, test } from 'vitest';

import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, gate, idOf, parallel } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong, pickLength } from '../../harness/test-length.ts';
import { a11yViolations, expectAccessible, pagesAt } from '../open-page.ts';
import { addressOf, button, card, detached, drawerOf, installDeploy, lastSegmentOf, save } from './template-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const taskOf = (template: Release, title: string) => rest.get<Fields>(`/tasks/${lastSegmentOf(idOf(template, title))}`);

type Fields = Task & Readonly<Record<string, unknown>>;

beforeAll(() => installDeploy(rest));

describe.runIf(hasChromium)('the fields of a task of a template in Chromium', () => {
  test('include the common fields of all tasks', async () => {
    const template = await createTemplate(rest, { Build: ['one'] });
    const { page, pageErrors } = await pages.as('admin', addressOf(template, idOf(template, 'one')));
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Title').fill('<b>one</b> \u202e');
    await drawer.getByLabel('Description').fill('- *a*\n- b');
    await drawer.getByLabel('Assignee').fill('admin');
    await drawer.getByLabel('Team').fill('Release Admin');
    for (const group of [
      'Schedule',
      'Precondition',
      'Failure handling',
      'Tags and watchers',
      'Flag',
      'Variables',
      'Advanced',
    ])
      await drawer.locator('summary').getByText(group, { exact: true }).click();
    expect(await a11yViolations(page)).toEqual([]);
    await drawer.getByLabel('Tags').fill('red\nblue');
    await drawer.getByLabel('Watchers').fill('admin');
    await drawer.getByLabel('Planned start').first().fill('2031-01-02T10:30');
    await drawer.getByLabel('Due').fill('2031-01-03T10:30');
    await drawer.getByLabel('Expected duration (min)').fill('1.5');
    for (const truth of ['Wait for the', 'Postpone during', 'Check attributes']) {
      await drawer.getByLabel(truth).click();
    }
    await drawer.getByLabel('Flag', { exact: true }).selectOption({ label: 'At risk' });
    await drawer.getByLabel('Reason for the flag').fill('because');
    await drawer.getByLabel('Precondition').fill('x = 1\ny = 2');
    await drawer.getByLabel('Handle failures').check();
    await drawer.getByLabel('On failure').selectOption({ label: 'Run a script' });
    await drawer.getByLabel('Failure handler').fill('print 1');
    await drawer.getByLabel('Abort script').fill('print 2');
    await drawer.getByLabel('Variable mapping').fill('owner=${who}');
    await save(page);
    const moment = (typed: string): Promise<string> => page.evaluate((text) => new Date(text).toISOString(), typed);
    const shown = async (typed: string) => (await moment(typed)).replace('Z', '+00:00');
    const before = await taskOf(template, 'one');
    expect(before).toMatchObject({
      title: '<b>one</b> \u202e',
      description: '- *a*\n- b',
      owner: 'admin',
      team: 'Release Admin',
      tags: ['red', 'blue'],
      watchers: ['admin'],
      scheduledStartDate: await shown('2031-01-02T10:30'),
      dueDate: await shown('2031-01-03T10:30'),
      plannedDuration: 90,
      flagStatus: 'AT_RISK',
      flagComment: 'because',
      precondition: 'x = 1\ny = 2',
      taskFailureHandlerEnabled: true,
      taskRecoverOp: 'RUN_SCRIPT',
      failureHandler: 'print 1',
      abortScript: 'print 2',
      variableMapping: { owner: '${who}' },
      waitForScheduledStartDate: false,
      delayDuringBlackout: true,
      checkAttributes: true,
    });
    await drawer.getByLabel('Assignee').fill('');
    await drawer.getByLabel('Due').fill('');
    await drawer.getByLabel('Tags').fill('');
    await save(page);
    const { owner, dueDate, ...after } = await taskOf(template, 'one');
    expect([owner, dueDate, after.tags, pageErrors]).toEqual([undefined, undefined, [], []]);
    await expectAccessible(page);
  });

  test('of the template itself are in a tab', async () => {
    const template = await createTemplate(rest, { Build: ['one'] }, { title: 'Before' });
    const { page, pageErrors } = await pages.as('admin', addressOf(template));
    await page.getByRole('link', { name: 'Properties' }).click();
    await page.getByLabel('Title').fill('After');
    await page.getByLabel('Tags').fill('blue');
    await page.locator('summary').getByText('Release behavior').click();
    await page.getByLabel('Abort the release when a task fails').check();
    await page.getByText('Triggers and scripts').click();
    await page.getByLabel('Maximum in parallel').fill('7');
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'After', level: 1 }).waitFor();
    const changed = await rest.get<Release>(`/templates/${template.id}`);
    expect(changed).toMatchObject({ title: 'After', tags: ['blue'], abortOnFailure: true, maxConcurrentReleases: 7 });
    expect([changed.phases, pageErrors]).toEqual([template.phases, []]);
  });

  test.runIf(isLong)('include the fields of each built-in task type', async () => {
    const otherTemplate = await createTemplate(
      rest,
      {},
      { title: 'The other template', variables: [{ key: 'version', value: '1', showOnReleaseStart: true }] },
    );
    const awaited = await createRelease(rest, { Go: ['ready'] }, { title: 'Awaited' });
    const all = {
      Build: [
        gate('gate', 'first', 'second'),
        parallel('group', 'alpha', 'beta'),
        { title: 'ask', type: 'rel.UserInputTask' },
        { title: 'create', type: 'rel.CreateReleaseTask' },
        { title: 'script', type: 'rel.ScriptTask' },
        { title: 'notify', type: 'rel.NotificationTask' },
      ],
    };
    const template = await createTemplate(rest, all, { variables: [{ key: 'region', value: '' }] });
    const { page, pageErrors } = await pages.as('admin', addressOf(template));
    const open = async (title: string) => {
      await card(page, title).click();
      await drawerOf(page, title).getByRole('button', { name: 'Save' }).waitFor();
      return drawerOf(page, title);
    };
    const close = async (title: string) => {
      await button(page, 'Close').click();
      await drawerOf(page, title).waitFor(detached);
    };
    const ofGate = await open('gate');
    await button(page, 'Delete first').click();
    await button(page, 'Delete first').waitFor(detached);
    await ofGate.getByLabel('New condition').fill('third');
    // Inputs in parts are kept after the panel is closed, and the card has a mark.
    await ofGate.getByText('Add approval', { exact: true }).first().click();
    await ofGate.getByLabel('Approvals required').fill('2');
    await page.keyboard.press('Escape');
    await drawerOf(page, 'gate').waitFor(detached);
    await card(page, 'gate').and(page.locator(':focus')).waitFor();
    await page.locator('article.gate').getByText('Unsaved', { exact: true }).waitFor();
    await page.getByText('Unsaved: gate').waitFor();
    await card(page, 'gate').click();
    await expect.poll(() => ofGate.getByLabel('Approvals required').inputValue()).toBe('2');
    await button(page, 'Discard').click();
    await expect.poll(() => ofGate.getByLabel('Approvals required').inputValue()).toBe('1');
    await expect.poll(() => ofGate.getByLabel('New condition').inputValue()).toBe('third');
    await button(page, 'Add condition').click();
    await button(page, 'Rename third').waitFor();
    await ofGate.getByLabel('Condition', { exact: true }).first().fill('2nd');
    await button(page, 'Rename second').click();
    await button(page, 'Rename 2nd').waitFor();
    await ofGate.getByLabel('Search releases').fill('Awaited');
    await button(page, 'Search').click();
    await ofGate.getByLabel('Wait for', { exact: true }).selectOption({ label: 'Go › ready' });
    await button(page, 'Add dependency').click();
    await ofGate
      .getByRole('listitem')
      .filter({ hasText: lastSegmentOf(idOf(awaited, 'ready')) })
      .waitFor();
    await ofGate.getByLabel('ID or ${variable}').fill('${target}');
    await button(page, 'Add dependency').click();
    await button(page, 'Delete dependency on ${target}').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await close('gate');
    const ofGroup = await open('group');
    await ofGroup.getByLabel('Task', { exact: true }).selectOption({ label: 'beta' });
    await ofGroup.getByLabel('runs after', { exact: true }).selectOption({ label: 'alpha' });
    await button(page, 'Add link').click();
    await ofGroup.getByText('beta runs after alpha').waitFor();
    await close('group');
    await page.getByText('after alpha').waitFor();
    const inputTaskFields = await open('ask');
    await inputTaskFields.getByLabel('region').check();
    await save(page);
    await close('ask');
    const ofCreate = await open('create');
    await ofCreate.getByLabel('New release title').fill('Made of ${region}');
    await ofCreate.getByLabel('Search templates').fill('The other');
    await ofCreate.getByLabel('Template', { exact: true }).selectOption({ label: 'The other template' });
    // The values appear before the template is saved.
    await ofCreate.getByLabel('version').waitFor();
    await ofCreate.getByLabel('Release folder').selectOption({ label: 'No folder (top level)' });
    await ofCreate.getByLabel('Start release').check();
    await ofCreate.getByLabel('Release tags').fill('made');
    await ofCreate.getByLabel('version').fill('2');
    await button(page, 'Save template and values').click();
    await button(page, 'Save values').waitFor();
    await save(page);
    await expect
      .poll(async () => (await taskOf(template, 'create')).templateVariables)
      .toMatchObject([{ key: 'version', value: '2' }]);
    await close('create');
    const ofScript = await open('script');
    await ofScript.getByLabel('Script', { exact: true }).fill('print 1\nprint 2');
    await save(page);
    await close('script');
    const ofNotice = await open('notify');
    await ofNotice
      .getByText('Slipway sends this mail when the task starts. Without a mail server, a person sends it.')
      .waitFor();
    await ofNotice.getByLabel('Addresses').fill('a@example.org\nb@example.org');
    await ofNotice.getByLabel('Subject').fill('Ready');
    await ofNotice.getByLabel('Body').fill('It is\nready');
    await save(page);
    const stored = Object.fromEntries(
      await Promise.all(all.Build.map(async ({ title }) => [title, await taskOf(template, title)] as const)),
    );
    expect(stored).toMatchObject({
      gate: {
        conditions: [{ title: '2nd' }, { title: 'third' }],
        dependencies: [{ targetId: idOf(awaited, 'ready') }, { targetId: '${target}' }],
      },
      group: { links: [{ source: idOf(template, 'alpha'), target: idOf(template, 'beta') }] },
      ask: { variables: template.variables.map(({ id }) => id) },
      create: {
        newReleaseTitle: 'Made of ${region}',
        templateId: otherTemplate.id,
        folderId: 'Applications',
        startRelease: true,
        releaseTags: ['made'],
      },
      script: { script: 'print 1\nprint 2' },
      notify: { addresses: ['a@example.org', 'b@example.org'], subject: 'Ready', body: 'It is\nready' },
    });
    expect(pageErrors).toEqual([]);
  });

  test.each(pickLength({ short: ['flat'], long: ['flat', 'custom'] }))(
    'include the input properties of a plugin task type: %s',
    async (shape) => {
      const connection = { type: 'acme.Server', title: `Server of ${shape}`, url: 'http://localhost' };
      const { id: server } = await rest.post<{ readonly id: string }>('/config', connection);
      const custom = { type: 'rel.CustomScriptTask', pythonScript: { type: 'acme.Deploy' } };
      const template = await createTemplate(rest, {
        Ship: [{ title: 'deploy', ...(shape === 'flat' ? { type: 'acme.Deploy' } : custom) }],
      });
      const { page, pageErrors } = await pages.as('admin', addressOf(template, idOf(template, 'deploy')));
      const drawer = drawerOf(page, 'deploy');
      await drawer.getByLabel('Environment').fill('test');
      await drawer.getByText('Where to').waitFor();
      await drawer.getByLabel('Count').fill('3');
      await drawer.getByLabel('Dry').check();
      await drawer.getByLabel('At', { exact: true }).fill('2031-01-02T10:30');
      await drawer.getByLabel('Labels').fill('x\ny');
      await drawer.getByLabel('Kinds').fill('z');
      await drawer.getByLabel('Options').fill('a=b=c');
      await drawer.getByLabel('Token').fill('hunter2');
      await drawer.getByLabel('Mode').selectOption('safe');
      await drawer.getByLabel('Server', { exact: true }).selectOption({ label: `Server of ${shape}` });
      await drawer.getByText(/^Output: (pythonScript\.)?address/).waitFor();
      expect(await drawer.getByLabel('Status line').count()).toBe(0);
      expect(await a11yViolations(page)).toEqual([]);
      expect(await drawer.getByLabel('Region (required)', { exact: true }).inputValue()).toBe('');
      await save(page);
      const task = await taskOf(template, 'deploy');
      expect(shape === 'flat' ? task : task.pythonScript).toMatchObject({
        type: 'acme.Deploy',
        environment: 'test',
        count: 3,
        dry: true,
        labels: ['x', 'y'],
        kinds: ['z'],
        options: { a: 'b=c' },
        token: '********',
        mode: 'safe',
        server: expect.stringContaining(lastSegmentOf(server)),
      });
      expect([await drawer.getByLabel('Token').inputValue(), pageErrors]).toEqual(['', []]);
      // An incomplete date in a folded group: the group opens, and the field has the focus and its error.
      await drawer.getByLabel('At', { exact: true }).focus();
      await page.keyboard.press('Delete');
      await drawer.locator('summary').getByText('Task settings', { exact: true }).click();
      await drawer.getByLabel('Count').waitFor({ state: 'hidden' });
      await button(page, 'Save').click();
      await drawer.locator('[aria-invalid]:focus').waitFor();
      await drawer.getByText('Enter a complete date and time').waitFor();
      expect(await taskOf(template, 'deploy')).toEqual(task);
    },
  );
});
