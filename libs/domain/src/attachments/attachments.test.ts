import { expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import type { DecisionData } from '../decision/env.ts';
import type { Attachment } from '../model/attachment.ts';
import { maxAttachments } from '../model/limits.ts';
import { copyPassive, mergeChanges } from '../model/passive.ts';
import { tasksOf, withTask } from '../model/plan.ts';
import { blankReleasePassive, type Release } from '../model/release.ts';
import { blankTaskPassive, type TaskPassive } from '../model/task.ts';
import { applyInputs, attachment, caller, command, decide, env, log, refusal, task } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const [first, second] = [attachment('one'), attachment('two')];

/** Returns an environment in which each task, and the release, has these attachments. */
const having = (release: Release, attachments: readonly Attachment[]) => {
  const passives = new Map([...tasksOf(release)].map(({ id }) => [id, { ...blankTaskPassive, attachments }]));
  const environment: DecisionData = {
    ...env().data,
    passives,
    releasePassives: new Map([['Release1', { ...blankReleasePassive, attachments }]]),
  };
  return env({ data: environment });
};
const changesOf = ({
  passive,
}: {
  readonly passive: Release['passive'] | Release['phases'][0]['tasks'][0]['passive'];
}) => (passive.kind === 'new' ? passive.value : passive.changes);
const attach = (...attachments: readonly Attachment[]): Command => ({
  type: 'attachToTask',
  taskId: 'Taska',
  attachments,
});
const detach = (attachmentId: string): Command => ({ type: 'detachFromTask', taskId: 'Taska', attachmentId });
const giveRelease = (...attachments: readonly Attachment[]): Command => ({ type: 'attachToRelease', attachments });
const takeFromRelease = (attachmentId: string): Command => ({ type: 'detachFromRelease', attachmentId });

test('attachments are added after the existing ones of a task, each with a log entry', () => {
  const release = plan('Build: a> b.');
  const outcome = decide(release, command(attach(second, attachment('three'))), having(release, [first]));
  expect(changesOf(task(outcome.release, 'a'))).toEqual({ attachments: [first, second, attachment('three')] });
  expect(log(outcome)).toEqual(['ATTACHMENT_ADDED a', 'ATTACHMENT_ADDED a']);
  expect(outcome.entries[0]?.message).toBe("Attached 'two' to task 'a'");
  expect(task(outcome.release, 'a').beforeRun).toBeNull();
});

test('attachments are added to a release, and deleted from a task and a release', () => {
  const release = plan('Build: a>');
  const created = decide(release, command(giveRelease(second)), having(release, [first]));
  expect(changesOf(created.release)).toEqual({ attachments: [first, second] });
  expect(created.entries[0]?.message).toBe("Attached 'two' to release 'Webshop 1.0'");
  const environment = having(release, [first, second]);
  const remaining = applyInputs(release, environment, command(detach(first.id)), command(takeFromRelease(second.id)));
  expect([changesOf(task(remaining, 'a')), changesOf(remaining)]).toEqual([
    { attachments: [second] },
    { attachments: [first] },
  ]);
  const deleted = decide(release, command(takeFromRelease(second.id)), environment);
  expect([...log(deleted), ...log(decide(release, command(detach(first.id)), environment))]).toEqual([
    'ATTACHMENT_DELETED 1',
    'ATTACHMENT_DELETED a',
  ]);
  expect(deleted.entries[0]?.message).toBe("Deleted 'two' of release 'Webshop 1.0'");
});

test('the stored attachments of an object are loaded first', () => {
  const release = plan('Build: a>');
  const handled = (created: Command) => () => decide(release, command(created), env({ data: {} }));
  expect(handled(attach(first))).toThrow('the decision requires [{"kind":"passive","id":"Taska"}]');
  expect(handled(giveRelease(first))).toThrow('the decision requires [{"kind":"releasePassive","id":"Release1"}]');
});

test('attachments of a new, changed or copied object come from the same decision', () => {
  const release = plan('Build: a. b.');
  const environment = having(release, [first]);
  const withPassive = (passive: Release['phases'][0]['tasks'][0]['passive']) =>
    withTask(release, { ...task(release, 'a'), passive });
  const listed = (before: Release) =>
    changesOf(task(decide(before, command(attach(second)), environment).release, 'a'));
  const value: TaskPassive = { ...blankTaskPassive, attachments: [attachment('own')] };
  expect(listed(withPassive({ kind: 'new', value }))).toEqual({ ...value, attachments: [attachment('own'), second] });
  const stored = task(release, 'b').passive;
  expect(listed(withPassive(mergeChanges(stored, { attachments: [] })))).toEqual({ attachments: [second] });
  const copy = copyPassive('Taskb', stored, false);
  expect(listed(withPassive(copy))).toEqual({ attachments: [{ ...first, id: 'Attachmentn1' }, second] });
});

test('a locked or ended task accepts attachments; deleting one from a locked task requires the permission to lock tasks', () => {
  const locked = plan('Build: a> b.', { task: { a: { locked: true } } });
  const environment = having(locked, [first]);
  expect(log(decide(locked, command(attach(second)), environment))).toEqual(['ATTACHMENT_ADDED a']);
  const bob = caller('bob', 'release#lock_task');
  expect(refusal(locked, command(detach(first.id), bob), environment)).toBe(
    "Conflict: cannot delete an attachment of task 'a' (Taska) while it is locked",
  );
  expect(log(decide(locked, command(detach(first.id)), environment))).toEqual(['ATTACHMENT_DELETED a']);
});

test('attachments can be added to an ended release, but not deleted; an archived release rejects both', () => {
  const over = plan('COMPLETED Build: a=');
  const environment = having(over, [first]);
  expect(log(decide(over, command(attach(second)), environment))).toEqual(['ATTACHMENT_ADDED a']);
  expect(log(decide(over, command(giveRelease(second)), environment))).toEqual(['ATTACHMENT_ADDED 1']);
  const refused = "Conflict: cannot delete an attachment while release 'Release1' is COMPLETED";
  expect(refusal(over, command(detach(first.id)), environment)).toBe(refused);
  expect(refusal(over, command(takeFromRelease(first.id)), environment)).toBe(refused);
  expect(refusal({ ...over, archived: true }, command(attach(second)), environment)).toBe(
    "Conflict: release 'Release1' is archived and cannot be changed",
  );
});

test('a missing attachment cannot be deleted, and too many attachments are rejected', () => {
  const release = plan('Build: a>');
  const environment = having(release, [first]);
  expect(refusal(release, command(detach('Attachmentx')), environment)).toBe(
    "NotFound: there is no attachment 'Attachmentx' of task 'Taska'",
  );
  expect(refusal(release, command(takeFromRelease('Attachmentx')), environment)).toBe(
    "NotFound: there is no attachment 'Attachmentx' of release 'Release1'",
  );
  const many = Array.from({ length: maxAttachments }, (_, index) => attachment(`${index}`));
  expect(refusal(release, command(attach(...many)), environment)).toBe(
    'Invalid: attachments: expected at most 200, got 201',
  );
});
