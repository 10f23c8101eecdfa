import { describe, expect, test } from 'vitest';
import type { StoredPassives } from '../edits/requested-plan.ts';
import { textOf } from '../messages/english.ts';
import { blankCreation } from '../model/own-fields.ts';
import { blankPhasePassive } from '../model/phase.ts';
import { blankReleasePassive, type Release } from '../model/release.ts';
import { blankTaskPassive, type TaskPassive } from '../model/task.ts';
import { command, decide, links, variable } from '../testing/inputs.ts';
import { formatPlan, plan } from '../testing/notation.ts';
import { editsBetween, noPassives } from '../testing/requested-plan.ts';
import { isSameContent, type VersionContent } from './content.ts';
import { restoration } from './restore.ts';

const contentOf = (release: Release, stored: Partial<StoredPassives> = {}): VersionContent => ({
  release,
  stored: { ...noPassives, ...stored },
});

/** Restores a version, and returns the decision and the missing secrets. */
function restore(version: VersionContent, present: VersionContent) {
  const { requested, missing } = restoration(version, present);
  const edits = editsBetween(present.release, requested, present.stored);
  const { release, entries } = decide(
    present.release,
    command({ type: 'changePlan', edits, restored: { number: 3, revision: present.release.authorship.revision } }),
  );
  return { release, missing, entries, edits };
}

describe('the content of a version is restored', () => {
  test.each([
    ['a deleted task', 'Build: a. b. | Ship: c.', 'Build: a. | Ship: c.'],
    ['a deleted phase', 'Build: a. b. | Ship: c.', 'Ship: c.'],
    ['an added phase', 'Build: a.', 'Build: a. | Ship: c.'],
    ['the order of tasks', 'Build: a. b. c.', 'Build: c. b. a.'],
    ['a group', 'Build: g.[a. b.]', 'Build: a. b.'],
    ['a task in another phase', 'Build: a. b. | Ship: c.', 'Build: a. | Ship: b. c.'],
  ])('%s', (_, version, present) => {
    const [old, current] = [version, present].map((sketch) => plan(`TEMPLATE ${sketch}`));
    const { release, entries, missing } = restore(contentOf(old!), contentOf(current!));
    expect(formatPlan(release)).toBe(`TEMPLATE ${version}`);
    expect(textOf(entries[0]!)).toBe("Restored version 3 of template 'Webshop 1.0'");
    expect(missing).toEqual([]);
  });

  test('fields, texts, links and variables', () => {
    const version = contentOf(
      plan('TEMPLATE Build: g.[a. b.]', {
        title: 'Old',
        tags: ['x'],
        variables: [variable('v', 'old'), variable('w', 'only here')],
        task: { g: { links: links('a>b') }, a: { owner: 'amy' } },
      }),
      {
        release: { ...blankReleasePassive, description: 'old' },
        phases: new Map([['PhaseBuild', { ...blankPhasePassive, description: 'phase' }]]),
        tasks: new Map([['Taska', { ...blankTaskPassive, description: 'task', properties: { x: 1 } }]]),
      },
    );
    const present = contentOf(plan('TEMPLATE Build: g.[a. b.]', { variables: [variable('v', 'new')] }));
    const { release } = restore(version, present);
    const [phase] = release.phases;
    const [group] = phase!.tasks;
    expect([release.title, release.tags]).toEqual(['Old', ['x']]);
    expect(release.variables.map(({ id, value }) => [id, value])).toEqual([
      ['Variablev', 'old'],
      ['Variablew', 'only here'],
    ]);
    expect(release.passive).toMatchObject({ changes: { description: 'old' } });
    expect(phase!.passive).toMatchObject({ changes: { description: 'phase' } });
    expect(group!.tasks[0]!.passive).toMatchObject({ changes: { description: 'task', properties: { x: 1 } } });
    expect(group!.tasks[0]!.definition.owner).toBe('amy');
    expect(group!.definition.links.map(({ source, target }) => [source, target])).toEqual([['Taska', 'Taskb']]);
  });

  test('without a difference, nothing changes', () => {
    const content = contentOf(plan('TEMPLATE Build: g.[a. b.]', { variables: [variable('v')] }));
    const { edits, release } = restore(content, content);
    expect(edits).toEqual([]);
    expect(isSameContent(content.release, release)).toBe(true);
  });
});

