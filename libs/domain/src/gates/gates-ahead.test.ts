import { expect, test } from 'vitest';
import { handle } from '../commands/handle.ts';
import type { Want } from '../decision/env.ts';
import type { Release } from '../model/release.ts';
import type { TargetState } from '../model/task.ts';
import { say } from '../testing/examples.ts';
import { env, variable } from '../testing/inputs.ts';
import { type Details, plan } from '../testing/notation.ts';

let made = 0;
const on = (...targets: readonly string[]): Details => ({
  type: 'GateTask',
  dependencies: targets.map((target) => ({ id: `Dependency${made++}`, target })),
});

/** What the decision wants once `a` is completed in a world with these targets. */
function wanted(release: Release, targets?: Readonly<Record<string, TargetState>>): readonly Want[] | 'decided' {
  const world = targets === undefined ? {} : { targets: new Map(Object.entries(targets)) };
  const decision = handle(release, say('complete a'), env({ world: { ...env().world, ...world } }));
  return decision.kind === 'wants' ? decision.wants : 'decided';
}

test('a gate requests the external targets of the gates after it, in one request', () => {
  const task = {
    one: on('Releaseout'),
    two: on('Taskout', 'Taska', '${v}', '../', 'Releaseout'),
    three: on('Phaseout'),
  };
  const chain = plan('Ship: a> one. two. | Next: three.', { task, variables: [variable('v')] });
  expect(wanted(chain)).toEqual([
    { kind: 'target', id: 'Releaseout' },
    { kind: 'nextTarget', id: 'Taskout' },
    { kind: 'nextTarget', id: 'Phaseout' },
  ]);
  expect(wanted(chain, { Releaseout: 'done', Phaseout: 'done' })).toEqual([{ kind: 'target', id: 'Taskout' }]);
});

test('a gate requests at most a hundred of them', () => {
  const titles = Array.from({ length: 103 }, (_, index) => `g${index}`);
  const task = Object.fromEntries(titles.map((title) => [title, on(`Release${title}`)]));
  expect(wanted(plan(`Ship: a> ${titles.map((title) => `${title}.`).join(' ')}`, { task }))).toHaveLength(101);
});
