import { expect, test } from 'vitest';
import { handle } from '../commands/handle.ts';
import type { Requirement } from '../decision/env.ts';
import type { Release } from '../model/release.ts';
import type { TargetState } from '../model/task.ts';
import { parseInput } from '../testing/examples.ts';
import { env, variable } from '../testing/inputs.ts';
import { plan, type TaskOverrides } from '../testing/notation.ts';

let idCount = 0;
const on = (...targets: readonly string[]): TaskOverrides => ({
  type: 'GateTask',
  dependencies: targets.map((target) => ({ id: `Dependency${idCount++}`, target })),
});

/** The requirements of the decision that completes `a`, with these targets loaded. */
function requirementsOf(
  release: Release,
  targets?: Readonly<Record<string, TargetState>>,
): readonly Requirement[] | 'decided' {
  const data = targets === undefined ? {} : { targets: new Map(Object.entries(targets)) };
  const decision = handle(release, parseInput('complete a'), env({ data: { ...env().data, ...data } }));
  return decision.kind === 'missingData' ? decision.requirements : 'decided';
}

test('a gate requests the external targets of the gates after it, in one request', () => {
  const task = {
    one: on('Releaseout'),
    two: on('Taskout', 'Taska', '${v}', '../', 'Releaseout'),
    three: on('Phaseout'),
  };
  const chain = plan('Ship: a> one. two. | Next: three.', { task, variables: [variable('v')] });
  expect(requirementsOf(chain)).toEqual([
    { kind: 'target', id: 'Releaseout' },
    { kind: 'nextTarget', id: 'Taskout' },
    { kind: 'nextTarget', id: 'Phaseout' },
  ]);
  expect(requirementsOf(chain, { Releaseout: 'done', Phaseout: 'done' })).toEqual([{ kind: 'target', id: 'Taskout' }]);
});

test('a gate requests at most a hundred of them', () => {
  const titles = Array.from({ length: 103 }, (_, index) => `g${index}`);
  const task = Object.fromEntries(titles.map((title) => [title, on(`Release${title}`)]));
  expect(requirementsOf(plan(`Ship: a> ${titles.map((title) => `${title}.`).join(' ')}`, { task }))).toHaveLength(101);
});
