import type { Command } from '@slipway/domain/commands';
import type { Database } from '@slipway/persistence/database';
import { readRelease } from '@slipway/persistence/plans';
import { addRiskProfile, listRiskHistory, removeRiskProfile, replaceRiskProfile } from '@slipway/persistence/risk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { createStartedRelease, openTestEnvironment, order, plan, type TestEnvironment, testUser } from '../testing.ts';

let environment: TestEnvironment;
let database: Database;
beforeAll(async () => {
  environment = await openTestEnvironment();
  ({ database } = environment);
});
afterAll(() => environment.close());

const command = (input: Command) => ({ kind: 'command', caller: testUser, command: input }) as const;
const actor = { username: 'admin', address: null } as const;
const strict = { id: 'RiskProfileStrict', title: 'Strict', assessors: { ReleaseFlaggedAtRiskAssessor: '95' } };
const red = (riskProfile: string) => ({ ...plan({ Build: ['a'] }), flagStatus: 'AT_RISK', riskProfile }) as const;
const scoreOf = async (id: string) => (await readRelease(database, id))?.release.riskScore;
/** The same engine, which records its statements. */
function createCountingEngine(): { readonly engine: Engine; readonly asked: string[] } {
  const statementNames: string[] = [];
  const watched: Database = {
    ...database,
    query: (statement, values) => {
      statementNames.push('name' in statement ? statement.name : statement.text);
      return database.query(statement, values);
    },
  };
  return { engine: environment.engine({ database: watched }), asked: statementNames };
}

test('releases follow their profile when it is changed, deleted, and created again with the same title', async () => {
  const engine = environment.engine();
  expect(await addRiskProfile(database, strict, actor)).toBe(true);
  // A title in use is rejected without a change.
  expect(await addRiskProfile(database, { ...strict, title: 'Another' }, actor)).toBe(false);
  const { release: byId } = await createStartedRelease(engine, red('Configuration/riskProfiles/RiskProfileStrict'));
  const { release: byTitle } = await createStartedRelease(engine, red('Configuration/riskProfiles/STRICT'));
  const { release: other } = await createStartedRelease(engine, red('Configuration/riskProfiles/RiskProfileDefault'));
  const scores = async () => {
    await engine.sweep();
    return await Promise.all([byId, byTitle, other].map(({ id }) => scoreOf(id)));
  };
  expect(await scores()).toEqual([95, 95, 80]);
  await replaceRiskProfile(
    database,
    { ...strict, title: 'Milder', assessors: { ReleaseFlaggedAtRiskAssessor: '40' } },
    actor,
  );
  expect(await scores()).toEqual([40, 80, 80]);
  await removeRiskProfile(database, strict.id, actor);
  expect(await scores()).toEqual([80, 80, 80]);
  await addRiskProfile(database, { ...strict, id: 'RiskProfileNew' }, actor);
  expect(await scores()).toEqual([80, 95, 80]);
  await removeRiskProfile(database, 'RiskProfileNew', actor);
  const history = await listRiskHistory(database, byTitle.id, { limit: 100, offset: 0 });
  expect(history.map(({ score, username }) => [score, username])).toEqual([
    [95, 'ann'],
    [80, 'SYSTEM'],
    [95, 'SYSTEM'],
  ]);
});

test('a process with an outdated cached profile detects it at its first save, and corrects the score', async () => {
  const profile = { ...strict, id: 'RiskProfileTwo', title: 'Two' };
  await addRiskProfile(database, profile, actor);
  const [secondEngine, other] = [environment.engine(), environment.engine()];
  const draft = red('Configuration/riskProfiles/Two');
  const { release: first } = await createStartedRelease(secondEngine, draft);
  await replaceRiskProfile(database, { ...profile, assessors: { ReleaseFlaggedAtRiskAssessor: '7' } }, actor);
  const rename = command({ type: 'updateRelease', patch: { title: 'Other' } });
  await secondEngine.dispatch(first.id, rename);
  expect((await createStartedRelease(secondEngine, draft)).release.riskScore).toBe(7);
  await other.sweep();
  expect(await scoreOf(first.id)).toBe(7);
  await removeRiskProfile(database, profile.id, actor);
});

test('a decision on a release with a profile needs no further statement when the profiles are cached', async () => {
  const { engine, asked: statementNames } = createCountingEngine();
  const profile = { ...strict, id: 'RiskProfileThree', title: 'Three' };
  await addRiskProfile(database, profile, actor);
  const rename = async (draft: ReturnType<typeof red>) => {
    const { release } = await createStartedRelease(engine, draft);
    statementNames.length = 0;
    await engine.dispatch(release.id, command({ type: 'updateRelease', patch: { title: 'Other' } }));
    return statementNames.length;
  };
  expect([await rename(red('RiskProfileThree')), await rename(red('RiskProfileDefault'))]).toEqual([1, 1]);
  await removeRiskProfile(database, profile.id, actor);
});

test('one sweep recalculates many releases, each separately, and a second one finds none', async () => {
  const engine = environment.engine();
  const profile = { ...strict, id: 'RiskProfileMany', title: 'Many' };
  await addRiskProfile(database, profile, actor);
  const { release: template } = await engine.createTemplate(red('Many'), 'Applications', testUser);
  await Promise.all(Array.from({ length: 210 }, () => engine.createRelease(template.id, order(), testUser)));
  await replaceRiskProfile(database, { ...profile, assessors: { ReleaseFlaggedAtRiskAssessor: '3' } }, actor);
  await engine.sweep();
  const behind = await database.query({
    text: `select id from live_releases where risk_key = 'many' and risk_score <> 3`,
  });
  expect(behind).toEqual([]);
  expect(await database.query({ text: `select id from live_releases where risk_key = 'many'` })).toHaveLength(210);
  const { engine: again, asked: statementNames } = createCountingEngine();
  await again.sweep();
  expect(statementNames.filter((name) => name.startsWith('save'))).toEqual([]);
});
