import { describe, expect, test } from 'vitest';
import { examples, parseInput } from '../testing/examples.ts';
import { decide, links, log, refusal, task } from '../testing/inputs.ts';
import { formatPlan, noon, type PlanOverrides, plan } from '../testing/notation.ts';

const linked: PlanOverrides = { task: { l: { links: links('a>b b>c') }, g: { hasPrecondition: true } } };

const flow = examples(`
  the children of a parallel group start together
    Build: p.[a. b.] => start => IN_PROGRESS Build: p>[a> b>]
  a parallel group completes when all its children are done
    Build: p>[a> b+] => complete a => COMPLETED Build: p+[a+ b+]
    Build: p>[a> b>] => complete a => IN_PROGRESS Build: p>[a+ b>]
    Build: p>[a> b-] c. => skip a => IN_PROGRESS Build: p+[a- b-] c>
  a linked child waits for the source of its link
    Build: l.[a. b. c. d.] => start => IN_PROGRESS Build: l>[a> b. c. d>]
    Build: l>[a> b. c. d>] => complete a => IN_PROGRESS Build: l>[a+ b> c. d>]
    Build: l>[a> b. c. d>] => skip a => IN_PROGRESS Build: l>[a- b> c. d>]
  a linked child is not reached while the source has failed
    Build: l>[a> b. c. d+] => fail a => FAILED Build: l![a! b. c. d+]
    Build: l>[a> b. c. d>] => fail a => FAILING Build: l/[a! b. c. d>]
  a task that was completed in advance waits for its link too
    Build: l>[a> b= c. d>] => complete d => IN_PROGRESS Build: l>[a> b= c. d+]
  the children of a sequential group run in order
    Build: s.(a. b.) c. => start => IN_PROGRESS Build: s>(a> b.) c.
    Build: s>(a> b.) c. => complete a => IN_PROGRESS Build: s>(a+ b>) c.
    Build: s>(a+ b>) c. => complete b => IN_PROGRESS Build: s+(a+ b+) c>
  a failed child fails a sequential group, never FAILING
    Build: s>(a> b.) => fail a => FAILED Build: s!(a! b.)
    Build: s!(a! b.) => retry a => IN_PROGRESS Build: s>(a> b.)
    Build: s!(a! b.) => skip a => IN_PROGRESS Build: s>(a- b>)
  a FAILING parallel group inside makes a sequential group FAILING
    Build: s>(p>[a> b>] c.) => fail a => FAILING Build: s/(p/[a! b>] c.)
    Build: s/(p/[a! b>] c.) => fail b => FAILED Build: s!(p![a! b!] c.)
    Build: s/(p/[a! b>] c.) => retry a => IN_PROGRESS Build: s>(p>[a> b>] c.)
  a FAILING group inside a parallel group keeps it FAILING
    Build: p>[q>[a> b>] c+] => fail a => FAILING Build: p/[q/[a! b>] c+]
    Build: p/[q/[a! b>] c+] => complete b => FAILED Build: p![q![a! b+] c+]
    Build: p>[s>(a> b.) c>] => fail a => FAILING Build: p/[s!(a! b.) c>]
  groups can be nested
    Build: p.[s.(a. q.[b. c.]) d.] => start => IN_PROGRESS Build: p>[s>(a> q.[b. c.]) d>]
    Build: p>[s>(a> q.[b. c.]) d>] => complete a => IN_PROGRESS Build: p>[s>(a+ q>[b> c>]) d>]
    Build: p>[s>(a+ q>[b> c+]) d+] => complete b => COMPLETED Build: p+[s+(a+ q+[b+ c+]) d+]
  an empty group completes at once
    Build: p.[] s.() a. => start => IN_PROGRESS Build: p+[] s+() a>
  skipping a group skips its open children, and keeps completed ones
    Build: p>[a> b+ c=] d. => skip p => IN_PROGRESS Build: p-[a- b+ c+] d>
    Build: p![a! s.(b. c_)] d. => skip p => IN_PROGRESS Build: p-[a- s-(b- c-)] d>
    Build: p/[a! b*] => skip p => COMPLETED Build: p-[a- b-]
  a group skipped in advance skips its children when the flow reaches it
    Build: a> p.[b. c=] d. => skip p => IN_PROGRESS Build: a> p_[b. c=] d.
    Build: a> p_[b. c=] d. => complete a => IN_PROGRESS Build: a+ p-[b- c+] d>
  a group with a false precondition skips all its children
    Build: a> g.[b. c.] => complete a => IN_PROGRESS Build: a+ g%[b. c.]
    Build: g%[b. c.] d. => answer g false => IN_PROGRESS Build: g-[b- c-] d>
    Build: g%[b. c.] => answer g true => IN_PROGRESS Build: g>[b> c>]
  a group with a failed precondition fails, and its children do not start
    Build: g%[b. c.] d. => answer g Traceback => FAILED Build: g![b. c.] d.
    Build: g%(b. c.) => stop g => FAILED Build: g!(b. c.)
  a group with a failed precondition can be retried itself
    Build: n![b. c.] d. => retry n => IN_PROGRESS Build: n>[b> c>] d.
    Build: n![b. c.] d. => skip n => IN_PROGRESS Build: n-[b- c-] d>
    Build: n![b. c.] => time => FAILED Build: n![b. c.]
`);

