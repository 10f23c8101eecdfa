import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { currentUrl, expectAccessible, logOut, pagesAt, refusalInBoard, storedDrafts } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

interface InputTask {
  readonly approvalRequirements?: readonly object[];
}

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const addressOf = (release: Release, title: string) =>
  `/releases/${lastSegmentOf(release.id)}?task=${lastSegmentOf(idOf(release, title))}`;
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

describe.runIf(hasChromium)('the drawer of a task in Chromium', () => {
  test('accepts approvals of a gate, and rejections with a reason, and lists both', async () => {
    await people.createUser('ann');
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Guarded' });
    await people.createTeam(folder, ['release#view'], { users: ['ann'] }, 'QA');
    const gate = { title: 'go live', type: 'rel.GateTask', approvalRequirements: [{ team: 'QA' }] };
    const release = await startRelease(rest, { Ship: [gate] }, { title: 'Asks' }, { folderId: folder.id });
    const { page, pageErrors } = await pages.as('ann', addressOf(release, 'go live'));
    const drawer = page.getByRole('dialog', { name: 'go live' });
    await drawer
      .getByText('1 approval from team QA, except the people who created, started or last changed the gate or release')
      .waitFor();
    const path = `/tasks/${idOf(release, 'go live')}`;
    const secondPage = await pages.as('admin', addressOf(release, 'go live'));
    await secondPage.page.getByText('cannot approve task “go live”: it requires team “QA”', { exact: true }).waitFor();
    // The gate is closed for this user, so the head of the drawer has no main action.
    const secondDrawer = secondPage.page.getByRole('dialog', { name: 'go live' });
    await secondDrawer.getByRole('definition').getByText('Needs approval').waitFor();
    expect(await secondDrawer.locator('header button.main').count()).toBe(0);
    await expect.poll(() => button(secondPage.page, 'Approve').isDisabled()).toBe(true);
    await expect.poll(() => button(secondPage.page, 'Reject').isDisabled()).toBe(true);
    await button(page, 'Reject').click();
    await drawer.getByText('Enter a reason to reject').waitFor();
    await drawer.getByLabel('Comment (required to reject)').and(page.locator(':focus')).fill('no plan to go back');
    await button(page, 'Reject').click();
    await drawer.getByText(/^ann rejected .*: no plan to go back$/).waitFor();
    await page.locator('article.task').getByText('Rejected by ann').waitFor();
    expect((await rest.get<Task>(path)).status).toBe('IN_PROGRESS');
    await expectAccessible(page);
    await button(page, 'Approve').focus();
    await page.keyboard.press('Enter');
    await drawer.getByText(/^ann approved /).waitFor();
    await expect.poll(async () => (await rest.get<Task>(path)).status).toBe('COMPLETED');
    await button(page, 'Approve').waitFor({ state: 'detached' });
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('edits the approvers of a gate of a template, and the required number', async () => {
    const ship = { title: 'sign', type: 'rel.GateTask' };
    const template = await createTemplate(rest, { Ship: [ship] }, { title: 'Signed' });
    const { page, pageErrors } = await pages.as(
      'admin',
      `/templates/${lastSegmentOf(template.id)}?task=${lastSegmentOf(idOf(template, 'sign'))}`,
    );
    const drawer = page.getByRole('dialog', { name: 'sign' });
    await drawer.locator('summary').getByText('Add approval').press('Enter');
    await page.locator('option[value="Template Owner"]').waitFor({ state: 'attached' });
    const approvalForm = drawer.locator('details').filter({ hasText: 'Add approval' });
    await approvalForm.getByLabel('Team').fill('Template Owner');
    await approvalForm.getByLabel('Approvals required').fill('1000');
    await approvalForm.getByLabel('Approvals required').press('Enter');
    const body = { approvalRequirements: [{ team: 'Template Owner', count: 1000 }] };
    const refusal = await rest.sendForError('PUT', `/tasks/${idOf(template, 'sign')}`, body);
    await drawer.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await approvalForm.getByLabel('Approvals required').fill('2');
    await approvalForm.getByLabel('Exclude the people who created').uncheck();
    await button(page, 'Add approval').click();
    await drawer.getByText('2 approvals from team Template Owner').click();
    const changing = drawer.locator('details').filter({ hasText: '2 approvals from team Template Owner' });
    await changing.getByLabel('From', { exact: true }).selectOption('A role');
    await changing.getByLabel('Role').fill('Security');
    await changing.getByLabel('The approval covers the whole release').check();
    await expectAccessible(page);
    await changing.getByRole('button', { name: 'Save' }).press('Enter');
    await drawer.getByText('2 approvals from role Security').waitFor();
    const { approvalRequirements } = await rest.get<InputTask>(`/tasks/${idOf(template, 'sign')}`);
    expect(approvalRequirements).toEqual([
      { count: 2, role: 'Security', fourEyes: false, aheadOfTime: false, wholeRelease: true },
    ]);
    await drawer.getByText('2 approvals from role Security').click();
    await button(page, 'Delete approval').click();
    await drawer.getByText('No approvals required').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('assigns a task to another user and to a team, with the permission', async () => {
    await people.createUser('cleo');
    const release = await startRelease(rest, { Build: [{ title: 'deploy', owner: 'cleo' }] }, { title: 'Handed on' });
    await people.createTeam(release, ['release#view'], { users: ['cleo'] }, 'Nights');
    const { page, pageErrors } = await pages.as('admin', addressOf(release, 'deploy'));
    const drawer = page.getByRole('dialog', { name: 'deploy' });
    await drawer.getByText('Reassign…').press('Enter');
    await page.locator('option[value="Nights"]').waitFor({ state: 'attached' });
    await drawer.getByLabel('Team', { exact: true }).fill('Nights');
    await drawer.getByLabel('Assignee', { exact: true }).fill('nobody known');
    await button(page, 'Assign').click();
    const path = `/tasks/${idOf(release, 'deploy')}`;
    const refusal = await rest.sendForError('PUT', path, { owner: 'nobody known' });
    await drawer.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await drawer.getByLabel('Assignee', { exact: true }).fill('');
    await drawer.getByLabel('Assignee', { exact: true }).press('Enter');
    await drawer.getByRole('definition').filter({ hasText: 'Nights' }).waitFor();
    await expect.poll(async () => (await rest.get<Task>(path)).owner).toBe(undefined);
    await expectAccessible(page);
    const { page: cleoPage } = await pages.as('cleo', addressOf(release, 'deploy'));
    await cleoPage.getByText('Reassign…').click();
    await cleoPage.getByText('You need the permission “Reassign tasks”.').waitFor();
    expect([await button(cleoPage, 'Assign').isDisabled(), pageErrors]).toEqual([true, []]);
  });

  test('accepts the values of a user input task from its owner, and completes the task with them', async () => {
    const inputFields = { showOnReleaseStart: false };
    const variables = [
      { id: 'VariableRegion', key: 'region', label: 'Which region', type: 'rel.StringVariable', ...inputFields },
      { id: 'VariableCopies', key: 'copies', type: 'rel.IntegerVariable', ...inputFields },
    ];
    const inputs = ['VariableRegion', 'VariableCopies'];
    const decide = { title: 'decide', type: 'rel.UserInputTask', owner: 'dora', variables: inputs };
    await people.createUser('dora');
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Asking' });
    await people.createTeam(folder, ['release#view'], { users: ['dora'] });
    const plan = { title: 'Asks for two', variables };
    const release = await startRelease(rest, { Build: [decide] }, plan, { folderId: folder.id });
    const { page, pageErrors } = await pages.as('dora', addressOf(release, 'decide'));
    const drawer = page.getByRole('dialog', { name: 'decide' });
    await drawer.getByLabel('Which region').fill('north');
    await button(page, 'Save answers').click();
    await expect.poll(() => button(page, 'Save answers').isDisabled()).toBe(true);
    await button(page, 'Complete').click();
    await drawer.getByRole('alert').getByText('copies has no value').waitFor();
    await drawer.getByLabel('copies').fill('3');
    await page.reload();
    await expect.poll(() => drawer.getByLabel('copies').inputValue()).toBe('3');
    expect(await button(page, 'Abort').count()).toBe(0);
    await button(page, 'Complete').click();
    await expect.poll(async () => (await rest.get<Task>(`/tasks/${idOf(release, 'decide')}`)).status).toBe('COMPLETED');
    const { variables: now } = await rest.get<Release>(`/releases/${release.id}`);
    await drawer.getByRole('heading', { name: 'Answers' }).waitFor();
    await drawer.getByLabel('copies').waitFor({ state: 'detached' });
    expect(now.map(({ key, value }) => [key, value])).toEqual([
      ['region', 'north'],
      ['copies', 3],
    ]);
    expect(pageErrors).toEqual([]);
  });

  test('posts a comment once despite retries after a lost response, and keeps it until the response', async () => {
    const release = await startRelease(rest, { Build: [{ title: 'compile' }] }, { title: 'Lost' });
    const { page } = await pages.as('admin', addressOf(release, 'compile'));
    const comment = page.getByRole('dialog').getByLabel('Comment', { exact: true });
    await comment.fill('looks good');
    const losesAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/comment', losesAnswer, { times: 1 });
    await button(page, 'Add comment').click();
    await page.getByText('Can’t reach the server. We don’t know yet whether this was saved;').waitFor();
    await expect.poll(() => comment.inputValue()).toBe('looks good');
    await button(page, 'Add comment').click();
    await expect.poll(() => comment.inputValue()).toBe('');
    const { comments } = await rest.get<Task>(`/tasks/${idOf(release, 'compile')}`);
    expect(comments.map(({ text }) => text)).toEqual(['looks good']);
  });

  test.runIf(isLong)(
    'keeps an unsent comment when it is closed, and hides it from the next user who logs in',
    async () => {
      await people.createUser('cleo');
      const release = await startRelease(rest, { Build: ['compile', 'test'] }, { title: 'Kept' });
      await people.createTeam(release, ['release#view'], { users: ['cleo'] });
      const { page } = await pages.as('admin', addressOf(release, 'compile'));
      const comment = page.getByRole('dialog').getByLabel('Comment', { exact: true });
      const open = (title: string) => page.getByRole('article').getByRole('link', { name: title, exact: true }).click();
      await comment.fill('not yet');
      await page.keyboard.press('Escape');
      await open('test');
      await expect.poll(() => comment.inputValue()).toBe('');
      await page.keyboard.press('Escape');
      await open('compile');
      await expect.poll(() => comment.inputValue()).toBe('not yet');
      await page.reload();
      await expect.poll(() => comment.inputValue()).toBe('not yet');
      await page.keyboard.press('Escape');
      await logOut(page);
      await page.getByLabel('User name').fill('cleo');
      await page.getByLabel('Password').fill('admin');
      await page.getByLabel('Password').press('Enter');
      await open('compile');
      await expect.poll(() => comment.inputValue()).toBe('');
      expect(await storedDrafts(page)).toEqual([]);
    },
  );
});

describe.runIf(hasChromium)('the head of a release in Chromium', () => {
  test.runIf(isLong)('shows its dates, its risk, its progress and its estimated end, live', async () => {
    const release = await startRelease(rest, { Build: ['compile', 'test'] }, { title: 'Standing' });
    const { page, pageErrors } = await pages.as('admin', `/releases/${lastSegmentOf(release.id)}`);
    const strip = page.locator('dl.strip');
    const fact = (label: string) => strip.locator('div').filter({ has: page.getByText(label, { exact: true }) });
    await fact('Progress').getByText('0 of 2').waitFor();
    await page.getByText('Started:').waitFor();
    await fact('Due').getByRole('definition').first().waitFor();
    await fact('Risk').getByText('Low').waitFor();
    await expect.poll(() => fact('Estimated end').getByRole('time').count()).toBe(1);
    await rest.post(`/tasks/${idOf(release, 'compile')}/complete`, {});
    await fact('Progress').getByText('1 of 2').waitFor();
    await rest.put(`/releases/${release.id}`, { flagStatus: 'AT_RISK', flagComment: 'no <b>host</b>' });
    await page.getByText('no <b>host</b>').waitFor();
    await rest.post(`/tasks/${idOf(release, 'test')}/complete`, {});
    await fact('Estimated end').waitFor({ state: 'detached' });
    await expect.poll(() => fact('Ended').getByRole('time').count()).toBe(1);
    expect(pageErrors).toEqual([]);
  });

  test('opens its properties, saves only edited fields, and shows a conflict with a change by another user', async () => {
    await people.createUser('nora');
    const release = await startRelease(rest, { Build: ['compile'] }, { title: 'Named', owner: 'admin', tags: ['old'] });
    const path = `/releases/${release.id}`;
    const { page, pageErrors } = await pages.as('admin', `/releases/${lastSegmentOf(release.id)}`);
    await page.getByRole('link', { name: 'Properties' }).press('Enter');
    await page.getByLabel('Owner').fill('nor');
    await page.locator('option[value="nora"]').waitFor({ state: 'attached' });
    await page.getByLabel('Owner').fill('nora');
    await page.getByLabel('Tags').fill('old\nnew');
    await page.getByLabel('Title').fill('Renamed');
    await page.getByText('Behavior').click();
    await page.getByLabel('Abort when a task fails').check();
    await rest.put(path, { title: 'Theirs', description: 'of *theirs*' });
    await page.getByRole('heading', { name: 'Theirs' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone else changed the same fields').waitFor();
    await page.getByRole('button', { name: 'Keep mine for Title' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Renamed' }).waitFor();
    const saved = { title: 'Renamed', owner: 'nora', tags: ['old', 'new'], abortOnFailure: true };
    expect(await rest.get(path)).toMatchObject({ ...saved, description: 'of *theirs*' });
    await page.getByLabel('Owner').fill('nobody');
    await page.getByRole('button', { name: 'Save' }).click();
    const refusal = await rest.sendForError('PUT', path, { owner: 'nobody' });
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    expect([(await currentUrl(page)).search, pageErrors]).toEqual(['?form=properties', []]);
    await people.createUser('paul');
    await people.createTeam(release, ['release#view'], { users: ['paul'] });
    const { page: paulPage } = await pages.as('paul', `/releases/${lastSegmentOf(release.id)}?form=properties`);
    await paulPage.getByText('You need the permission “Edit releases”.').last().waitFor();
    await expect.poll(() => paulPage.getByLabel('Title').isDisabled()).toBe(true);
  });
});
