import { expect, test } from 'vitest';
import type { Release } from '../harness/rest/response-types.ts';
import { isLong } from '../harness/test-length.ts';
import { servePlugins } from './harness/serve-plugins.ts';

/** Triggers of plugins that poll their servers with the outgoing HTTP client of scripts. */
const product = servePlugins(['larder', 'gitpond', 'drydock']);
const { rest, output } = product;

interface Trigger {
  readonly id: string;
  readonly triggerState?: string;
}
interface Run {
  readonly outcome: string;
  readonly reason?: string;
  readonly releaseTitle?: string;
}

/** Creates a trigger that polls every second. The titles of its releases contain the result of the poll. */
async function make(type: string, foundProperty: string, properties: object): Promise<Trigger> {
  const template = await rest.post<Release>('/templates', { title: type, phases: [{ tasks: [{ title: 'wait' }] }] });
  const body = {
    type,
    title: type,
    template: template.id,
    periodicity: 1,
    releaseTitle: `\${${foundProperty}}`,
    ...properties,
  };
  return rest.post<Trigger>('/triggers', body);
}
const state = async ({ id }: Trigger) => (await rest.get<Trigger>(`/triggers/${id}`)).triggerState;
const runs = ({ id }: Trigger) => rest.get<Run[]>(`/triggers/${id}/runs`);
const titles = async (trigger: Trigger) => (await runs(trigger)).flatMap(({ releaseTitle }) => releaseTitle ?? []);
const remove = ({ id }: Trigger) => rest.sendForNoContent('DELETE', `/triggers/${id}`);

test('an artifact store: the first version is only recorded, and each later version creates one release', async () => {
  const larder = product.server('larder');
  const trigger = await make('larder.Published', 'artefactVersion', {
    server: product.connection('larder'),
    coordinates: 'org.acme:rocket',
  });
  await expect.poll(() => state(trigger), { interval: 50 }).toBe('none');
  larder.versions.set('releases', ['1.0']);
  await expect.poll(() => titles(trigger), { interval: 50 }).toEqual(['1.0']);
  larder.versions.set('releases', ['1.0', '1.1']);
  await expect.poll(() => titles(trigger), { interval: 50 }).toEqual(['1.1', '1.0']);
  const receivedCount = larder.received.length;
  await expect.poll(() => larder.received.length, { interval: 50 }).toBeGreaterThan(receivedCount + 1);
  expect((await runs(trigger)).map(({ outcome }) => outcome)).toEqual(['created', 'created', 'skipped']);
  await remove(trigger);
});

test('a failing server is reported in the ledger and the log without request data, and polled again', async () => {
  const larder = product.server('larder');
  larder.versions.set('releases', ['2.0']);
  const trigger = await make('larder.Published', 'artefactVersion', {
    server: product.connection('larder'),
    coordinates: 'org.acme:rocket',
  });
  await expect.poll(() => state(trigger), { interval: 50 }).toBe('2.0');
  larder.misbehave('GET /:repository/org/acme/rocket/maven-metadata.xml', { status: 500, headers: {}, body: 'broken' });
  larder.versions.set('releases', ['2.1']);
  await expect.poll(() => titles(trigger), { interval: 50 }).toEqual(['2.1']);
  expect((await runs(trigger)).map(({ outcome }) => outcome)).toEqual(['created', 'failed', 'skipped']);
  expect((await runs(trigger))[1]?.reason).toMatch(/^the poll has failed: SystemExit: 1 .*; it printed: /);
  expect(output()).toMatch(
    /a trigger could not poll.*"method":"GET".*"status":500|"status":500.*a trigger could not poll/,
  );
  expect(output()).not.toContain('cook-password');
  await remove(trigger);
});

test.runIf(isLong)(
  'a repository host and a registry: JSON states, modules of the jar, and tokens from a token service',
  async () => {
    const pond = product.server('gitpond');
    const commits = await make('gitpond.CommitTrigger', 'commitId', {
      server: product.connection('gitpond'),
      repository: 'rocket',
      branchName: 'main',
    });
    const registry = product.server('drydock');
    const images = await make('drydock.ImagePushed', 'imageTag', {
      registry: product.connection('drydock'),
      image: 'team/rocket',
    });
    await expect.poll(() => state(commits), { interval: 50 }).toBe('{"main": "a1"}');
    await expect.poll(() => state(images), { interval: 50 }).toBe('1.9.0');
    pond.branches.set('main', 'b2');
    registry.manifests.set('1.10.0', '{}');
    await expect.poll(() => titles(commits), { interval: 50 }).toEqual(['b2']);
    await expect.poll(() => titles(images), { interval: 50 }).toEqual(['1.10.0']);
    for (const removed of [commits, images]) await remove(removed);
  },
);

test.runIf(isLong)(
  'a server that does not respond delays no other trigger, and a change of the trigger discards the result of the poll',
  async () => {
    const larder = product.server('larder');
    larder.versions.set('releases', ['3.0']);
    const heldRequest = larder.hold('GET /:repository/org/acme/rocket/maven-metadata.xml');
    const slow = await make('larder.Published', 'artefactVersion', {
      server: product.connection('larder'),
      coordinates: 'org.acme:rocket',
    });
    await heldRequest.arrived;
    const quick = await make('drydock.ImagePushed', 'imageTag', {
      registry: product.connection('drydock'),
      image: 'team/rocket',
    });
    await expect.poll(() => state(quick), { interval: 50 }).toBe('1.10.0');
    expect(await rest.sendForError('POST', `/triggers/${slow.id}/run`)).toMatch(/^409 trigger '.*' is polling now/);
    await rest.sendForNoContent('PUT', `/triggers/${slow.id}/disable`);
    heldRequest.release();
    await rest.sendForNoContent('POST', `/triggers/${slow.id}/run`);
    await expect.poll(() => state(slow), { interval: 50 }).toBe('3.0');
    expect((await runs(slow)).map(({ outcome }) => outcome)).toEqual(['skipped']);
    for (const removed of [slow, quick]) await remove(removed);
  },
);
