import { blankVariable, type Release } from '@slipway/domain/model';
import type { Plan } from '@slipway/persistence/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../environment/clock.ts';
import { openTestEnvironment, order, plan, type TestEnvironment, testUser } from '../testing.ts';
import { createPlanCache, planWeight } from './plan-cache.ts';

let environment: TestEnvironment;
let release: Release;
beforeAll(async () => {
  environment = await openTestEnvironment();
  const engine = environment.engine();
  const { release: template } = await engine.createTemplate(plan({ Build: ['a', 'b', 'c'] }), 'Applications', testUser);
  ({ release } = await engine.createRelease(template.id, order(), testUser));
});
afterAll(() => environment.close());

describe('cached plans', () => {
  const knownPlan = (id: string, version = 1): Plan => ({
    release: { ...release, id },
    version,
    awaits: [],
    wakeAt: null,
    traceparent: null,
  });

  /** the size in bytes of two plans, but not of three */
  const roomForTwo = () => Math.floor(2.5 * planWeight(knownPlan('A')));

  test('the least recently used plan is evicted', () => {
    const plans = createPlanCache(roomForTwo());
    plans.put(knownPlan('A'));
    plans.put(knownPlan('B'));
    plans.get('A');
    plans.put(knownPlan('C'));
    expect(['A', 'B', 'C'].map((id) => plans.get(id)?.release.id)).toEqual(['A', undefined, 'C']);
  });
  test('a new version replaces the old one', () => {
    const plans = createPlanCache(roomForTwo());
    for (const version of [1, 2, 3]) plans.put(knownPlan('A', version));
    plans.put(knownPlan('B'));
    expect([plans.get('A')?.version, plans.get('B')?.version]).toEqual([3, 1]);
  });
  test('a deleted plan frees its space, and a plan above the limit is not cached', () => {
    const plans = createPlanCache(roomForTwo());
    plans.put(knownPlan('A'));
    plans.drop('A');
    plans.drop('A');
    plans.put(knownPlan('B'));
    plans.put(knownPlan('C'));
    expect([plans.get('A'), plans.get('B')?.version, plans.get('C')?.version]).toEqual([undefined, 1, 1]);
    const small = createPlanCache(planWeight(knownPlan('A')) - 1);
    small.put(knownPlan('A'));
    expect(small.get('A')).toBeUndefined();
  });
  test('an ended plan is not cached, and its older version is evicted', () => {
    const plans = createPlanCache();
    for (const status of ['COMPLETED', 'ABORTED'] as const) {
      const running = knownPlan('A');
      plans.put(running);
      plans.put({ ...running, release: { ...running.release, status } });
      expect(plans.get('A')).toBeUndefined();
    }
  });
  test('the weight includes texts, in variables and in frozen values', () => {
    const text = 'x'.repeat(100_000);
    const variable = { ...blankVariable, id: 'Variable1', key: 'text', value: text };
    const plain = knownPlan('A');
    const [phase] = release.phases;
    const tasks = phase?.tasks.map((task) => ({ ...task, run: { ...task.run, values: { text } } }));
    const heavy: Plan = {
      ...plain,
      release: { ...plain.release, variables: [variable], phases: [{ ...phase!, tasks: tasks! }] },
    };
    const more = planWeight(heavy) - planWeight(plain);
    expect(more).toBeGreaterThan(4 * 2 * text.length);
    expect(more).toBeLessThan(4 * 2 * text.length + 2_000);
  });
});

test('the clock is the clock of the database, measured once for many reads', async () => {
  let queryCount = 0;
  const clock = createClock({
    ...environment.database,
    query: (statement, values) => {
      queryCount += 1;
      return environment.database.query(statement, values);
    },
  });
  const began = performance.now();
  const moments = await Promise.all(Array.from({ length: 50 }, () => clock.now()));
  const [row] = await environment.database.query<{ now: number }>({
    text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  });
  const wrong = Math.abs((row?.now ?? 0) - (await clock.now()));
  expect(wrong).toBeLessThan(1_000 + performance.now() - began);
  expect(new Set(moments.map(Number.isInteger))).toEqual(new Set([true]));
  expect(queryCount).toBe(1);
});
