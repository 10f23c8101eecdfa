import { describe, expect, test } from 'vitest';
import type { Env } from '../decision/env.ts';
import type { Outcome } from '../decision/outcome.ts';
import { explainRelease } from '../forecast/explain.ts';
import { preview } from '../forecast/preview.ts';
import { waitKindOf } from '../forecast/task-waits.ts';
import { userTaskReason } from '../forecast/waiting-tasks.ts';
import { textOf } from '../messages/english.ts';
import type { Release } from '../model/release.ts';
import type { MailMode } from '../model/task-types.ts';
import { parseInput } from '../testing/examples.ts';
import { explanationContext, reasonLines } from '../testing/explanation-context.ts';
import { applyInputs, decide, env, fact, log, task } from '../testing/inputs.ts';
import { at, formatPlan, noon, plan, type TaskOverrides } from '../testing/notation.ts';

const withMode = (mail: MailMode | undefined, overrides: Partial<Env> = {}): Env =>
  env({ automatedTypes: { has: () => false, mail }, newId: (kind) => `${kind}1`, ...overrides });
const sending = withMode('send');
const notification = (fields: TaskOverrides = {}): Release =>
  plan('Build: a> m. b.', { task: { m: { type: 'NotificationTask', owner: 'ann', ...fields } } });
const reached = (environment = sending, fields: TaskOverrides = {}): Outcome =>
  decide(notification(fields), parseInput('complete a'), environment);

const mailOf = ({ release }: Pick<Outcome, 'release'>) => task(release, 'm').run.mail;
const mailId = String(mailOf(reached())?.id);
const claim = (attempt = 1, leaseUntil = at('12:01')) => fact({ type: 'mailClaimed', mailId, attempt, leaseUntil });
const accepted = (attempt = 1, ...refused: readonly string[]) =>
  fact({ type: 'mailAccepted', mailId, attempt, refused });
const rejected = (permanent: boolean, attempt = 1, reason = '451 try again') =>
  fact({ type: 'mailRejected', mailId, attempt, permanent, reason });
const claimed = () => applyInputs(reached().release, sending, claim());
const texts = ({ comments }: Outcome) => comments.map(({ text }) => text);
const shown = (release: Release, now = noon) => reasonLines(explainRelease(release, explanationContext({ now })));

