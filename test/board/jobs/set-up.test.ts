import type { TeamViewResponse } from '@slipway/api-schema/people';
import { expect } from 'vitest';
import { formatRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Folder, Release, Task } from '../../harness/rest/response-types.ts';
import type { Hands } from './hands.ts';
import { allForms, createJobs } from './jobs.ts';

const job = createJobs();

/** Creates a user in the open view of users, with Enter. */
async function addUser({ page, press, continueIn, type, key }: Hands, name: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Add user', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await continueIn(dialog.getByLabel('User name'), name);
  await type(dialog.getByLabel('Password'), 'handed over');
  await key('Enter');
  await dialog.waitFor({ state: 'detached' });
}

job(
  'a folder with two users and a team',
  { clicks: 20, forms: allForms, short: ['mouse', 'phone'] },
  async ({ rest, ...hands }) => {
    const { page, goTo, press, continueIn, type, choose, key } = hands;
    await goTo('People');
    await addUser(hands, 'quinn');
    await addUser(hands, 'nia');
    await goTo('Folders');
    await press(page.getByRole('button', { name: 'New top-level folder' }));
    await continueIn(page.getByRole('dialog', { name: 'New folder' }).getByLabel('Title'), 'Payments');
    await key('Enter');
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    await press(page.getByRole('navigation', { name: 'Folder views' }).getByRole('link', { name: 'Teams' }));
    await press(page.getByRole('button', { name: 'Add team' }));
    const dialog = page.getByRole('dialog', { name: 'Add team' });
    await continueIn(dialog.getByLabel('Name', { exact: true }), 'Developers');
    await type(dialog.getByLabel('Member name'), 'quinn');
    await key('Enter');
    await dialog.getByRole('button', { name: 'Remove quinn' }).waitFor();
    await continueIn(dialog.getByLabel('Member name'), 'nia');
    await key('Enter');
    await dialog.getByRole('button', { name: 'Remove nia' }).waitFor();
    await choose(dialog.getByLabel('Preset'), 'Contributor');
    await press(dialog.getByRole('button', { name: 'Save', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    const { id } = await rest.get<Folder>('/folders/find?byPath=Payments');
    const teams = await rest.get<readonly TeamViewResponse[]>(`/folders/${id}/teams`);
    const team = teams.find(({ teamName }) => teamName === 'Developers');
    expect(team?.members.map(({ name }) => name)).toEqual(['quinn', 'nia']);
    expect(team?.permissions).toContain('template#create_release');
  },
);

const script = 'print "deployed"';

/** The tasks of each phase: title and the search text of the type. */
const plan: Readonly<Record<string, readonly (readonly [title: string, type: string])[]>> = {
  Build: [
    ['compile', 'script'],
    ['unit tests', 'script'],
    ['package', 'manual'],
  ],
  Verify: [
    ['checks', 'parallel'],
    ['load test', 'manual'],
    ['scan', 'manual'],
    ['report', 'manual'],
    ['go or no go', 'gate'],
  ],
  Ship: [
    ['deploy', 'script'],
    ['smoke test', 'manual'],
    ['announce', 'manual'],
    ['clean up', 'manual'],
  ],
};
const titlesInGroup = ['load test', 'scan', 'report'];

/** Adds a task with the search for its type, and names it. */
async function addTask({ page, continueIn, key }: Hands, [title, type]: readonly [string, string]): Promise<void> {
  await continueIn(page.getByRole('combobox', { name: 'Search task types' }), type);
  await page
    .getByRole('option', { selected: true })
    .filter({ hasText: new RegExp(type, 'i') })
    .waitFor();
  await key('Enter');
  await continueIn(page.getByLabel('Task title'), title);
  await key('Enter');
  await page.getByRole('link', { name: title, exact: true }).waitFor();
}

/** Selects an action in the menu of a phase or task. */
async function select({ page, press }: Hands, menu: string, action: string): Promise<void> {
  await press(page.getByRole('button', { name: menu, exact: true }));
  await press(page.getByRole('menuitem', { name: action, exact: true }));
}

/** Renames the phase of a new template. */
async function renameFirstPhase(hands: Hands, name: string): Promise<void> {
  const { page, press, type } = hands;
  const dialog = page.getByRole('dialog', { name: 'New Phase' });
  await select(hands, 'Phase actions for New Phase', 'Edit phase…');
  await type(dialog.getByLabel('Title'), name);
  await press(dialog.getByRole('button', { name: 'Save', exact: true }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
  await page.getByRole('region', { name }).waitFor();
}

async function addPhases(hands: Hands): Promise<void> {
  const { page, press, continueIn, key } = hands;
  for (const [phase, tasks] of Object.entries(plan)) {
    if (phase === 'Build') await renameFirstPhase(hands, phase);
    else {
      await press(page.getByRole('button', { name: 'Add phase', exact: true }));
      await continueIn(page.getByRole('dialog', { name: 'Add phase' }).getByLabel('Title'), phase);
      await key('Enter');
      await page.getByRole('region', { name: phase }).waitFor();
    }
    for (const task of tasks) {
      const isInGroup = titlesInGroup.includes(task[0]);
      if (isInGroup) await select(hands, 'More actions for checks', 'Add task');
      else await press(page.getByRole('button', { name: `Add task to ${phase}`, exact: true }));
      await addTask(hands, task);
    }
  }
}

job('a template of 3 phases and 12 tasks', { clicks: 90, forms: allForms }, async ({ rest, form, ...hands }) => {
  const { page, goTo, press, continueIn, choose, type, typeCode, key } = hands;
  const drawerOf = (title: string) => page.getByRole('dialog', { name: title, exact: true });
  const open = (title: string) => press(page.getByRole('link', { name: title, exact: true }));
  const close = async (title: string): Promise<void> => {
    await key('Escape');
    await drawerOf(title).waitFor({ state: 'detached' });
  };
  await goTo('Templates');
  await press(page.getByRole('button', { name: 'New template' }));
  await continueIn(page.getByRole('dialog', { name: 'New template' }).getByLabel('Title'), 'Payments');
  await key('Enter');
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
  await addPhases(hands);
  await open('checks');
  for (const [after, before] of [
    ['report', 'load test'],
    ['report', 'scan'],
  ] as const) {
    await choose(drawerOf('checks').getByLabel('Task', { exact: true }), after);
    await choose(drawerOf('checks').getByLabel('runs after', { exact: true }), before);
    await press(drawerOf('checks').getByRole('button', { name: 'Add link' }));
    await drawerOf('checks').getByText(`${after} runs after ${before}`).waitFor();
  }
  await close('checks');
  await open('go or no go');
  for (const condition of ['tests are green', 'operations agree']) {
    await type(drawerOf('go or no go').getByLabel('New condition'), condition);
    await key('Enter');
    await drawerOf('go or no go')
      .getByRole('button', { name: `Delete ${condition}` })
      .waitFor();
  }
  await close('go or no go');
  for (const title of ['compile', 'unit tests', 'deploy']) {
    await open(title);
    const area = drawerOf(title).getByRole('textbox', { name: 'Script', exact: true });
    await typeCode(form === 'phone' ? area : area.and(page.locator('.cm-content')), script);
    await press(drawerOf(title).getByRole('button', { name: 'Save', exact: true }));
    await drawerOf(title).getByText('Saved', { exact: true }).waitFor();
    await close(title);
  }
  const [found] = await rest.get<readonly Release[]>('/templates?title=Payments');
  const template = await rest.get<Release>(`/templates/${found!.id}`);
  const phases = 'Build.: compile. unit tests. package. | Verify.: checks.[load test. scan. report.] go or no go.';
  expect(formatRelease(template)).toBe(`TEMPLATE ${phases} | Ship.: deploy. smoke test. announce. clean up.`);
  const task = (title: string) =>
    tasksOf(template).find((candidate) => candidate.title === title)! as Task & {
      readonly links?: readonly object[];
      readonly script?: string;
    };
  expect(task('checks').links).toHaveLength(2);
  expect(task('go or no go').conditions).toHaveLength(2);
  expect(['compile', 'unit tests', 'deploy'].map((title) => task(title).script)).toEqual([script, script, script]);
});
