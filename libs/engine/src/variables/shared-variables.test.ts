import { Conflict, NotFound, type VariableDraft } from '@slipway/domain/model';
import { createFolder } from '@slipway/persistence/folders';
import { createSeal } from '@slipway/persistence/secrets';
import { readGlobalVariables } from '@slipway/persistence/variables';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SealedStore } from '../decision/engine-context.ts';
import { openTestEnvironment, type TestEnvironment } from '../testing.ts';
import { insertSharedVariable, patchSharedVariable } from './shared-variables.ts';

let environment: TestEnvironment;
let store: SealedStore;
const seal = createSeal('a secret for tests');
beforeAll(async () => {
  environment = await openTestEnvironment();
  store = { database: environment.database, seal };
  await createFolder(environment.database, { id: 'FolderA', parentId: 'Applications', title: 'A', freshId: 'FolderX' });
});
afterAll(() => environment.close());

const text = (key: string, value: string, id: string | null = null): VariableDraft => ({
  id,
  type: 'StringVariable',
  key,
  value,
});

test('an id of the client is kept if it is free', async () => {
  expect(await insertSharedVariable(store, null, text('global.a', 'x', 'VariableMine'))).toMatchObject({
    id: 'VariableMine',
  });
  const secondVariable = await insertSharedVariable(store, 'FolderA', text('folder.a', 'y', 'VariableMine'));
  expect(secondVariable.id).toMatch(/^Variable[0-9a-f]{32}$/);
  await expect(insertSharedVariable(store, null, text('global.a', 'z'))).rejects.toThrow(Conflict);
  await expect(insertSharedVariable(store, 'FolderNone', text('folder.a', 'z'))).rejects.toThrow(NotFound);
});

test('a password is stored encrypted, and a mask keeps it', async () => {
  const { id, value } = await insertSharedVariable(store, null, {
    type: 'PasswordStringVariable',
    key: 'global.pass',
    value: 'clear',
  });
  expect(seal.open('variable', String(value))).toBe('clear');
  expect((await patchSharedVariable(store, id, { value: '********', label: 'Secret' })).value).toBe(value);
  const changed = await patchSharedVariable(store, id, { value: 'other' });
  expect(seal.open('variable', String(changed.value))).toBe('other');
  await expect(patchSharedVariable(store, 'VariableNone', {})).rejects.toThrow(NotFound);
});

test('concurrent changes are all kept', async () => {
  const { id } = await insertSharedVariable(store, null, text('global.many', ''));
  await Promise.all([
    patchSharedVariable(store, id, { value: 'v' }),
    patchSharedVariable(store, id, { label: 'l' }),
    patchSharedVariable(store, id, { description: 'd' }),
    patchSharedVariable(store, id, { multiline: true }),
  ]);
  const stored = (await readGlobalVariables(environment.database)).find(({ variable }) => variable.id === id);
  expect(stored?.variable).toMatchObject({ value: 'v', label: 'l', description: 'd', multiline: true });
});