describe('a notification task with a mail server', () => {
  test('is in progress with pending work until the mail server accepts its mail', () => {
    const started = reached();
    expect(formatPlan(started.release)).toBe('IN_PROGRESS Build: a+ m> b.');
    expect(log(started)).toEqual(['TASK_COMPLETED a', 'TASK_STARTED m']);
    const awaited = { taskId: 'Taskm', kind: 'mail', purpose: null, reference: mailId };
    expect(started.awaits).toEqual([{ ...awaited, until: null }]);
    expect(mailId).toMatch(/^Mail/);
    const taken = decide(started.release, claim(), sending);
    expect(mailOf(taken)).toEqual({
      id: mailId,
      attempt: 1,
      faults: 0,
      sending: true,
      until: at('12:01'),
      reason: null,
    });
    expect(taken.awaits).toEqual([{ ...awaited, until: at('12:01') }]);
    const done = decide(taken.release, accepted(), sending);
    expect(formatPlan(done.release)).toBe('IN_PROGRESS Build: a+ m+ b>');
    expect(log(done)).toEqual(['TASK_COMPLETED m', 'TASK_STARTED b']);
    expect(done.entries[0]?.message).toBe("Completed task 'm', after the mail of task 'm' was sent");
    expect([done.awaits, done.comments, mailOf(done)]).toEqual([[], [], null]);
  });

  test('sends a mail that an earlier version has removed, with the same id', () => {
    const lost: Release = {
      ...reached().release,
      phases: reached().release.phases.map((phase) => ({
        ...phase,
        tasks: phase.tasks.map((one) => ({ ...one, run: { ...one.run, mail: null } })),
      })),
    };
    const restore = (taskId = 'Taskm') => fact({ type: 'mailRestored', mailId, taskId });
    const restored = decide(lost, restore(), sending);
    expect(mailOf(restored)).toEqual(mailOf(reached()));
    expect(restored.awaits).toEqual(reached().awaits);
    expect(mailOf({ release: applyInputs(lost, sending, restore(), claim(), accepted()) })).toBe(null);
    for (const [release, input] of [
      [lost, restore('Taskb')],
      [lost, restore('Tasknone')],
      [restored.release, fact({ type: 'mailRestored', mailId: 'Mail2', taskId: 'Taskm' })],
      [decide(lost, parseInput('complete m'), sending).release, restore()],
    ] as const)
      expect(applyInputs(release, sending, input)).toEqual(release);
  });

  test('lists the recipients that the mail server refused', () => {
    const done = decide(claimed(), accepted(1, 'x@a: 550 no', 'y@a: 550 gone'), sending);
    expect(texts(done)).toEqual(['The mail server refused these recipients: x@a: 550 no; y@a: 550 gone']);
    const long = decide(claimed(), accepted(1, 'x'.repeat(40_000)), sending);
    expect(long.comments[0]?.text).toHaveLength(32_768);
  });

  test('fails with the reason of a permanent fault', () => {
    const failed = decide(claimed(), rejected(true, 1, 'the mail server answered: 550 no'), sending);
    expect(formatPlan(failed.release)).toBe('FAILED Build: a+ m! b.');
    expect(texts(failed)).toEqual(['The mail was not sent: the mail server answered: 550 no']);
    expect([mailOf(failed), failed.awaits, task(failed.release, 'm').run.failuresCount]).toEqual([null, [], 1]);
    const again = decide(failed.release, parseInput('retry m'), withMode('send', { newId: (kind) => `${kind}other` }));
    expect(mailOf(again)).toMatchObject({ id: 'Mailother', attempt: 0 });
  });

  test('retries temporary faults after 5 s, 30 s and 2 min, and then fails', () => {
    let { release } = reached();
    let now = noon;
    for (const pause of [5_000, 30_000, 120_000]) {
      const attempt = (mailOf({ release })?.attempt ?? 0) + 1;
      const then = withMode('send', { now });
      const faulty = decide(applyInputs(release, then, claim(attempt, now + 60_000)), rejected(false, attempt), then);
      expect([mailOf(faulty)?.until, faulty.awaits[0]?.until]).toEqual([now + pause, now + pause]);
      expect(texts(faulty)).toEqual([]);
      expect(shown(faulty.release, now)[0]).toMatch(/^mail: Task 'm' sends its mail again at .* \(451 try again\)\.$/);
      const early = decide(faulty.release, claim(attempt + 1), then);
      expect(mailOf(early)).toEqual(mailOf(faulty));
      ({ release } = faulty);
      now += pause;
    }
    const last = withMode('send', { now });
    const failed = decide(applyInputs(release, last, claim(4, now + 60_000)), rejected(false, 4), last);
    expect(formatPlan(failed.release)).toBe('FAILED Build: a+ m! b.');
    expect(texts(failed)).toEqual(['The mail was not sent: 451 try again']);
  });

  test('is sent again with the same id if the process that sends it ends', () => {
    const later = withMode('send', { now: at('12:02') });
    const again = decide(claimed(), claim(2, at('12:03')), later);
    expect(mailOf(again)).toMatchObject({ id: mailId, attempt: 2, faults: 0 });
    expect(decide(again.release, rejected(true), later).release).toEqual(again.release);
    expect(formatPlan(decide(again.release, accepted(2), later).release)).toBe('IN_PROGRESS Build: a+ m+ b>');
  });

  test.each([
    ['a claim during the lease of another scheduler', claimed(), claim(2)],
    ['a claim with an old attempt', claimed(), claim(1)],
    ['a result of an old attempt', claimed(), accepted(0)],
    ['a rejection of an old attempt', claimed(), rejected(true, 0)],
    [
      'a claim of an unknown mail',
      claimed(),
      fact({ type: 'mailClaimed', mailId: 'Mailx', attempt: 1, leaseUntil: 0 }),
    ],
    ['a claim after the end', applyInputs(claimed(), sending, parseInput('complete m')), claim(2)],
  ])('ignores %s', (_, release, input) => {
    expect(decide(release, input, sending).release).toEqual(release);
  });

  test.each([
    ['complete m', 'IN_PROGRESS Build: a+ m+ b>'],
    ['fail m', 'FAILED Build: a+ m! b.'],
    ['stop m', 'FAILED Build: a+ m! b.'],
    ['skip m', 'IN_PROGRESS Build: a+ m- b>'],
  ])('can be ended by a user while it waits: %s', (input, expected) => {
    const ended = decide(claimed(), parseInput(input), sending);
    expect(formatPlan(ended.release)).toBe(expected);
    expect([mailOf(ended), ended.awaits]).toEqual([null, []]);
    expect(decide(ended.release, accepted(), sending).release).toEqual(ended.release);
  });

  test('runs its abort script without its mail', () => {
    const started = applyInputs(reached(sending, { hasAbortScript: true }).release, sending, claim());
    const aborted = decide(started, parseInput('stop m'), sending);
    expect(formatPlan(aborted.release)).toBe('IN_PROGRESS Build: a+ m^ b.');
    expect([mailOf(aborted), aborted.awaits.map(({ kind }) => kind)]).toEqual([null, ['script']]);
  });

  test('explains what it waits for', () => {
    const { release } = reached();
    expect(shown(release)).toEqual(["mail: Task 'm' sends its mail."]);
    expect(shown(claimed())).toEqual(["mail: Task 'm' sends its mail."]);
    expect(explainRelease(release, explanationContext()).moving).toBe(true);
    expect(waitKindOf(task(release, 'm'))).toBeNull();
  });
});

