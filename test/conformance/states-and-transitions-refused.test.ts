import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { createActionRunner, fetchFormattedRelease, idOf, startRelease, tasksOf } from '../harness/rest/plans.ts';
import type { Phase, Release } from '../harness/rest/response-types.ts';
import { idBelow } from './matchers.ts';

// rest-api.md, section States and transitions: refused transitions (compatibility.md, Answers), and permitted copies
const { rest } = serve();

const act = createActionRunner(rest);

/** Starts a release and runs an action on it. */
async function releaseAfter(to: (release: Release) => Promise<unknown>): Promise<Release> {
  const release = await startRelease(rest, { Build: ['compile', 'test'], Ship: ['deploy'] });
  await to(release);
  return release;
}

describe('a refused transition changes nothing and returns 409', () => {
  test.each<[string, (release: Release) => Promise<unknown>, string, string]>([
    ['PLANNED', async () => {}, 'fail', 'test'],
    ['PLANNED', async () => {}, 'retry', 'test'],
    ['PLANNED', async () => {}, 'reopen', 'test'],
    ['IN_PROGRESS', async () => {}, 'retry', 'compile'],
    ['IN_PROGRESS', async () => {}, 'reopen', 'compile'],
    ['COMPLETED_IN_ADVANCE', (release) => act(release, 'complete', 'test'), 'complete', 'test'],
    ['COMPLETED', (release) => act(release, 'complete', 'compile'), 'complete', 'compile'],
    ['COMPLETED', (release) => act(release, 'complete', 'compile'), 'fail', 'compile'],
    ['COMPLETED', (release) => act(release, 'complete', 'compile'), 'retry', 'compile'],
    ['COMPLETED', (release) => act(release, 'complete', 'compile'), 'reopen', 'compile'],
    ['COMPLETED', (release) => act(release, 'complete', 'compile'), 'skip', 'compile'],
    ['FAILED', (release) => act(release, 'fail', 'compile'), 'complete', 'compile'],
    ['FAILED', (release) => act(release, 'fail', 'compile'), 'fail', 'compile'],
    ['SKIPPED', (release) => act(release, 'skip', 'compile'), 'skip', 'compile'],
  ])('a %s task: %3$s it', async (status, reachState, verb, title) => {
    const release = await releaseAfter(reachState);
    const before = await rest.get<Release>(`/releases/${release.id}`);
    const id = idOf(release, title);
    expect(await rest.sendForError('POST', `/tasks/${id}/${verb}`, { comment: 'no' })).toBe(
      `409 cannot ${verb} task '${title}' (${id.slice(id.lastIndexOf('/') + 1)}) while it is ${status}`,
    );
    expect(await rest.get<Release>(`/releases/${release.id}`)).toEqual(before);
  });

  test.each<[string, string, (release: Release) => Promise<unknown>]>([
    ['IN_PROGRESS', 'start', async () => {}],
    ['IN_PROGRESS', 'resume', async () => {}],
    ['COMPLETED', 'start', (release) => completeAll(release)],
    ['ABORTED', 'start', ({ id }) => rest.post(`/releases/${id}/abort`, {})],
    ['ABORTED', 'abort', ({ id }) => rest.post(`/releases/${id}/abort`, {})],
  ])('a release that is %s: %s', async (status, verb, reachState) => {
    const release = await releaseAfter(reachState);
    const before = await rest.get<Release>(`/releases/${release.id}`);
    expect(await rest.sendForError('POST', `/releases/${release.id}/${verb}`)).toMatch(
      new RegExp(`^409 cannot .*${status}$`),
    );
    expect(await rest.get<Release>(`/releases/${release.id}`)).toEqual(before);
  });
});

async function completeAll(release: Release): Promise<void> {
  for (const { id } of tasksOf(release)) await rest.post(`/tasks/${id}/complete`, {});
}

describe('phase copy restrictions', () => {
  test.each<[string, (release: Release) => Promise<unknown>, number, string]>([
    [
      'next to a running phase',
      async () => {},
      1,
      'IN_PROGRESS Build>: compile> test. | Build (copy).: compile. test. | Ship.: deploy.',
    ],
    [
      'next to a planned phase',
      async () => {},
      2,
      'IN_PROGRESS Build>: compile> test. | Ship.: deploy. | Build (copy).: compile. test.',
    ],
  ])('a copy may be %s', async (_, reachState, position, expected) => {
    const release = await releaseAfter(reachState);
    const copy = await rest.post<Phase>(`/phases/${idOf(release, 'Build')}/copy?targetPosition=${position}`);
    expect(copy).toMatchObject({
      id: idBelow(release.id, 'Phase'),
      title: 'Build (copy)',
      status: 'PLANNED',
    });
    expect(copy).not.toHaveProperty('originId');
    expect(await fetchFormattedRelease(rest, release)).toBe(expected);
  });

  test.each<[string, string, number, string]>([
    ['a completed phase cannot be copied', 'Build', 1, '409'],
    ['a phase cannot be copied to a position before the current phase', 'Ship', 0, '409'],
    ['an invalid position is refused', 'Ship', 9, '400'],
  ])('%s', async (_, title, position, status) => {
    const release = await releaseAfter(async (started) => {
      await act(started, 'complete', 'compile');
      await act(started, 'complete', 'test');
    });
    const refusal = await rest.sendForError('POST', `/phases/${idOf(release, title)}/copy?targetPosition=${position}`);
    expect(refusal.slice(0, 3)).toBe(status);
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build+: compile+ test+ | Ship>: deploy>');
  });
});
