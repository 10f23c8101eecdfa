import { describe, expect, test } from 'vitest';
import { createRelease } from '../commands/handle.ts';
import type { Outcome } from '../decision/outcome.ts';
import type { NewEvent } from '../model/catalogs/event-types.ts';
import { approve, gateRequiring, teamMember, withdraw } from '../testing/approvals.ts';
import { parseInput } from '../testing/examples.ts';
import { applyInputs, caller, command, decide, env, fact, timePassed, variable } from '../testing/inputs.ts';
import { at, noon, plan } from '../testing/notation.ts';

const names = ({ events }: Pick<Outcome, 'events'>) =>
  events.map(({ type, taskId }) => (taskId === null ? type : `${type} ${taskId.slice('Task'.length)}`));
const eventOf = ({ events }: Pick<Outcome, 'events'>, type: NewEvent['type']): NewEvent => {
  const event = events.find((each) => each.type === type);
  if (event === undefined) throw new Error(`no event ${type}`);
  return event;
};
const authorship = { createdBy: 'amy', startedBy: 'sue', changedBy: 'max', revision: 3 };
const [ann, bob] = [teamMember('ann', 'QA'), teamMember('bob', 'QA')];

describe('the events of tasks', () => {
  test('a started manual task has its release, phase and assignee', () => {
    const release = plan('Build: a> b. | Ship: c.', { task: { b: { owner: 'bea', team: 'QA' } }, owner: 'olga' });
    const outcome = decide(release, parseInput('complete a'));
    expect(names(outcome)).toEqual(['task.started b']);
    expect(outcome.events).toEqual([
      {
        ...{ type: 'task.started', taskId: 'Taskb', actor: 'amy', at: noon, occasion: null },
        data: {
          release: {
            id: release.id,
            title: 'Webshop 1.0',
            status: 'IN_PROGRESS',
            folderId: release.folderId,
            tags: [],
          },
          task: {
            ...{ id: 'Taskb', title: 'b', type: 'Task', status: 'IN_PROGRESS', phaseTitle: 'Build', failuresCount: 0 },
          },
        },
        audience: { owner: 'bea', team: 'QA', releaseOwner: 'olga' },
      },
    ]);
  });

  test('a task that needs no user has no event, and neither has an unchanged task', () => {
    const types = { script: { type: 'ScriptTask' }, wait: { type: 'events.WaitForJsonEvent' } };
    const gate = { type: 'GateTask', dependencies: [{ id: 'Dependency1', target: 'Releaseother' }] };
    const release = plan('Build: a> g.[script. wait. gate.] z.', { task: { ...types, gate } });
    const data = { ...env().data, targets: new Map([['Releaseother', 'open' as const]]) };
    expect(names(decide(release, parseInput('complete a'), env({ data })))).toEqual([]);
  });

  test('a reassigned task notifies the previous and the new assignee, if the flow has reached it', () => {
    const release = plan('Build: a> b.', { task: { a: { owner: 'bea' }, b: { owner: 'bea' } } });
    const assign = (taskId: string, owner: string | null) => command({ type: 'assignTask', taskId, owner });
    const outcome = decide(release, assign('Taska', 'cid'));
    expect(names(outcome)).toEqual(['task.unassigned a', 'task.assigned a']);
    expect(eventOf(outcome, 'task.unassigned').audience).toEqual({
      ...{ owner: 'cid', previousOwner: 'bea', ...(release.owner !== null && { releaseOwner: release.owner }) },
    });
    expect(names(decide(release, assign('Taskb', 'cid')))).toEqual([]);
    expect(names(decide(release, assign('Taska', null)))).toEqual(['task.unassigned a']);
    expect(names(decide(plan('Build: a>'), assign('Taska', 'cid')))).toEqual(['task.assigned a']);
  });

  test('a task that waits for input, and a failed task, also within a group', () => {
    const required = { variables: [variable('v', null)], task: { b: { uses: { description: ['v'] } } } };
    expect(names(decide(plan('Build: a> b.', required), parseInput('complete a')))).toEqual(['task.inputRequired b']);
    const failed = decide(plan('Build: g>[a> b>]'), parseInput('fail a'));
    expect(names(failed)).toEqual(['task.failed a', 'release.failing', 'release.atRisk']);
    expect(eventOf(failed, 'task.failed').data.task).toMatchObject({ status: 'FAILED', failuresCount: 1 });
    expect(names(decide(failed.release, parseInput('fail b')))).toEqual([
      ...['task.failed b', 'release.failed', 'release.atRisk'],
    ]);
    expect(names(decide(failed.release, parseInput('retry a')))).toEqual(['task.started a']);
  });

  test('a due date has two occasions, and a later one two others', () => {
    const due = at('16:00');
    const release = plan('Build: a>', { task: { a: { dueDate: due, run: { startDate: noon } } } });
    const soon = decide(release, timePassed, env({ now: at('15:00') }));
    expect(soon.events.map(({ type, occasion }) => [type, occasion])).toEqual([['task.dueSoon', `Taska@${due}`]]);
    expect(eventOf(soon, 'task.dueSoon').data.task?.dueDate).toBe(due);
    const over = decide(soon.release, timePassed, env({ now: due }));
    expect(eventOf(over, 'task.overdue')).toMatchObject({ occasion: `Taska@${due}`, actor: 'SYSTEM' });
    expect(names(over)).toEqual(['task.overdue a', 'release.atRisk']);
    expect(names(decide(over.release, timePassed, env({ now: due + 1 })))).toEqual([]);
  });

  test('a flag that becomes amber or red', () => {
    const flag = (flagStatus: 'OK' | 'ATTENTION_NEEDED' | 'AT_RISK') =>
      command({ type: 'updateTask', taskId: 'Taska', patch: { flagStatus } });
    const amber = decide(plan('Build: a>'), flag('ATTENTION_NEEDED'));
    expect(names(amber)).toEqual(['task.flagged a', 'release.atRisk']);
    expect(eventOf(amber, 'task.flagged').data.flag).toBe('ATTENTION_NEEDED');
    expect(eventOf(amber, 'release.atRisk').data.risk).toEqual({ from: 0, to: amber.release.riskScore });
    expect(names(decide(amber.release, flag('AT_RISK')))).toContain('task.flagged a');
    expect(names(decide(amber.release, flag('OK')))).toEqual([]);
  });
});

