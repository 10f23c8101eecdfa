import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  createTemplate,
  fetchFormattedRelease,
  formatRelease,
  idOf,
  parallel,
  startRelease,
} from '../harness/rest/plans.ts';
import type { Phase, Release, Task } from '../harness/rest/response-types.ts';
import { aDate } from './matchers.ts';

// rest-api.md, section States and transitions; the other rules are in states.md and compatibility.md
const { rest } = serve();

const act = createActionRunner(rest);
const plan = { Build: ['compile', 'test'], Ship: ['deploy'] };

/** Starts a release and runs an action on it. */
async function releaseAfter(to: (release: Release) => Promise<unknown>): Promise<Release> {
  const release = await startRelease(rest, plan);
  await to(release);
  return release;
}

const restart = (release: Release, from: string, more = ''): Promise<Release> =>
  rest.post(`/releases/${release.id}/restart?fromPhaseId=${idOf(release, from)}${more}`);

describe('a release can be', () => {
  test.each<[string, () => Promise<Release>, string]>([
    ['TEMPLATE', () => createTemplate(rest, plan), 'TEMPLATE Build.: compile. test. | Ship.: deploy.'],
    ['PLANNED', () => createRelease(rest, plan), 'PLANNED Build.: compile. test. | Ship.: deploy.'],
    ['IN_PROGRESS', () => startRelease(rest, plan), 'IN_PROGRESS Build>: compile> test. | Ship.: deploy.'],
    [
      'PAUSED',
      () => releaseAfter((release) => restart(release, 'Build')),
      'PAUSED Build-: compile- test- | Build (2).: compile. test. | Ship.: deploy.',
    ],
    [
      'FAILING',
      async () => {
        const release = await startRelease(rest, { Build: [parallel('all', 'one', 'two')] });
        await act(release, 'fail', 'one');
        return release;
      },
      'FAILING Build/: all/[one! two>]',
    ],
    [
      'FAILED',
      () => releaseAfter((release) => act(release, 'fail', 'compile')),
      'FAILED Build!: compile! test. | Ship.: deploy.',
    ],
    [
      'COMPLETED',
      async () => {
        const release = await startRelease(rest, { Build: ['compile'] });
        await act(release, 'complete', 'compile');
        return release;
      },
      'COMPLETED Build+: compile+',
    ],
    [
      'ABORTED',
      () => releaseAfter(({ id }) => rest.post(`/releases/${id}/abort`, { abortComment: 'no more' })),
      'ABORTED Build#: compile# test# | Ship#: deploy#',
    ],
  ])('%s', async (status, make, expected) => {
    const { id } = await make();
    const path = status === 'TEMPLATE' ? 'templates' : 'releases';
    expect(formatRelease(await rest.get<Release>(`/${path}/${id}`))).toBe(expected);
  });
});

describe('a task can be', () => {
  test.each<[string, (release: Release) => Promise<unknown>]>([
    ['PLANNED', async () => {}],
    ['IN_PROGRESS', (release) => act(release, 'complete', 'compile')],
    [
      'COMPLETED',
      async (release) => {
        await act(release, 'complete', 'compile');
        await act(release, 'complete', 'test');
      },
    ],
    [
      'FAILED',
      async (release) => {
        await act(release, 'complete', 'compile');
        await act(release, 'fail', 'test');
      },
    ],
    [
      'SKIPPED',
      async (release) => {
        await act(release, 'complete', 'compile');
        await act(release, 'skip', 'test');
      },
    ],
  ])('%s', async (status, reachState) => {
    const release = await releaseAfter(reachState);
    expect(await rest.get<Task>(`/tasks/${idOf(release, 'test')}`)).toMatchObject({ status });
  });
});

describe('a phase can be', () => {
  test.each<[string, string, (release: Release) => Promise<unknown>]>([
    ['PLANNED', 'Ship', async () => {}],
    ['IN_PROGRESS', 'Build', async () => {}],
    ['SKIPPED', 'Build', (release) => restart(release, 'Build')],
  ])('%s', async (status, title, reachState) => {
    const release = await releaseAfter(reachState);
    expect(await rest.get<Phase>(`/phases/${idOf(release, title)}`)).toMatchObject({ status });
  });
});

