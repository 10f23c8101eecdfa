import { expect, test } from 'vitest';
import type { World } from '../decision/env.ts';
import type { Command } from '../decision/inputs.ts';
import type { Attachment } from '../model/attachment.ts';
import { mostAttachments } from '../model/limits.ts';
import { changed, copied } from '../model/passive.ts';
import { tasksOf, withTask } from '../model/plan.ts';
import { blankReleasePassive, type Release } from '../model/release.ts';
import { blankTaskPassive, type TaskPassive } from '../model/task.ts';
import { attachment, caller, command, decided, env, log, once, refusal, task } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const [one, two] = [attachment('one'), attachment('two')];

/** A world in which every task, and the release, has these. */
const having = (release: Release, attachments: readonly Attachment[]) => {
  const passives = new Map([...tasksOf(release)].map(({ id }) => [id, { ...blankTaskPassive, attachments }]));
  const world: World = {
    ...env().world,
    passives,
    releasePassives: new Map([['Release1', { ...blankReleasePassive, attachments }]]),
  };
  return env({ world });
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

test('a task gets files behind those that it has, each with a line in the log', () => {
  const release = plan('Build: a> b.');
  const outcome = decided(release, command(attach(two, attachment('three'))), having(release, [one]));
  expect(changesOf(task(outcome.release, 'a'))).toEqual({ attachments: [one, two, attachment('three')] });
  expect(log(outcome)).toEqual(['ATTACHMENT_ADDED a', 'ATTACHMENT_ADDED a']);
  expect(outcome.entries[0]?.message).toBe("Attached 'two' to task 'a'");
  expect(task(outcome.release, 'a').beforeRun).toBeNull();
});

test('so does a release, and each loses one again', () => {
  const release = plan('Build: a>');
  const given = decided(release, command(giveRelease(two)), having(release, [one]));
  expect(changesOf(given.release)).toEqual({ attachments: [one, two] });
  expect(given.entries[0]?.message).toBe("Attached 'two' to release 'Webshop 1.0'");
  const world = having(release, [one, two]);
  const left = once(release, world, command(detach(one.id)), command(takeFromRelease(two.id)));
  expect([changesOf(task(left, 'a')), changesOf(left)]).toEqual([{ attachments: [two] }, { attachments: [one] }]);
  const taken = decided(release, command(takeFromRelease(two.id)), world);
  expect([...log(taken), ...log(decided(release, command(detach(one.id)), world))]).toEqual([
    'ATTACHMENT_DELETED 1',
    'ATTACHMENT_DELETED a',
  ]);
  expect(taken.entries[0]?.message).toBe("Deleted 'two' of release 'Webshop 1.0'");
});

test('the stored attachments of an object are requested first', () => {
  const release = plan('Build: a>');
  const asked = (given: Command) => () => decided(release, command(given), env({ world: {} }));
  expect(asked(attach(one))).toThrow('wants [{"kind":"passive","id":"Taska"}]');
  expect(asked(giveRelease(one))).toThrow('wants [{"kind":"releasePassive","id":"Release1"}]');
});

test('an object that is new, changed or copied by the same decision has the attachments that the decision gave it', () => {
  const release = plan('Build: a. b.');
  const world = having(release, [one]);
  const withPassive = (passive: Release['phases'][0]['tasks'][0]['passive']) =>
    withTask(release, { ...task(release, 'a'), passive });
  const listed = (before: Release) => changesOf(task(decided(before, command(attach(two)), world).release, 'a'));
  const value: TaskPassive = { ...blankTaskPassive, attachments: [attachment('own')] };
  expect(listed(withPassive({ kind: 'new', value }))).toEqual({ ...value, attachments: [attachment('own'), two] });
  const stored = task(release, 'b').passive;
  expect(listed(withPassive(changed(stored, { attachments: [] })))).toEqual({ attachments: [two] });
  const copy = copied('Taskb', stored, false);
  expect(listed(withPassive(copy))).toEqual({ attachments: [{ ...one, id: 'Attachmentn1' }, two] });
});

test('a locked or ended task accepts attachments; deleting one from a locked task requires the permission to unlock it', () => {
  const locked = plan('Build: a> b.', { task: { a: { locked: true } } });
  const world = having(locked, [one]);
  expect(log(decided(locked, command(attach(two)), world))).toEqual(['ATTACHMENT_ADDED a']);
  const bob = caller('bob', 'release#lock_task');
  expect(refusal(locked, command(detach(one.id), bob), world)).toBe(
    "Conflict: cannot delete an attachment of task 'a' (Taska) while it is locked",
  );
  expect(log(decided(locked, command(detach(one.id)), world))).toEqual(['ATTACHMENT_DELETED a']);
});

test('a release that has ended gets files, and loses none; one that is archived does not change', () => {
  const over = plan('COMPLETED Build: a=');
  const world = having(over, [one]);
  expect(log(decided(over, command(attach(two)), world))).toEqual(['ATTACHMENT_ADDED a']);
  expect(log(decided(over, command(giveRelease(two)), world))).toEqual(['ATTACHMENT_ADDED 1']);
  const refused = "Conflict: cannot delete an attachment while release 'Release1' is COMPLETED";
  expect(refusal(over, command(detach(one.id)), world)).toBe(refused);
  expect(refusal(over, command(takeFromRelease(one.id)), world)).toBe(refused);
  expect(refusal({ ...over, archived: true }, command(attach(two)), world)).toBe(
    "Conflict: release 'Release1' is archived and cannot be changed",
  );
});

test('a missing attachment cannot be deleted, and too many attachments are rejected', () => {
  const release = plan('Build: a>');
  const world = having(release, [one]);
  expect(refusal(release, command(detach('Attachmentx')), world)).toBe(
    "NotFound: there is no attachment 'Attachmentx' of task 'Taska'",
  );
  expect(refusal(release, command(takeFromRelease('Attachmentx')), world)).toBe(
    "NotFound: there is no attachment 'Attachmentx' of release 'Release1'",
  );
  const many = Array.from({ length: mostAttachments }, (_, index) => attachment(`${index}`));
  expect(refusal(release, command(attach(...many)), world)).toBe(
    'Invalid: attachments: at most 200, these would be 201',
  );
});
