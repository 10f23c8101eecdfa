import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, startedOf, templateOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/shapes.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { expectForAll, lookingAt } from '../looking.ts';

const served = serve();
const { url, rest } = served;
const people = peopleOf(served);
const look = lookingAt(url);

interface Asking {
  readonly approvalRequirements?: readonly object[];
}

const lastOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const addressOf = (release: Release, title: string) =>
  `/releases/${lastOf(release.id)}?task=${lastOf(idOf(release, title))}`;
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

describe.runIf(hasChromium)('the drawer of a task in Chromium', () => {
  test('accepts approvals of a gate and rejections with their reason, and lists both', async () => {
    await people.user('ann');
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Guarded' });
    await people.team(folder, ['release#view'], { users: ['ann'] }, 'QA');
    const gate = { title: 'go live', type: 'rel.GateTask', approvalRequirements: [{ team: 'QA' }] };
    const release = await startedOf(rest, { Ship: [gate] }, { title: 'Asks' }, { folderId: folder.id });
    const { page, complaints } = await look.as('ann', addressOf(release, 'go live'));
    const drawer = page.getByRole('dialog', { name: 'go live' });
    await drawer.getByText('1 of team QA, not who made or changed it').waitFor();
    const path = `/tasks/${idOf(release, 'go live')}`;
    const other = await look.as('admin', addressOf(release, 'go live'));
    await other.page.getByText(/^cannot approve task 'go live' .*: it requires team 'QA'$/).waitFor();
    await expect.poll(() => button(other.page, 'Approve').isDisabled()).toBe(true);
    await expect.poll(() => button(other.page, 'Reject').isDisabled()).toBe(true);
    await button(page, 'Reject').click();
    await drawer.getByRole('alert').waitFor();
    await drawer.getByLabel('Reason').fill('no plan to go back');
    await button(page, 'Reject').click();
    await drawer.getByText(/^ann rejected .*: no plan to go back$/).waitFor();
    expect((await rest.get<Task>(path)).status).toBe('IN_PROGRESS');
    await expectForAll(page);
    await button(page, 'Approve').focus();
    await page.keyboard.press('Enter');
    await drawer.getByText(/^ann approved /).waitFor();
    await expect.poll(async () => (await rest.get<Task>(path)).status).toBe('COMPLETED');
    await button(page, 'Approve').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('edits the approvers of a gate of a template, and their number', async () => {
    const ship = { title: 'sign', type: 'rel.GateTask' };
    const template = await templateOf(rest, { Ship: [ship] }, { title: 'Signed' });
    const { page, complaints } = await look.as(
      'admin',
      `/templates/${lastOf(template.id)}?task=${lastOf(idOf(template, 'sign'))}`,
    );
    const drawer = page.getByRole('dialog', { name: 'sign' });
    await drawer.getByText('Ask for another approval').press('Enter');
    await page.locator('option[value="Template Owner"]').waitFor({ state: 'attached' });
    const asking = drawer.locator('details').filter({ hasText: 'Ask for another approval' });
    await asking.getByLabel('Team').fill('Template Owner');
    await asking.getByLabel('How many').fill('1000');
    await asking.getByLabel('How many').press('Enter');
    const body = { approvalRequirements: [{ team: 'Template Owner', count: 1000 }] };
    const refusal = await rest.refused('PUT', `/tasks/${idOf(template, 'sign')}`, body);
    await drawer.getByRole('alert').getByText(refusal.replace(/^\d+ /, ''), { exact: true }).waitFor();
    await asking.getByLabel('How many').fill('2');
    await asking.getByLabel('Not of who has made').uncheck();
    await button(page, 'Ask for it').click();
    await drawer.getByText('2 of team Template Owner').click();
    const changing = drawer.locator('details').filter({ hasText: '2 of team Template Owner' });
    await changing.getByLabel('Of', { exact: true }).selectOption('A role');
    await changing.getByLabel('Role').fill('Security');
    await changing.getByLabel('Is of the whole release').check();
    await expectForAll(page);
    await changing.getByRole('button', { name: 'Change it' }).press('Enter');
    await drawer.getByText('2 of role Security').waitFor();
    const { approvalRequirements } = await rest.get<Asking>(`/tasks/${idOf(template, 'sign')}`);
    expect(approvalRequirements).toEqual([
      { count: 2, role: 'Security', fourEyes: false, aheadOfTime: false, wholeRelease: true },
    ]);
    await drawer.getByText('2 of role Security').click();
    await button(page, 'Delete it').click();
    await drawer.getByText('No approvals required').waitFor();
    expect(complaints).toEqual([]);
  });

  test('assigns a task to another user and to a team, with the permission', async () => {
    await people.user('cleo');
    const release = await startedOf(rest, { Build: [{ title: 'deploy', owner: 'cleo' }] }, { title: 'Handed on' });
    await people.team(release, ['release#view'], { users: ['cleo'] }, 'Nights');
    const { page, complaints } = await look.as('admin', addressOf(release, 'deploy'));
    const drawer = page.getByRole('dialog', { name: 'deploy' });
    await drawer.getByText('Assign to another user').press('Enter');
    await page.locator('option[value="Nights"]').waitFor({ state: 'attached' });
    await drawer.getByLabel('Team', { exact: true }).fill('Nights');
    await drawer.getByLabel('Owner', { exact: true }).fill('nobody known');
    await button(page, 'Assign').click();
    const path = `/tasks/${idOf(release, 'deploy')}`;
    const refusal = await rest.refused('PUT', path, { owner: 'nobody known' });
    await drawer.getByRole('alert').getByText(refusal.replace(/^\d+ /, ''), { exact: true }).waitFor();
    await drawer.getByLabel('Owner', { exact: true }).fill('');
    await drawer.getByLabel('Owner', { exact: true }).press('Enter');
    await drawer.getByRole('definition').filter({ hasText: 'Nights' }).waitFor();
    await expect.poll(async () => (await rest.get<Task>(path)).owner).toBe(undefined);
    await expectForAll(page);
    const { page: hers } = await look.as('cleo', addressOf(release, 'deploy'));
    await hers.getByText('Assign to another user').click();
    await hers.getByText('You have no permission release#reassign_task here.').waitFor();
    expect([await button(hers, 'Assign').isDisabled(), complaints]).toEqual([true, []]);
  });

  test('accepts the values of a user input task from its owner, who completes it with others', async () => {
    const asked = { showOnReleaseStart: false };
    const variables = [
      { id: 'VariableRegion', key: 'region', label: 'Which region', type: 'rel.StringVariable', ...asked },
      { id: 'VariableCopies', key: 'copies', type: 'rel.IntegerVariable', ...asked },
    ];
    const inputs = ['VariableRegion', 'VariableCopies'];
    const decide = { title: 'decide', type: 'rel.UserInputTask', owner: 'dora', variables: inputs };
    await people.user('dora');
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Asking' });
    await people.team(folder, ['release#view'], { users: ['dora'] });
    const plan = { title: 'Asks for two', variables };
    const release = await startedOf(rest, { Build: [decide] }, plan, { folderId: folder.id });
    const { page, complaints } = await look.as('dora', addressOf(release, 'decide'));
    const drawer = page.getByRole('dialog', { name: 'decide' });
    await drawer.getByLabel('Which region').fill('north');
    await button(page, 'Save the answers').click();
    await expect.poll(() => button(page, 'Save the answers').isDisabled()).toBe(true);
    await button(page, 'Complete').click();
    await drawer.getByRole('alert').getByText('copies has no value').waitFor();
    await drawer.getByLabel('copies, a whole number').fill('3');
    expect(await button(page, 'Abort').count()).toBe(0);
    await button(page, 'Complete').click();
    await expect.poll(async () => (await rest.get<Task>(`/tasks/${idOf(release, 'decide')}`)).status).toBe('COMPLETED');
    const { variables: now } = await rest.get<Release>(`/releases/${release.id}`);
    expect(now.map(({ key, value }) => [key, value])).toEqual([
      ['region', 'north'],
      ['copies', 3],
    ]);
    expect(complaints).toEqual([]);
  });

  test('posts a comment once if its answer was lost, however often it is sent, and keeps it until then', async () => {
    const release = await startedOf(rest, { Build: [{ title: 'compile' }] }, { title: 'Lost' });
    const { page } = await look.as('admin', addressOf(release, 'compile'));
    const comment = page.getByRole('dialog').getByLabel('Comment', { exact: true });
    await comment.fill('looks good');
    const losesAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/comment', losesAnswer, { times: 1 });
    await button(page, 'Comment').click();
    await page.getByText('The server is unavailable, and it is unknown whether the change was made.').waitFor();
    await expect.poll(() => comment.inputValue()).toBe('looks good');
    await button(page, 'Comment').click();
    await expect.poll(() => comment.inputValue()).toBe('');
    const { comments } = await rest.get<Task>(`/tasks/${idOf(release, 'compile')}`);
    expect(comments.map(({ text }) => text)).toEqual(['looks good']);
  });

  test('keeps an unsent comment when it is closed, and hides it from the next user who logs in', async () => {
    await people.user('cleo');
    const release = await startedOf(rest, { Build: ['compile', 'test'] }, { title: 'Kept' });
    await people.team(release, ['release#view'], { users: ['cleo'] });
    const { page } = await look.as('admin', addressOf(release, 'compile'));
    const comment = page.getByRole('dialog').getByLabel('Comment', { exact: true });
    const open = (title: string) => page.getByRole('article').getByRole('link', { name: title, exact: true }).click();
    await comment.fill('not yet');
    await page.keyboard.press('Escape');
    await open('test');
    await expect.poll(() => comment.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await open('compile');
    await expect.poll(() => comment.inputValue()).toBe('not yet');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('User name').fill('cleo');
    await page.getByLabel('Password').fill('admin');
    await page.getByLabel('Password').press('Enter');
    await open('compile');
    await expect.poll(() => comment.inputValue()).toBe('');
  });
});

describe.runIf(hasChromium)('the head of a release in Chromium', () => {
  test('shows its dates, its risk, its progress and its estimated end, live', async () => {
    const release = await startedOf(rest, { Build: ['compile', 'test'] }, { title: 'Standing' });
    const { page, complaints } = await look.as('admin', `/releases/${lastOf(release.id)}`);
    const line = page.locator('.head .standing');
    const dates = async () =>
      (await line.locator('> span').allTextContents()).flatMap(
        (text) => /^(Planned start|Started|Due|Ended):/.exec(text)?.[1] ?? [],
      );
    await line.getByText('Tasks: 0 of 2').waitFor();
    expect(await dates()).toEqual(['Planned start', 'Started', 'Due']);
    await line.getByText('OK (0)').waitFor();
    await expect.poll(() => line.getByText('Estimated end:').getByRole('time').count()).toBe(1);
    await rest.post(`/tasks/${idOf(release, 'compile')}/complete`, {});
    await line.getByText('Tasks: 1 of 2').waitFor();
    await rest.put(`/releases/${release.id}`, { flagStatus: 'AT_RISK', flagComment: 'no <b>host</b>' });
    await line.getByText('no <b>host</b>').waitFor();
    await rest.post(`/tasks/${idOf(release, 'test')}/complete`, {});
    await line.getByText('Estimated end:').waitFor({ state: 'detached' });
    expect(await dates()).toEqual(['Planned start', 'Started', 'Due', 'Ended']);
    expect(complaints).toEqual([]);
  });

  test('opens its properties, saves only edited fields, and shows a conflict with a change by another user', async () => {
    await people.user('nora');
    const release = await startedOf(rest, { Build: ['compile'] }, { title: 'Named', owner: 'admin', tags: ['old'] });
    const path = `/releases/${release.id}`;
    const { page, complaints } = await look.as('admin', `/releases/${lastOf(release.id)}`);
    await page.getByRole('link', { name: 'Properties' }).press('Enter');
    await page.getByLabel('Owner').fill('nor');
    await page.locator('option[value="nora"]').waitFor({ state: 'attached' });
    await page.getByLabel('Owner').fill('nora');
    await page.getByLabel('Tags').fill('old\nnew');
    await page.getByLabel('Title').fill('Renamed');
    await page.getByText('How it runs').click();
    await page.getByLabel('Is aborted when a task fails').check();
    await rest.put(path, { title: 'Theirs', description: 'of *theirs*' });
    await page.getByRole('heading', { name: 'Theirs' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone else changed the same fields').waitFor();
    await page.getByRole('button', { name: 'Keep what I typed for Title' }).click();
    await expectForAll(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Renamed' }).waitFor();
    const saved = { title: 'Renamed', owner: 'nora', tags: ['old', 'new'], abortOnFailure: true };
    expect(await rest.get(path)).toMatchObject({ ...saved, description: 'of *theirs*' });
    await page.getByLabel('Owner').fill('nobody');
    await page.getByRole('button', { name: 'Save' }).click();
    const refusal = await rest.refused('PUT', path, { owner: 'nobody' });
    await page.getByRole('alert').getByText(refusal.replace(/^\d+ /, ''), { exact: true }).waitFor();
    expect([new URL(page.url()).search, complaints]).toEqual(['?form=properties', []]);
    await people.user('paul');
    await people.team(release, ['release#view'], { users: ['paul'] });
    const { page: theirs } = await look.as('paul', `/releases/${lastOf(release.id)}?form=properties`);
    await theirs.getByText('You have no permission release#edit here.').last().waitFor();
    await expect.poll(() => theirs.getByLabel('Title').isDisabled()).toBe(true);
  });
});