describe('release transitions', () => {
  test('PLANNED, start release: IN_PROGRESS, the first phase and task become active', async () => {
    const { id } = await createRelease(rest, plan);
    const started = await rest.post<Release>(`/releases/${id}/start`);
    expect(formatRelease(started)).toBe('IN_PROGRESS Build>: compile> test. | Ship.: deploy.');
    expect([started, started.phases[0], started.phases[0]?.tasks[0]].map((item) => item?.startDate)).toEqual([
      aDate,
      aDate,
      aDate,
    ]);
  });

  test('restart from phase when resume=true: earlier phases are SKIPPED, a numbered copy follows, the count increases', async () => {
    const release = await startRelease(rest, plan);
    const restarted = await restart(release, 'Build', `&fromTaskId=${idOf(release, 'test')}&resume=true`);
    expect(formatRelease(restarted)).toBe(
      'IN_PROGRESS Build-: compile- test- | Build (2)>: compile- test> | Ship.: deploy.',
    );
    expect(restarted.phases[1]).toMatchObject({ title: 'Build (2)', originId: release.phases[0]?.id });
    expect(restarted.automatedResumeCount).toBe(1);
  });

  test('a restart keeps completed tasks (compatibility.md describes the difference)', async () => {
    const release = await releaseAfter(async (started) => {
      await act(started, 'complete', 'compile');
      await act(started, 'complete', 'test');
    });
    expect(formatRelease(await restart(release, 'Build', '&resume=true'))).toBe(
      'IN_PROGRESS Build+: compile+ test+ | Ship-: deploy- | Build (2)>: compile> test. | Ship (2).: deploy.',
    );
  });

  test('create from template: PLANNED, with originTemplateId and owner', async () => {
    const template = await createTemplate(rest, plan);
    expect(await rest.post(`/templates/${template.id}/create`, { releaseTitle: 'Made' })).toMatchObject({
      status: 'PLANNED',
      originTemplateId: template.id,
      owner: 'admin',
    });
  });

  test('create template: TEMPLATE, with a default phase and default teams', async () => {
    const { status, phases, teams } = await createTemplate(rest, {});
    expect(status).toBe('TEMPLATE');
    expect(phases.map(({ title }) => title)).toEqual(['New Phase']);
    expect(teams.map(({ teamName }) => teamName)).toEqual(['Template Owner', 'Folder Owner', 'Release Admin']);
  });
});

describe('task transitions', () => {
  const comment = 'because';
  const commented = [
    { id: expect.any(String), type: 'rel.Comment', text: comment, author: 'admin', date: aDate, creationDate: aDate },
  ];

  test('IN_PROGRESS (active), complete: COMPLETED, with an end and a comment', async () => {
    const release = await startRelease(rest, plan);
    const task = await act(release, 'complete', 'compile', comment);
    expect(task).toMatchObject({ status: 'COMPLETED', endDate: aDate, comments: commented });
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: compile+ test> | Ship.: deploy.');
  });

  test('IN_PROGRESS (active), fail: FAILED, with a higher failure count and a comment', async () => {
    const release = await startRelease(rest, plan);
    const task = await act(release, 'fail', 'compile', comment);
    expect(task).toMatchObject({ status: 'FAILED', failuresCount: 1, comments: commented });
  });

  test('completed in advance, reopen: PLANNED, with a comment', async () => {
    const release = await startRelease(rest, plan);
    expect(await act(release, 'complete', 'test')).toMatchObject({ status: 'COMPLETED_IN_ADVANCE' });
    const { status, endDate, comments } = await act(release, 'reopen', 'test', comment);
    expect({ status, endDate, comments }).toEqual({ status: 'PLANNED', comments: commented });
  });

  test('FAILED, retry: IN_PROGRESS, with a comment', async () => {
    const release = await releaseAfter((started) => act(started, 'fail', 'compile'));
    const { status, failuresCount, endDate, comments } = await act(release, 'retry', 'compile', comment);
    expect({ status, failuresCount, endDate, comments }).toEqual({
      status: 'IN_PROGRESS',
      failuresCount: 1,
      comments: commented,
    });
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: compile> test. | Ship.: deploy.');
  });

  const anyState: [string, (release: Release) => Promise<unknown>][] = [
    ['PLANNED', async () => {}],
    ['IN_PROGRESS', (release) => act(release, 'complete', 'compile')],
    ['COMPLETED_IN_ADVANCE', (release) => act(release, 'complete', 'test')],
    ['SKIPPED_IN_ADVANCE', (release) => act(release, 'skip', 'test')],
    ['FAILED', (release) => act(release, 'complete', 'compile').then(() => act(release, 'fail', 'test'))],
    ['COMPLETED', (release) => act(release, 'complete', 'compile').then(() => act(release, 'complete', 'test'))],
    ['SKIPPED', (release) => act(release, 'complete', 'compile').then(() => act(release, 'skip', 'test'))],
  ];
  test.each(anyState)('%s, assign: state unchanged, owner set', async (status, reachState) => {
    const release = await releaseAfter(reachState);
    expect(await rest.post(`/tasks/${idOf(release, 'test')}/assign/admin`)).toMatchObject({ status, owner: 'admin' });
  });

  test.each(anyState)('%s, add comment: state unchanged, comment appended', async (status, reachState) => {
    const release = await releaseAfter(reachState);
    expect(await act(release, 'comment', 'test', comment)).toMatchObject({ status, comments: commented });
  });

  test('comments are in the order of their creation', async () => {
    const release = await startRelease(rest, plan);
    for (const text of ['one', 'two', 'three']) await act(release, 'comment', 'compile', text);
    const { comments } = await rest.get<Task>(`/tasks/${idOf(release, 'compile')}`);
    expect(comments.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  });
});