describe('the events of approvals', () => {
  const gated = plan('Ship: a> gate. b.', {
    authorship,
    task: { gate: gateRequiring({ count: 2 }, { role: 'legal' }) },
  });

  test('a gate requests its missing approvals from teams and roles, not from authors', () => {
    const outcome = decide(gated, parseInput('complete a'));
    expect(names(outcome)).toEqual(['approval.requested gate']);
    expect(eventOf(outcome, 'approval.requested').audience).toMatchObject({
      ...{ approverTeams: ['QA'], approverRoles: ['legal'], nonApprovers: ['amy', 'sue', 'max'] },
    });
  });

  test('a gate with conditions also starts for its assignee', () => {
    const conditions = [{ id: 'GateCondition1', title: 'signed' }];
    const release = plan('Ship: a> gate.', { task: { gate: { ...gateRequiring({ fourEyes: false }), conditions } } });
    const outcome = decide(release, parseInput('complete a'));
    expect(names(outcome)).toEqual(['task.started gate', 'approval.requested gate']);
    expect(eventOf(outcome, 'approval.requested').audience.nonApprovers).toEqual([]);
  });

  test('a change of the gate invalidates an approval; its user can also withdraw it', () => {
    const approved = applyInputs(gated, env(), parseInput('complete a'), approve(ann));
    expect(names(decide(approved, withdraw(ann)))).toEqual([]);
    expect(names(decide(approved, approve(bob)))).toEqual([]);
    const rename = command({ type: 'updateTask', taskId: 'Taskgate', patch: { title: 'Other' } }, caller('max'));
    const changed = decide(approved, rename);
    expect(names(changed)).toEqual(['approval.invalidated gate']);
    expect(eventOf(changed, 'approval.invalidated').audience.nonApprovers).toEqual(['amy', 'sue', 'max']);
  });
});

describe('the events of comments', () => {
  test('a comment of a user, with mentioned users and names that may be teams', () => {
    const comment = command({ type: 'commentTask', taskId: 'Taskb', comment: 'cc @bea and @Ops' });
    const outcome = decide(plan('Build: a> g.[b. c.]'), comment);
    expect(names(outcome)).toEqual(['task.commented b', 'comment.mentioned b']);
    const [commented, mentioned] = outcome.events;
    expect([commented?.data.commentId, commented?.occasion]).toEqual([
      outcome.comments[0]?.id,
      outcome.comments[0]?.id,
    ]);
    expect(mentioned?.audience.mentioned).toEqual(['bea', 'ops']);
  });

  test('a comment of the product is no event', () => {
    const release = plan('Build: a> b.', { task: { b: { type: 'GroovyScriptTask' } } });
    expect(names(decide(release, parseInput('complete a')))).toEqual([
      ...['task.started b', 'task.flagged b', 'release.atRisk'],
    ]);
  });
});

describe('the events of releases', () => {
  test('start, completion, abortion and failure', () => {
    expect(names(decide(plan('PLANNED Build: a.'), parseInput('start')))).toEqual([
      'task.started a',
      'release.started',
    ]);
    expect(names(decide(plan('Build: a>'), parseInput('complete a')))).toEqual(['release.completed']);
    expect(names(decide(plan('Build: a>'), parseInput('fail a')))).toEqual([
      ...['task.failed a', 'release.failed', 'release.atRisk'],
    ]);
    expect(names(decide(plan('Build: a>'), command({ type: 'abortRelease', abortComment: 'no' })))).toEqual([
      'release.aborted',
    ]);
  });

  test('a due date and a flag', () => {
    const release = plan('Build: a>', { dueDate: noon + 1 });
    const over = decide(release, timePassed, env({ now: noon + 1 }));
    expect(names(over)).toContain('release.overdue');
    expect(eventOf(over, 'release.overdue').occasion).toBe(`${release.id}@${noon + 1}`);
    const flagged = decide(plan('Build: a>'), command({ type: 'updateRelease', patch: { flagStatus: 'AT_RISK' } }));
    expect(eventOf(flagged, 'release.flagged').data.flag).toBe('AT_RISK');
  });

  test('a template has none, and a new release has the events of its start', () => {
    const template = plan('TEMPLATE Build: a.');
    expect(decide(template, command({ type: 'updateTask', taskId: 'Taska', patch: { title: 'b' } })).events).toEqual(
      [],
    );
    const request = {
      ...{ releaseTitle: 'R', folderId: null, variables: {}, scheduledStartDate: null, autoStart: false },
      ...{ startedFromTaskId: null, releaseOwner: null, startsNow: true },
      triggered: { title: 'Nightly', tags: [], literal: [] },
    };
    const decision = createRelease(template, request, caller('SYSTEM'), env());
    if (decision.kind !== 'decided') throw new Error('data is missing');
    expect(decision.outcome.events.map(({ type, actor }) => `${type} by ${actor}`)).toEqual([
      ...['task.started by SYSTEM', 'release.started by SYSTEM'],
    ]);
  });

  test('an outdated fact has none', () => {
    expect(decide(plan('Build: a>'), fact({ type: 'targetsChanged' })).events).toEqual([]);
  });
});
