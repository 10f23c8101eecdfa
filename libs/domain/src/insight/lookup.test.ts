import { expect, test } from 'vitest';
import { asking } from '../testing/approvals.ts';
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
    releaseId: release.id,
    folderId: release.folderId,
    targetIds: ['Releaseout'],
    sourceIds: ['Configuration1'],
    askers: { teams: [], roles: [] },
    failedIds: ['Taskd'],
  });
});

test('of gates that run it is asked whether those are there of whom they want approvals', () => {
  const gate = asking({}, { role: 'Security' });
  const release = plan('Build: a> | Ship: b.', { task: { a: gate, b: asking({ team: 'Ahead' }) } });
  expect(lookupFor(release).askers).toEqual({ teams: ['QA'], roles: ['Security'] });
});
