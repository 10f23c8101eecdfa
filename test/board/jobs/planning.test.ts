import { expect } from 'vitest';
import type { Release } from '../../harness/rest/response-types.ts';
import type { Moment } from './hands.ts';
import { allForms, createJobs } from './jobs.ts';

const job = createJobs();

const days = ['04', '05', '06', '07', '08', '09'] as const;
const at = (day: string, hour: string): Moment => ['10', day, '2031', hour, '30', 'AM'];

job('six planned releases and a blackout', { clicks: 35, forms: allForms }, async ({ rest, ...hands }) => {
  const { page, goTo, press, type, typeMoment, continueIn, key, form } = hands;
  await press(page.getByRole('button', { name: 'New release', exact: true }));
  const templates = page.getByRole('dialog', { name: 'New release' });
  await press(templates.getByRole('link', { name: 'Build, test, deploy' }));
  const title = page.getByLabel('Title', { exact: true });
  for (const [index, day] of days.entries()) {
    if (index === 0 && form === 'phone') await type(title, `Shop ${day}`);
    else await continueIn(title, `Shop ${day}`);
    await typeMoment(page.getByLabel('Planned start'), at(day, '09'));
    await type(page.getByLabel('Version'), `3.${day}`);
    await press(
      page.getByRole('button', { name: index < 5 ? 'Create and add another' : 'Create release', exact: true }),
    );
    if (index < 5) await page.getByText(`Shop ${day} created`).waitFor();
  }
  await page.getByRole('heading', { name: 'Shop 09', level: 1 }).waitFor();
  await goTo('Calendar');
  await press(page.getByRole('button', { name: 'Add blackout…' }));
  const dialog = page.getByRole('dialog', { name: 'Add blackout' });
  await continueIn(dialog.getByLabel('Name'), 'Holidays');
  await typeMoment(dialog.getByLabel('Start'), at('20', '08'));
  await typeMoment(dialog.getByLabel('End'), at('22', '08'));
  await key('Enter');
  await dialog.waitFor({ state: 'detached' });
  const releases = await rest.post<readonly Release[]>('/releases/search', { title: 'Shop 0' });
  expect(releases.map((release) => [release.title, release.status]).toSorted()).toEqual(
    days.map((day) => [`Shop ${day}`, 'PLANNED']),
  );
  const starts = releases.map(({ scheduledStartDate }) => new Date(scheduledStartDate!).getDate());
  expect(starts.toSorted((one, other) => one - other)).toEqual([4, 5, 6, 7, 8, 9]);
  const blackouts = await rest.get<readonly { readonly label: string }[]>(
    '/calendar/blackouts?from=2031-01-01T00:00:00Z',
  );
  expect(blackouts.map(({ label }) => label)).toEqual(['Holidays']);
});
