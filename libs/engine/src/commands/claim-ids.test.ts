import type { Release, VariableDraft } from '@slipway/domain/model';
import { readRelease } from '@slipway/persistence/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEnvironment, type TestEnvironment, testUser } from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const draft = (key: string, id: string | null): VariableDraft => ({ id, type: 'StringVariable', key, value: key });
const make = async (...variables: readonly VariableDraft[]) =>
  (await environment.engine().createTemplate({ title: 'Plan', variables }, 'Applications', testUser)).release;
const replace = async ({ id }: Release, ...variables: readonly VariableDraft[]) => {
  const command = { type: 'replaceVariables', variables } as const;
  const { release } = await environment.engine().dispatch(id, { kind: 'command', caller: testUser, command });
  return release.variables.map((variable) => ({ key: variable.key, id: variable.id }));
};

test('a list of variables gets new ids for those of other releases, and keeps its own and free ones', async () => {
  const secondTemplate = await make(draft('theirs', 'VariableTheirs'));
  const own = await make(draft('a', 'VariableA'));
  const replaced = await replace(
    own,
    draft('a', 'VariableA'),
    draft('b', 'VariableTheirs'),
    draft('c', 'VariableC'),
    draft('d', 'VariableC'),
  );
  const fresh = expect.stringMatching(/^Variable[0-9a-f]{32}$/);
  expect(replaced).toEqual([
    { key: 'a', id: 'VariableA' },
    { key: 'b', id: fresh },
    { key: 'c', id: 'VariableC' },
    { key: 'd', id: fresh },
  ]);
  expect((await readRelease(environment.database, secondTemplate.id))?.release).toEqual(secondTemplate);
});
