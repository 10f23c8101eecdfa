import { expect } from 'vitest';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';
import { allForms, createJobs, wideForms } from './jobs.ts';

const job = createJobs();

/** Returns the release with a title. */
async function releaseOf(rest: RestClient, title: string): Promise<Release> {
  const [release] = await rest.post<readonly Release[]>('/releases/search', { title });
  return release!;
}

job(
  'the approval of a gate on Home',
  { clicks: 2, forms: allForms, short: allForms },
  async ({ page, press, rest }) => {
    await press(page.getByRole('button', { name: 'Approve Go-live 2.4.0', exact: true }));
    await expect
      .poll(async () => (await releaseOf(rest, 'Web shop 2.4.0')).phases.map(({ status }) => status))
      .toEqual(['COMPLETED', 'COMPLETED', 'IN_PROGRESS']);
  },
);

job('the reason why a release is late', { clicks: 2, forms: wideForms }, async ({ page, press }) => {
  await press(page.getByRole('region', { name: 'Need attention' }).getByRole('link', { name: 'Web shop 2.3.1' }));
  const reasons = page.getByRole('region', { name: 'Waiting for' });
  await reasons.getByRole('link', { name: 'Run the tests', exact: true }).waitFor();
  await page
    .getByText(/overdue|late/i)
    .first()
    .waitFor();
});

job('the move of a release out of a blackout', { clicks: 3, forms: wideForms }, async ({ page, press, rest }) => {
  const before = await releaseOf(rest, 'Web shop 2.5.0');
  await press(page.getByRole('region', { name: 'Next 7 days' }).getByRole('link', { name: /^Change freeze/ }));
  const conflict = page
    .getByRole('region', { name: 'Conflicts' })
    .getByRole('listitem')
    .filter({ hasText: 'Web shop 2.5.0' });
  await press(conflict.getByRole('button', { name: /^Move to/ }));
  await conflict.waitFor({ state: 'detached' });
  const after = await releaseOf(rest, 'Web shop 2.5.0');
  // The blackout ends 36 hours after the planned start.
  expect(Date.parse(after.scheduledStartDate!)).toBeGreaterThanOrEqual(
    Date.parse(before.scheduledStartDate!) + 36 * 3_600_000,
  );
});

job('the restart from a phase with a preview', { clicks: 5, forms: wideForms }, async ({ page, press, rest }) => {
  await press(page.getByRole('region', { name: 'Need attention' }).getByRole('link', { name: 'Web shop 2.3.0' }));
  await press(page.getByRole('button', { name: 'Restart from Build…' }));
  const dialog = page.getByRole('dialog', { name: 'Restart release' });
  await dialog.getByText('Will copy Build as Build (2)').waitFor();
  await press(dialog.getByLabel('Resume immediately'));
  await press(dialog.getByRole('button', { name: 'Restart release' }));
  await page.getByRole('region', { name: 'Build (2)' }).waitFor();
  await expect
    .poll(async () => (await releaseOf(rest, 'Web shop 2.3.0')).phases.map((phase) => `${phase.title} ${phase.status}`))
    .toEqual([
      ...['Build COMPLETED', 'Quality SKIPPED', 'Build (2) IN_PROGRESS', 'Quality (2) PLANNED'],
      'Production PLANNED',
    ]);
});

job(
  'the possible approvers of a gate, and why a user is not one',
  { clicks: 3, forms: wideForms },
  async ({ page, press, type, key }) => {
    await press(page.getByRole('link', { name: 'Go-live 2.4.0', exact: true }));
    const drawer = page.getByRole('dialog', { name: 'Go-live 2.4.0' });
    await press(drawer.locator('summary').getByText('Possible approvers'));
    await drawer.getByRole('list', { name: 'Members of the team Release Admin' }).getByText('admin').waitFor();
    await type(drawer.getByLabel('Check a user'), 'quinn');
    await key('Enter');
    await drawer.getByRole('status').getByText('it requires team “Release Admin”').waitFor();
  },
);

const document = `apiVersion: xl-release/v1
kind: Templates
metadata:
  home: Samples & Tutorials
spec:
- template: Set up Slipway
  description: Checked by the operators
  phases:
  - phase: Connect
    tasks:
    - name: Share the address of Slipway
`;

job(
  'a plan as code, compared and applied',
  { clicks: 5, forms: wideForms, short: wideForms },
  async ({ page, rest, ...hands }) => {
    const { goTo, press, typeCode } = hands;
    await goTo('As code');
    await typeCode(page.getByRole('textbox', { name: 'YAML' }).and(page.locator('.cm-content')), document);
    await press(page.getByRole('button', { name: 'Preview plan' }));
    await page.getByText('Settings to check before others use it.').waitFor();
    await press(page.getByRole('button', { name: /^Apply \d+ change/ }));
    await page.getByRole('heading', { name: 'Applied changes' }).waitFor();
    const template = await rest.get<Release>('/templates/ReleaseTemplate_configure');
    expect(template.description).toBe('Checked by the operators');
  },
);
