import { describe, expect, test } from 'vitest';
import type { Outcome } from '../decision/outcome.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { caller, command, decide, links, variable } from '../testing/inputs.ts';
import { noon, plan } from '../testing/notation.ts';
import { isSameContent, newVersion } from './content.ts';

const before = plan('TEMPLATE Build: a. g.[b. c.] | Ship: d.');
const [build, ship] = before.phases;
const [a, g] = build!.tasks;

const withTasks = (...tasks: readonly Task[]): Release => ({ ...before, phases: [{ ...build!, tasks }, ship!] });
const stored = <T>(changes: T) => ({ kind: 'stored', changes }) as const;

describe('a change of the content', () => {
  test.each<[string, Release]>([
    ['a title', { ...before, title: 'x' }],
    ['a variable', { ...before, variables: [variable('v')] }],
    ['a description', { ...before, passive: stored({ description: 'x' }) }],
    ['a new passive part', { ...before, passive: { kind: 'copy', of: 'Release2', beforeRun: false, changes: null } }],
    ['the title of a phase', { ...before, phases: [{ ...build!, title: 'x' }, ship!] }],
    [
      'the description of a phase',
      { ...before, phases: [{ ...build!, passive: stored({ description: 'x' }) }, ship!] },
    ],
    ['the order of phases', { ...before, phases: [ship!, build!] }],
    ['a deleted phase', { ...before, phases: [build!] }],
    ['a deleted task', withTasks(a!)],
    ['the order of tasks', withTasks(g!, a!)],
    ['a title of a task', withTasks({ ...a!, definition: { ...a!.definition, title: 'x' } }, g!)],
    ['a property of a task', withTasks({ ...a!, passive: stored({ properties: { x: 1 } }) }, g!)],
    ['a task in a group', withTasks(a!, { ...g!, tasks: [g!.tasks[0]!] })],
    ['a link', withTasks(a!, { ...g!, definition: { ...g!.definition, links: links('b>c') } })],
  ])('is %s', (_, after) => expect(isSameContent(before, after)).toBe(false));

  test.each<[string, Release]>([
    ['nothing', before],
    ['the folder', { ...before, folderId: 'Folder2' }],
    ['the authorship', { ...before, authorship: { ...before.authorship, revision: 7 } }],
    ['an attachment', { ...before, passive: stored({ attachments: [] }) }],
    ['an attachment of a task', withTasks({ ...a!, passive: stored({ attachments: [] }) }, g!)],
    ['a checked condition', withTasks({ ...a!, run: { ...a!.run, checked: ['GateCondition1'] } }, g!)],
    ['an unchanged passive part', { ...before, passive: stored({}) }],
    ['a saved passive part', { ...before, passive: { kind: 'stored', changes: null } }],
  ])('is not %s', (_, after) => expect(isSameContent(before, after)).toBe(true));
});

describe('a version', () => {
  const outcomeOf = (release: Release, changes: Partial<Outcome> = {}): Outcome => ({
    ...decide(before, command({ type: 'updateRelease', patch: { title: 'New' } }, caller('ann'))),
    release,
    ...changes,
  });

  test('has the author, the time and the first changes of a save', () => {
    const outcome = outcomeOf({ ...before, title: 'New' });
    const [entry] = outcome.entries;
    const { message, code, params } = entry!;
    expect(newVersion(before, outcome)).toEqual({
      author: 'ann',
      at: noon,
      changes: [{ message, code, params }],
      changeCount: 1,
    });
    const many = newVersion(before, { ...outcome, entries: Array.from({ length: 8 }, () => entry!) });
    expect([many?.changes.length, many?.changeCount]).toEqual([5, 8]);
  });

  test('belongs to the system without a log entry', () => {
    expect(newVersion(before, outcomeOf({ ...before, title: 'New' }, { entries: [] }))).toEqual({
      author: 'SYSTEM',
      at: null,
      changes: [],
      changeCount: 0,
    });
  });

  test('is created for a new template, but not for a release or without a change', () => {
    expect(newVersion(null, outcomeOf(before))?.changeCount).toBe(1);
    expect(newVersion(before, outcomeOf(before))).toBeNull();
    expect(newVersion(null, outcomeOf({ ...before, status: 'PLANNED' }))).toBeNull();
  });
});
