import { describe, expect, test } from 'vitest';
import type { Caller } from '../decision/inputs.ts';
import { blankRequirement } from '../model/approval.ts';
import type { Release } from '../model/release.ts';
import { gateRequiring } from '../testing/approvals.ts';
import { caller, command, decide, fact, refusal } from '../testing/inputs.ts';
import { formatPlan, plan, waitingRun } from '../testing/notation.ts';
import type { Command, Fact } from './registry.ts';

const admin = caller('admin');
const mallory: Caller = { ...caller('mallory'), may: (permission) => permission === 'release#view' };

/** Returns a release with a running script `s` before a gate, and with a group that contains another gate. */
const running = (gate: object = gateRequiring()): Release =>
  plan('Build: s> gate. | Later: g.(inner.) z.', {
    task: {
      s: { type: 'ScriptTask', run: { script: { ...waitingRun('s', 'task'), attempt: 1 } } },
      gate: { type: 'GateTask', ...gate },
      inner: { type: 'GateTask', ...gate },
    },
  });

/** Runs an action of a script that runs as admin and was written by this user. */
function runAction(action: Command, author: Caller | null, release = running()) {
  const end: Fact = {
    type: 'scriptFinished',
    runId: 'Scripts',
    attempt: 1,
    result: { status: 'succeeded', value: true, output: null },
    actions: [action],
    by: admin,
    author,
  };
  const outcome = decide(release, fact(end));
  return { ...outcome, said: outcome.comments.map(({ text }) => text) };
}

const refused = /^An action of the script was refused: .*mallory/;
const skipGate: Command = { type: 'skipTask', taskId: 'Taskgate', comment: 'not needed' };

describe('a script that runs as admin', () => {
  const guarded: readonly (readonly [string, Command])[] = [
    ['skips a gate', skipGate],
    ['completes a gate', { type: 'completeTask', taskId: 'Taskgate' }],
    ['skips a group with a gate', { type: 'skipTask', taskId: 'Taskg', comment: 'not needed' }],
    [
      'changes the requirements of a gate',
      {
        type: 'updateTask',
        taskId: 'Taskgate',
        patch: { approvalRequirements: [{ ...blankRequirement, team: 'Dev' }] },
      },
    ],
    ['renames a gate', { type: 'updateTask', taskId: 'Taskgate', patch: { title: 'open' } }],
    ['gives a gate a precondition', { type: 'updateTask', taskId: 'Taskgate', patch: { precondition: 'False' } }],
    [
      'gives the group of a gate a precondition',
      { type: 'updateTask', taskId: 'Taskg', patch: { precondition: 'False' } },
    ],
    ['deletes a gate', { type: 'deleteTask', taskId: 'Taskgate' }],
    ['moves a gate', { type: 'moveTask', taskId: 'Taskgate', containerId: 'PhaseLater' }],
    ['changes the type of a gate', { type: 'changeTaskType', taskId: 'Taskgate', targetType: 'Task' }],
    ['adds a condition', { type: 'addCondition', taskId: 'Taskgate', title: 'x', checked: false }],
    ['locks a gate', { type: 'lockTask', taskId: 'Taskgate' }],
    ['deletes a phase with a gate', { type: 'deletePhase', phaseId: 'PhaseLater' }],
    ['moves a phase with a gate', { type: 'movePhase', phaseId: 'PhaseLater', position: 1 }],
    ['sets the run-as user', { type: 'updateRelease', patch: { scriptUsername: 'admin' } }],
    [
      'edits a gate in a change of the whole plan',
      { type: 'changePlan', edits: [{ type: 'updateTask', taskId: 'Taskgate', patch: { title: 'open' } }] },
    ],
  ];

  test.each(guarded)('%s only if its author may', (_, action) => {
    for (const gate of [gateRequiring(), {}]) {
      const { said: message, release } = runAction(action, mallory, running(gate));
      expect(message).toEqual([expect.stringMatching(refused)]);
      expect(formatPlan(release)).toBe('IN_PROGRESS Build: s+ gate> | Later: g.(inner.) z.');
    }
    const done = runAction(action, admin, running({}));
    expect(done.said.filter((text) => refused.test(text))).toEqual([]);
  });

  test.each<[string, Command]>([
    ['assigns a gate', { type: 'assignTask', taskId: 'Taskgate', owner: 'zoe' }],
    ['flags a gate', { type: 'updateTask', taskId: 'Taskgate', patch: { flagStatus: 'AT_RISK' } }],
    ['skips another task', { type: 'skipTask', taskId: 'Taskz' }],
    ['changes another task', { type: 'updateTask', taskId: 'Taskz', patch: { title: 'x' } }],
    ['renames the release', { type: 'updateRelease', patch: { title: 'x' } }],
    ['adds a task', { type: 'addTask', containerId: 'PhaseLater', task: {} }],
  ])('%s with the permissions of admin alone', (_, action) => {
    expect(runAction(action, mallory).said).toEqual([]);
  });

  test('is logged with its author', () => {
    const messages = (author: Caller) => runAction({ type: 'skipTask', taskId: 'Taskz' }, author).entries[0];
    expect(messages(mallory)).toMatchObject({
      username: 'admin',
      message: "Skipped in advance task 'z', by a script of 'mallory'",
    });
    expect(messages(admin)).toMatchObject({ username: 'admin', message: "Skipped in advance task 'z'" });
  });

  test('cannot skip an approval gate without a stored author, but keeps its other permissions', () => {
    const { said: message, release } = runAction(skipGate, null);
    expect(message).toEqual([expect.stringContaining("cannot bypass gate 'gate' (Taskgate): it has no stored author")]);
    expect(formatPlan(release)).toBe('IN_PROGRESS Build: s+ gate> | Later: g.(inner.) z.');
    expect(formatPlan(runAction(skipGate, null, running({})).release)).toBe(
      'IN_PROGRESS Build: s+ gate- | Later: g>(inner>) z.',
    );
    expect(runAction({ type: 'updateTask', taskId: 'Taskgate', patch: { title: 'x' } }, null).said).toEqual([]);
    expect(runAction({ type: 'deleteTask', taskId: 'Taskgate' }, null).said).toHaveLength(1);
  });

  test('restarts after a gate only if its author may', () => {
    const release = plan('Build: gate- s> b.', {
      task: {
        s: { type: 'ScriptTask', run: { script: { ...waitingRun('s', 'task'), attempt: 1 } } },
        gate: { type: 'GateTask' },
      },
    });
    const restart: Command = {
      type: 'restartRelease',
      fromPhaseId: 'PhaseBuild',
      fromTaskId: 'Taskb',
      phaseVersion: 'LATEST',
      resume: true,
    };
    expect(runAction(restart, mallory, release).said).toHaveLength(1);
    expect(runAction(restart, admin, release).said).toEqual([]);
  });
});

