import { expect, test } from 'vitest';
import { blankRequirement, type Verdict } from '../model/approval.ts';
import { task } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { verdictEffects } from './verdict-effects.ts';

const verdict = (username: string, kind: Verdict['kind'], changes: Partial<Verdict> = {}): Verdict => ({
  ...{ kind, username, date: 0, comment: null, gate: 2, plan: 1, ahead: false, teams: ['QA'], roles: [] },
  ...changes,
});

test('each verdict has its current effect, and approvers are counted in the order of their names', () => {
  const verdicts = [
    verdict('ann', 'REJECTED'),
    verdict('bob', 'APPROVED'),
    verdict('cyd', 'APPROVED'),
    verdict('dan', 'WITHDRAWN'),
    verdict('eve', 'APPROVED', { gate: 1 }),
    verdict('fay', 'APPROVED', { teams: [] }),
    verdict('gil', 'APPROVED'),
    verdict('hal', 'REJECTED'),
    verdict('ann', 'APPROVED'),
  ];
  const release = plan('Ship: gate>', {
    authorship: { createdBy: 'gil', startedBy: null, changedBy: null, revision: 1 },
    task: {
      gate: {
        type: 'GateTask',
        approvalRequirements: [{ ...blankRequirement, team: 'QA', count: 2 }],
        run: { signing: { createdBy: null, changedBy: null, revision: 2, verdicts } },
      },
    },
  });
  expect(
    verdictEffects(release, task(release, 'gate')).map(({ verdict: { username }, effect }) => [username, effect]),
  ).toEqual([
    ['ann', 'replaced'],
    ['bob', 'counts'],
    ['cyd', 'notNeeded'],
    ['dan', 'withdrawn'],
    ['eve', 'gateChanged'],
    ['fay', 'notAsked'],
    ['gil', 'createdRelease'],
    ['hal', 'blocks'],
    ['ann', 'counts'],
  ]);
});
