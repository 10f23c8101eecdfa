import { expect, test } from 'vitest';
import { gateRequiring } from '../testing/approvals.ts';
import { plan } from '../testing/notation.ts';
import { explanationLookupFor } from './lookup.ts';

const gateOn = (...targets: readonly string[]) => ({
  type: 'GateTask',
  dependencies: targets.map((target) => ({ id: `Dependency${target.replace(/\W/g, '')}`, target })),
});
const waitAt = (eventSource: string) => ({ type: 'events.WaitForJsonEvent', eventSource });

test('running tasks require their targets and event sources, failed tasks their comments', () => {
  const release = plan('Build: p/[a> b> c> d!] gate. wait.', {
    task: {
      a: gateOn('Applications/Releaseout', '${v}'),
      b: waitAt('Configuration1'),
      gate: gateOn('Releaseahead'),
      wait: waitAt('Configuration2'),
    },
  });
  expect(explanationLookupFor(release)).toEqual({
    releaseId: release.id,
    folderId: release.folderId,
    targetIds: ['Releaseout'],
    sourceIds: ['Configuration1'],
    approvers: { teams: [], roles: [] },
    failedIds: ['Taskd'],
  });
});

test('running gates require the teams and roles of their approval requirements', () => {
  const gate = gateRequiring({}, { role: 'Security' });
  const release = plan('Build: a> | Ship: b.', { task: { a: gate, b: gateRequiring({ team: 'Ahead' }) } });
  expect(explanationLookupFor(release).approvers).toEqual({ teams: ['QA'], roles: ['Security'] });
});
