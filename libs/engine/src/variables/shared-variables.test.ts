import { Conflict, NotFound, type VariableDraft } from '@slipway/domain';
import { createFolder, createSeal, globalVariables } from '@slipway/persistence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ground, openGround } from '../testing.ts';
import { addShared, type Sharer, updateShared } from './shared-variables.ts';

let ground: Ground;
let sharer: Sharer;
const seal = createSeal('a secret for tests');
beforeAll(async () => {
  ground = await openGround();
  sharer = { database: ground.database, seal };
  await createFolder(ground.database, { id: 'FolderA', parentId: 'Applications', title: 'A', freshId: 'FolderX' });
});
afterAll(() => ground.close());

const text = (key: string, value: string, id: string | null = null): VariableDraft => ({
  id,
  type: 'StringVariable',
  key,
  value,
});

test('an id that the client chose is kept while it is free', async () => {
  expect(await addShared(sharer, null, text('global.a', 'x', 'VariableMine'))).toMatchObject({ id: 'VariableMine' });
  const other = await addShared(sharer, 'FolderA', text('folder.a', 'y', 'VariableMine'));
  expect(other.id).toMatch(/^Variable[0-9a-f]{32}$/);
  await expect(addShared(sharer, null, text('global.a', 'z'))).rejects.toThrow(Conflict);
  await expect(addShared(sharer, 'FolderNone', text('folder.a', 'z'))).rejects.toThrow(NotFound);
});

test('a password is stored sealed, and a mask keeps it', async () => {
  const { id, value } = await addShared(sharer, null, {
    type: 'PasswordStringVariable',
    key: 'global.pass',
    value: 'clear',
  });
  expect(seal.open('variable', String(value))).toBe('clear');
  expect((await updateShared(sharer, id, { value: '********', label: 'Secret' })).value).toBe(value);
  const changed = await updateShared(sharer, id, { value: 'other' });
  expect(seal.open('variable', String(changed.value))).toBe('other');
  await expect(updateShared(sharer, 'VariableNone', {})).rejects.toThrow(NotFound);
});

test('changes at the same time are all kept', async () => {
  const { id } = await addShared(sharer, null, text('global.many', ''));
  await Promise.all([
    updateShared(sharer, id, { value: 'v' }),
    updateShared(sharer, id, { label: 'l' }),
    updateShared(sharer, id, { description: 'd' }),
    updateShared(sharer, id, { multiline: true }),
  ]);
  const stored = (await globalVariables(ground.database)).find(({ variable }) => variable.id === id);
  expect(stored?.variable).toMatchObject({ value: 'v', label: 'l', description: 'd', multiline: true });
});