describe('a notification task without a mail server', () => {
  const manual = withMode(undefined);

  test('waits for a person, also if a mail server is set later', () => {
    const started = reached(manual);
    expect(formatPlan(started.release)).toBe('IN_PROGRESS Build: a+ m> b.');
    expect(log(started)).toEqual(['TASK_COMPLETED a', 'TASK_STARTED m']);
    const { release } = started;
    const reason = "Task 'm' started without SMTP_URL: ann has to send the mail and complete it.";
    expect(shown(release)).toEqual([`person: ${reason}`]);
    expect(textOf(userTaskReason({ task: task(release, 'm'), release, isLocked: false }))).toBe(reason);
    expect(waitKindOf(task(release, 'm'))).toBe('person');
    expect(decide(release, fact({ type: 'timePassed' }), sending).awaits).toEqual([]);
    expect(formatPlan(decide(release, parseInput('complete m'), sending).release)).toBe('IN_PROGRESS Build: a+ m+ b>');
    expect(() => decide(release, parseInput('stop m'), sending)).toThrow();
  });

  test('sends its mail if a mail server is set before it starts again', () => {
    const failed = applyInputs(reached(manual).release, sending, parseInput('fail m'));
    expect(mailOf(decide(failed, parseInput('retry m'), sending))).toMatchObject({ attempt: 0 });
    const manually = applyInputs(claimed(), manual, parseInput('fail m'));
    expect(mailOf(decide(manually, parseInput('retry m'), manual))).toBeNull();
  });

  test('fails if the installation requires a mail server', () => {
    const failed = reached(withMode('fail'));
    expect(formatPlan(failed.release)).toBe('FAILED Build: a+ m! b.');
    expect(texts(failed)).toEqual(['The mail was not sent: SMTP_URL is not set.']);
    expect(log(failed).slice(0, 4)).toEqual(['TASK_COMPLETED a', 'TASK_STARTED m', 'COMMENT_ADDED m', 'TASK_FAILED m']);
  });

  test.each([
    ['send', false],
    ['fail', false],
    ['manual', true],
  ] as const)('needs a person in the preview of a release: %s', (mail, needed) => {
    const automatedTypes = { has: () => false, mail };
    const context = { now: noon, blackouts: [], preconditions: new Map(), targets: new Map(), automatedTypes };
    const estimate = preview(notification(), context);
    expect(estimate.phases.flatMap(({ tasks }) => tasks).find(({ id }) => id === 'Taskm')?.needsPerson).toBe(needed);
  });
});
