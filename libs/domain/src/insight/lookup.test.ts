import { expect, test } from 'vitest';
import { plan } from '../testing/notation.ts';
import { lookupFor } from './lookup.ts';

const gateOn = (...targets: readonly string[]) => ({
  type: 'GateTask',
  dependencies: targets.map((target) => ({ id: `Dependency${target.replace(/\W/g, '')}`, target })),
});
const waitAt = (eventSource: string) => ({ type: 'events.WaitForJsonEvent', eventSource });

test('what runs is asked for its targets and event sources, what has failed for what was said of it', () => {
  const release = plan('Build: p/[a> b> c> d!] gate. wait.', {
    task: {
      a: gateOn('Applications/Releaseout', '${v}'),
      b: waitAt('Configuration1'),
      gate: gateOn('Releaseahead'),
      wait: waitAt('Configuration2'),
    },
  });
  expect(lookupFor(release)).toEqual({
    folderId: release.folderId,
    targetIds: ['Releaseout'],
    sourceIds: ['Configuration1'],
    failedIds: ['Taskd'],
  });
});