describe('a script of another release', () => {
  const by = (author: Caller | null): Caller => ({ ...admin, scriptAuthor: author });
  test('requires the permissions of its author for the gates of this release', () => {
    const release = running();
    expect(refusal(release, command(skipGate, by(mallory)))).toMatch(/^Forbidden: skipTask by a script .*'mallory'/);
    expect(refusal(release, command(skipGate, by(null)))).toMatch(/^Forbidden: the script cannot bypass gate/);
    expect(decide(release, command(skipGate, by(admin))).release).not.toBe(release);
  });
  test.each<[string, Command]>([
    ['updates a condition', { type: 'updateCondition', conditionId: 'GateCondition1', title: 'y' }],
    ['deletes a condition', { type: 'deleteCondition', conditionId: 'GateCondition1' }],
    ['sets the run-as password', { type: 'updateRelease', patch: { scriptUserPassword: 'secret' } }],
  ])('%s only if its author may', (_, action) => {
    const conditions = [{ id: 'GateCondition1', title: 'x' }];
    const release = plan('Build: s> gate.', {
      scriptUsername: 'rob',
      task: { gate: { type: 'GateTask', conditions } },
    });
    expect(refusal(release, command(action, by(mallory)))).toMatch(/^Forbidden: .* by a script .*'mallory'/);
    expect(decide(release, command(action, by(admin))).release).not.toBe(release);
  });
  test('gets NotFound for a missing task', () => {
    const update: Command = { type: 'updateTask', taskId: 'Taskgone', patch: { title: 'x' } };
    expect(refusal(running(), command(update, by(mallory)))).toMatch(/^NotFound: .*Taskgone/);
  });
  test('does not convert a program error to a refusal', () => {
    const fault = new TypeError('a fault of the program');
    const isAllowed = () => {
      throw fault;
    };
    expect(() => decide(running(), command(skipGate, by({ ...mallory, may: isAllowed })))).toThrow(fault);
  });
  test('merges the teams of a template into a folder only if its author may', () => {
    const template = { ...running(), status: 'TEMPLATE' } as const;
    const move = (mergePermissions: boolean): Command => ({
      type: 'moveTemplate',
      folderId: 'Folder1',
      mergePermissions,
    });
    expect(refusal(template, command(move(true), by(mallory)))).toMatch(
      /^Forbidden: moveTemplate by a script .*'mallory'/,
    );
    expect(decide(template, command(move(false), by(mallory))).release).toMatchObject({ folderId: 'Folder1' });
    expect(decide(template, command(move(true), by(null))).release).toMatchObject({ folderId: 'Folder1' });
  });
  test('cannot set its own user as the run-as user of this release', () => {
    const named: Command = { type: 'updateRelease', patch: { scriptUsername: 'admin' } };
    const editor: Caller = { ...mallory, may: (permission) => permission !== 'admin' };
    expect(refusal(running(), command(named, by(editor)))).toBe(
      "Forbidden: scriptUsername: running scripts as 'admin' requires the password of this user or the permission admin, also for 'mallory', the author of the script",
    );
    expect(decide(running(), command(named, by(null))).release).toMatchObject({ scriptUserSetBy: null });
    expect(decide(running(), command(named, admin)).release).toMatchObject({ scriptUserSetBy: 'admin' });
  });
});
