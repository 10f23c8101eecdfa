import { readRelease } from '@slipway/persistence/plans';
import { createSeal } from '@slipway/persistence/secrets';
import { findTrigger, listRuns } from '@slipway/persistence/triggers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';
import { addTrigger, changeTrigger } from './change-trigger.ts';

let environment: TestEnvironment;
const seal = createSeal('a secret for tests');
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const inputs = [
  { key: 'text', type: 'StringVariable', requiresValue: false },
  { key: 'number', type: 'IntegerVariable', requiresValue: false },
  { key: 'list', type: 'ListStringVariable', requiresValue: false },
  { key: 'map', type: 'MapStringStringVariable', requiresValue: false },
  { key: 'secret', type: 'PasswordStringVariable', requiresValue: false },
  { key: 'sealed', type: 'PasswordStringVariable', requiresValue: false },
] as const;
const variables = [
  { key: 'text', type: 'StringVariable', value: '${triggerTitle} at ${scheduledTime}' },
  { key: 'number', type: 'StringVariable', value: '${counter}' },
  { key: 'list', type: 'ListStringVariable', value: ['${counter}', 'b'] },
  { key: 'map', type: 'MapStringStringVariable', value: { a: '${counter}' } },
  { key: 'secret', type: 'PasswordStringVariable', value: 'hush' },
  { key: 'sealed', type: 'StringVariable', value: 'psst' },
] as const;

test('values are stored in the variables of the release, and passwords in password variables, encrypted once', async () => {
  const engine = environment.engine();
  const sharer = { database: environment.database, seal };
  const draft = { ...plan({ Build: ['compile'] }), variables: inputs };
  const { release: template } = await engine.createTemplate(draft, 'Applications', testUser);
  const id = await addTrigger(
    sharer,
    {
      id: null,
      title: 'Nightly',
      folderId: 'Applications',
      periodicity: '3600',
      templateId: template.id,
      timeZone: 'Asia/Kolkata',
      variables: variables,
    },
    null,
  );
  const masked = variables.map((each) => (each.key === 'secret' ? { ...each, value: '********' } : each));
  await changeTrigger(sharer, id, { variables: masked }, null);
  const { releaseId } = await engine.runTrigger(id, testUser);
  const made = await readRelease(environment.database, releaseId ?? '');
  const values = Object.fromEntries(made!.release.variables.map(({ key, value }) => [key, value]));
  const { secret, sealed, ...open } = values;
  expect(open).toEqual({
    text: expect.stringMatching(/^Nightly at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:30$/),
    number: 1,
    list: ['1', 'b'],
    map: { a: '1' },
  });
  expect([seal.open('variable', String(secret)), seal.open('variable', String(sealed))]).toEqual(['hush', 'psst']);
  const row = await findTrigger(environment.database, [id]);
  expect(JSON.stringify(row)).not.toContain('hush');
  const [run] = await listRuns(environment.database, id, { limit: 10, offset: 0 });
  expect(run).toMatchObject({ scheduledAt: null, username: 'ann', outcome: 'created' });
});