const notStarted: PlanOverrides = { task: { ...linked.task, n: { run: { startDate: null } } } };

test.each(flow)('%s: %s, %s', (_, sketch, inputText, expected) => {
  expect(formatPlan(decide(plan(sketch, notStarted), parseInput(inputText)).release)).toBe(expected);
});

const refusals = examples(`
  a group cannot be completed, failed or retried
    Build: p>[a>] => complete p => Conflict: cannot complete group 'p' (Taskp): it completes with its tasks
    Build: a> p.[b.] => complete p => Conflict: cannot complete group 'p' (Taskp): it completes with its tasks
    Build: s>(a>) => complete s => Conflict: cannot complete group 's' (Tasks): it completes with its tasks
    Build: p>[a>] => fail p => Conflict: cannot fail task 'p' (Taskp) while it is IN_PROGRESS
    Build: p![a!] => retry p => Conflict: cannot retry task 'p' (Taskp) while it is FAILED
    Build: p/[a! b>] => retry p => Conflict: cannot retry task 'p' (Taskp) while it is FAILING
    Build: p>[a>] => stop p => Conflict: cannot abort task 'p' (Taskp) while it is IN_PROGRESS
  a child of a skipped group cannot change
    Build: p-[a- b+] c> => skip a => Conflict: cannot skip task 'a' (Taska) while it is SKIPPED
`);

test.each(refusals)('%s: %s, %s', (_, sketch, inputText, message) => {
  expect(refusal(plan(sketch), parseInput(inputText))).toBe(message);
});

const logs = examples(`
  children end before their group
    Build: p>[a> b+] => complete a => TASK_COMPLETED a, TASK_COMPLETED p, PHASE_COMPLETED Build, RELEASE_COMPLETED 1
  a group starts before its children
    Build: a> p.[b. c.] => complete a => TASK_COMPLETED a, TASK_STARTED p, TASK_STARTED b, TASK_STARTED c
  a skipped group logs each skipped child
    Build: p>[a> b+ c=] d. => skip p => TASK_SKIPPED a, TASK_SKIPPED p, TASK_STARTED d
  a sequential group that fails and continues
    Build: s>(a> b.) => fail a => TASK_FAILED a, TASK_FAILED s, PHASE_FAILED Build, RELEASE_FAILED 1
    Build: s!(a! b.) => skip a => TASK_SKIPPED a, TASK_STARTED b, TASK_RESTARTED s, PHASE_RESTARTED Build, RELEASE_RESTARTED 1
`);

test.each(logs)('the log contains, for %s: %s, %s', (_, sketch, inputText, expected) => {
  expect(log(decide(plan(sketch), parseInput(inputText))).join(', ')).toBe(expected);
});

describe('a group', () => {
  test('ends with all its tasks, and reports them as ended', () => {
    const { release, ended } = decide(plan('Build: p>[a> s.(b.)] c.'), parseInput('skip p'));
    expect(ended).toEqual(['Taska', 'Taskb', 'Tasks', 'Taskp']);
    for (const name of ['a', 'b', 's', 'p']) expect(task(release, name).run.endDate).toBe(noon);
  });

  test('never restarts its completed tasks', () => {
    const before = plan('Build: p/[a! b+]');
    const { release } = decide(before, parseInput('skip a'));
    expect(task(release, 'b')).toBe(task(before, 'b'));
  });
});
