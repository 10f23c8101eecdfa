import { describe, expect, test } from 'vitest';
import type { ExplanationContext } from '../flow/reasons.ts';
import { textOf } from '../messages/english.ts';
import { explanationContext, reasonLines } from '../testing/explanation-context.ts';
import { plan } from '../testing/notation.ts';
import { explainRelease } from './explain.ts';

const gateOn = (...targets: readonly string[]) => ({
  type: 'GateTask',
  dependencies: targets.map((target, index) => ({ id: `Dependency${index}`, target })),
});
const conditions = ['approved', 'signed', 'sealed', 'sent', 'read'].map((title) => ({
  id: `GateCondition${title}`,
  title,
}));
const locked = 'cannot be skipped or edited before it is unlocked.';

describe('a gate', () => {
  const target = (state: 'open' | 'done' | 'aborted', status: 'IN_PROGRESS' | 'COMPLETED' | 'ABORTED') =>
    ({ title: 'Upstream', status, state }) as const;

  test('lists at most three open conditions, and a locked group around it', () => {
    const more = {
      task: {
        gate: { type: 'GateTask', owner: 'amy', conditions, run: { checked: ['GateConditionapproved'] } },
        g: { locked: true },
      },
    };
    expect(reasonLines(explainRelease(plan('B: g>[gate>]', more), explanationContext()))).toEqual([
      "gate: Gate 'gate' is closed: amy has to tick 4 conditions ('signed', 'sealed', 'sent' and 1 more).",
      `locked: Gate 'gate' is locked: it ${locked}`,
    ]);
    const [reason] = explainRelease(plan('B: g>[gate>]', more), explanationContext()).reasons;
    expect(reason?.conditions).toEqual(conditions.slice(1));
  });

  test.each<[string, ExplanationContext['targets'], string, boolean]>([
    [
      'an open target',
      new Map([['Releaseout', target('open', 'IN_PROGRESS')]]),
      "it waits for 'Upstream' (IN_PROGRESS)",
      false,
    ],
    [
      'a completed target before its notification',
      new Map([['Releaseout', target('done', 'COMPLETED')]]),
      "'Upstream' (COMPLETED) is done; the gate will be notified shortly",
      true,
    ],
    [
      'an aborted target',
      new Map([['Releaseout', target('aborted', 'ABORTED')]]),
      "'Upstream' (ABORTED) was aborted, so the gate fails when no other blocker remains: replace that dependency or skip the gate",
      true,
    ],
    ['a deleted target', new Map(), 'Releaseout does not exist: replace that dependency or skip the gate', true],
  ])('lists its targets: %s', (_, targets, sentence, moving) => {
    const explained = explainRelease(
      plan('B: gate>', { task: { gate: gateOn('Releaseout') } }),
      explanationContext({ targets }),
    );
    expect([textOf(explained.message), explained.moving]).toEqual([`Gate 'gate' is closed: ${sentence}.`, moving]);
  });

  test('returns its pending targets as data, without the ended ones', () => {
    const run = { observedTargets: { Dependency0: { target: 'Releaseout', state: 'done' } } } as const;
    const gate = { ...gateOn('Releaseout', '${v}', 'Releaseother'), run };
    const targets = new Map([['Releaseother', target('open', 'IN_PROGRESS')]]);
    const [reason] = explainRelease(plan('B: gate>', { task: { gate } }), explanationContext({ targets })).reasons;
    expect(reason?.targets).toEqual([
      { id: '${v}', title: null, status: null, state: 'missing' },
      { id: 'Releaseother', title: 'Upstream', status: 'IN_PROGRESS', state: 'open' },
    ]);
  });

  test('uses the singular for one condition', () => {
    const gate = { type: 'GateTask', owner: 'amy', conditions: conditions.slice(0, 1) };
    expect(reasonLines(explainRelease(plan('B: gate>', { task: { gate } }), explanationContext()))).toEqual([
      "gate: Gate 'gate' is closed: amy has to tick 1 condition ('approved').",
    ]);
  });

  test('waits for a user once all its requirements are met', () => {
    expect(
      reasonLines(
        explainRelease(plan('B: gate>', { task: { gate: { type: 'GateTask', owner: 'amy' } } }), explanationContext()),
      ),
    ).toEqual(["person: Gate 'gate' has no blockers: amy has to complete it."]);
  });
});
