import type { DeploymentData } from '@slipway/domain/model';
import { artifactDeploymentOf } from '@slipway/domain/notifications';
import { expect, test } from 'vitest';
import { occurred, publicUrl } from '../testing/messages.ts';
import { renderCdEvent } from './cd-event.ts';

/** The members of an object. A name with `?` is optional, and other names are not permitted. */
interface Members {
  readonly [name: string]: Members | ((value: unknown) => boolean);
}

const text = (value: unknown): boolean => typeof value === 'string' && value !== '';
const uriReference = (value: unknown): boolean => text(value) && URL.canParse(String(value), 'https://example.com');
const timestamp = (value: unknown): boolean => text(value) && new Date(String(value)).toISOString() === value;
const packageUrl = (value: unknown): boolean => /^pkg:[a-z]+\/./.test(String(value));
const oneOf =
  (...values: readonly string[]) =>
  (value: unknown): boolean =>
    values.some((each) => each === value);
const eventType = oneOf(...['deployed', 'upgraded', 'rolledback'].map((name) => `dev.cdevents.service.${name}.0.2.0`));

/** The members of CDEvents 0.4 for services, and of its CloudEvents Binding. */
const cloudEvent: Members = {
  ...{ specversion: oneOf('1.0'), id: text, source: uriReference, type: eventType, subject: text, time: timestamp },
  datacontenttype: oneOf('application/cdevents+json'),
  data: {
    context: {
      ...{ version: oneOf('0.4.1'), id: text, source: uriReference, type: eventType, timestamp },
      ...{ 'chainId?': text, 'schemaUri?': uriReference },
    },
    subject: {
      ...{ id: text, 'source?': uriReference, type: oneOf('service') },
      content: { environment: { id: text, 'source?': uriReference }, artifactId: packageUrl },
    },
    'customData?': (value) => typeof value === 'object',
    'customDataContentType?': text,
  },
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the paths of the wrong, missing and unknown members. */
function faultsIn(value: unknown, members: Members, path = ''): readonly string[] {
  if (!isObject(value)) return [path];
  const names = Object.keys(members).map((name) => name.replace('?', ''));
  const unknown = Object.keys(value).filter((name) => !names.includes(name));
  const wrong = Object.entries(members).flatMap(([key, rule]) => {
    const name = key.replace('?', '');
    if (value[name] === undefined) return key.endsWith('?') ? [] : [`${path}/${name}`];
    if (typeof rule !== 'function') return faultsIn(value[name], rule, `${path}/${name}`);
    return rule(value[name]) ? [] : [`${path}/${name}`];
  });
  return [...wrong, ...unknown.map((name) => `${path}/${name}`)];
}

const deployment: DeploymentData = {
  ...{ id: 'Deployment1', application: 'Shop', environment: 'prod', kind: 'normal', outcome: 'succeeded', first: true },
  artifactId: 'pkg:oci/shop@sha256%3A0b31',
};
function render(changes: Partial<DeploymentData> = {}, url: string | null = publicUrl, data = occurred().data) {
  const event = occurred({ type: 'deployment.finished', taskId: null, data });
  const described = artifactDeploymentOf({ deployment: { ...deployment, ...changes } });
  if (described === null) return null;
  const rendered = JSON.parse(renderCdEvent(event, described, { publicUrl: url }));
  expect(faultsIn(rendered, cloudEvent)).toEqual([]);
  const { context, subject } = rendered.data;
  expect([context.id, context.source, context.type, context.timestamp, subject.id]).toEqual([
    ...[rendered.id, rendered.source, rendered.type, rendered.time, rendered.subject],
  ]);
  return rendered;
}

test('a CDEvent has the members of the specification', () => {
  const { title } = occurred().data.release!;
  expect(render({ stage: 'Production' }).data).toEqual({
    context: {
      ...{ version: '0.4.1', id: 'Event1', source: `${publicUrl}/api/v1` },
      ...{ type: 'dev.cdevents.service.deployed.0.2.0', timestamp: '2026-11-27T19:00:00.000Z' },
    },
    subject: {
      ...{ id: 'Shop', type: 'service' },
      content: { environment: { id: 'prod' }, artifactId: 'pkg:oci/shop@sha256%3A0b31' },
    },
    customData: {
      slipway: {
        ...{ deploymentId: 'Deployment1', kind: 'normal', stage: 'Production', release: { id: 'Release1', title } },
        url: `${publicUrl}/releases/Release1`,
      },
    },
    customDataContentType: 'application/json',
  });
});

test('each kind of deployment has its type, also without an address of the board', () => {
  const types = [{}, { first: false }, { kind: 'hotfix', first: false }, { kind: 'rollback' }] as const;
  expect(types.map((changes) => render(changes, null, {}).type)).toEqual([
    ...['deployed', 'upgraded', 'upgraded', 'rolledback'].map((name) => `dev.cdevents.service.${name}.0.2.0`),
  ]);
  expect(render({ outcome: 'failed' })).toBe(null);
});
