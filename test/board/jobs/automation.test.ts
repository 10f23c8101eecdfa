import { expect } from 'vitest';
import type { Hands } from './hands.ts';
import { allForms, createJobs } from './jobs.ts';

const job = createJobs();

/** Selects the template of a trigger, and enters the title and the version of its releases. */
async function describeReleases({ page, choose, type }: Hands, title: string, version: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'New trigger' });
  await choose(dialog.getByLabel('Template', { exact: true }), 'Build, test, deploy');
  await type(dialog.getByLabel('Release title'), title);
  await type(dialog.getByLabel('Version', { exact: true }), version);
}

async function addNightlyTrigger(hands: Hands): Promise<void> {
  const { page, press, continueIn, choose, type } = hands;
  await press(page.getByRole('button', { name: 'New trigger' }));
  const dialog = page.getByRole('dialog', { name: 'New trigger' });
  await continueIn(dialog.getByLabel('Title', { exact: true }), 'Nightly');
  await choose(dialog.getByLabel('Repeats'), 'Every day');
  await type(dialog.getByLabel('Time zone'), 'Europe/Berlin');
  await describeReleases(hands, 'Nightly ${counter}', '1.0');
  await press(dialog.getByRole('button', { name: 'Create trigger' }));
  await page.getByRole('heading', { name: 'Nightly', level: 1 }).waitFor();
}

async function addEndpoint({ page, press, choose, type }: Hands): Promise<void> {
  await press(page.getByRole('button', { name: 'New webhook endpoint' }));
  const dialog = page.getByRole('dialog', { name: 'New webhook endpoint' });
  await choose(dialog.getByLabel('Sender', { exact: true }), 'GitHub');
  await type(dialog.getByLabel('Path'), 'shop');
  await press(dialog.getByRole('button', { name: 'Generate secret' }));
  await press(dialog.getByRole('button', { name: 'Create endpoint' }));
  await page.getByRole('heading', { name: 'GitHub', level: 1 }).waitFor();
}

async function addWebhookTrigger(hands: Hands): Promise<void> {
  const { page, press, continueIn, choose } = hands;
  await press(page.getByRole('button', { name: 'New trigger' }));
  const dialog = page.getByRole('dialog', { name: 'New trigger' });
  await continueIn(dialog.getByLabel('Title', { exact: true }), 'Push');
  await choose(dialog.getByLabel('Type', { exact: true }), 'Event');
  await choose(dialog.getByLabel('Event source'), 'GitHub');
  await choose(dialog.getByLabel('Event', { exact: true }), 'Push to a branch');
  await describeReleases(hands, 'Push ${counter}', '1.1');
  await press(dialog.getByRole('button', { name: 'Create trigger' }));
  await page.getByRole('heading', { name: 'Push', level: 1 }).waitFor();
}

interface Triggers {
  readonly content: readonly { readonly title: string; readonly enabled: boolean }[];
}

job(
  'a nightly trigger and one for GitHub',
  { clicks: 45, forms: allForms, short: ['mouse', 'keyboard'] },
  async ({ rest, ...hands }) => {
    const { page, goTo, press } = hands;
    await goTo('Automation');
    await addNightlyTrigger(hands);
    await goTo('Automation');
    await press(page.getByRole('link', { name: 'Webhook endpoints' }));
    await addEndpoint(hands);
    await goTo('Automation');
    await addWebhookTrigger(hands);
    const { content } = await rest.get<Triggers>('/triggers?size=10');
    expect(content.map(({ title, enabled }) => [title, enabled]).toSorted()).toEqual([
      ['Nightly', true],
      ['Push', true],
    ]);
  },
);