describe('secrets', () => {
  const sealed = 'v1.0a1b2c3d.present';
  const mask = '********';
  const password = (key: string, value: string | null) => variable(key, value, { type: 'PasswordStringVariable' });
  const tasksWith = (properties: TaskPassive['properties']): Partial<StoredPassives> => ({
    tasks: new Map([['Taska', { ...blankTaskPassive, properties }]]),
  });

  test('of existing parts are kept, and others are listed', () => {
    const version = contentOf(
      plan('TEMPLATE Build: a. b.', {
        title: 'Old',
        variables: [
          password('kept', mask),
          password('deleted', mask),
          password('emptied', mask),
          password('none', null),
        ],
      }),
      tasksWith({
        url: 'old',
        secret: mask,
        lost: mask,
        text: mask,
        pythonScript: { type: 'acme.Task', token: mask, other: mask },
        plain: { token: mask },
      }),
    );
    const present = contentOf(
      plan('TEMPLATE Build: a.', {
        variables: [password('kept', sealed), password('emptied', null), password('none', sealed)],
      }),
      tasksWith({ url: 'new', secret: sealed, lost: 'text', text: mask, pythonScript: { token: sealed } }),
    );
    const { release, missing } = restore(version, present);
    expect(release.variables.map(({ key, value }) => [key, value])).toEqual([
      ['kept', sealed],
      ['deleted', null],
      ['emptied', null],
      ['none', sealed],
    ]);
    expect(release.phases[0]!.tasks[0]!.passive).toMatchObject({
      changes: {
        properties: {
          ...{ url: 'old', secret: sealed, text: mask },
          ...{ pythonScript: { type: 'acme.Task', token: sealed }, plain: {} },
        },
      },
    });
    expect(missing).toEqual([
      { part: 'variable', id: 'Variabledeleted', title: 'deleted', field: 'value' },
      { part: 'variable', id: 'Variableemptied', title: 'emptied', field: 'value' },
      ...['lost', 'other', 'token'].map((field) => ({ part: 'task', id: 'Taska', title: 'a', field })),
    ]);
  });

  test('of a create-release task are kept by the keys of their variables', () => {
    const creationWith = (...templateVariables: readonly ReturnType<typeof variable>[]) =>
      plan('TEMPLATE Build: a.', {
        task: { a: { type: 'xlrelease.CreateReleaseTask', creation: { ...blankCreation, templateVariables } } },
      });
    const version = creationWith(
      password('kept', mask),
      password('lost', mask),
      variable('v', 'old'),
      password('no', null),
    );
    const { release, missing } = restore(contentOf(version), contentOf(creationWith(password('kept', sealed))));
    expect(release.phases[0]!.tasks[0]!.definition.creation?.templateVariables.map(({ value }) => value)).toEqual([
      ...[sealed, null, 'old', null],
    ]);
    expect(missing).toEqual([{ part: 'task', id: 'Taska', title: 'a', field: 'lost' }]);
    const restoredTask = restore(contentOf(version), contentOf(plan('TEMPLATE Build: b.')));
    expect(restoredTask.missing.map(({ field }) => field)).toEqual(['kept', 'lost']);
  });

  test.each([
    ['another user is not set', 'bob', 'ann', 'ann', 1],
    ['the user is removed', null, 'ann', null, 0],
    ['the same user stays', 'ann', 'ann', 'ann', 0],
  ])('run-as user: %s', (_, old, current, expected, missingCount) => {
    const [version, present] = [old, current].map((scriptUsername) =>
      contentOf(plan('TEMPLATE Build: a.', { scriptUsername, ...(scriptUsername === old && { title: 'Old' }) })),
    );
    const { release, missing } = restore(version!, present!);
    expect(release.scriptUsername).toBe(expected);
    expect(missing).toEqual(
      missingCount === 0 ? [] : [{ part: 'template', id: 'Release1', title: 'Old', field: 'scriptUsername' }],
    );
  });
});
