import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { secretVariables, variables } from '@slipway/process';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sampleCorpus } from '../../harness/test-length.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
}

const text = readFileSync('deploy/docker/compose.yaml', 'utf8');
const compose = parse(text, { merge: true });
const services: Readonly<Record<string, Service>> = compose.services;
const own = Object.entries(services).filter(([, { image }]) => image.includes('slipway'));

test('the file contains each of our services, PostgreSQL and Redis', () => {
  expect(Object.keys(services)).toEqual(['postgres', 'redis', 'migrate', 'api', 'scheduler', 'script-runner']);
  expect(own.map(([name]) => name)).toEqual(['migrate', 'api', 'scheduler', 'script-runner']);
});

describe.each(own)('%s', (_, { command = [], environment = {}, secrets = [], ...rest }) => {
  test('runs an entry of the product as an unprivileged user, and can write only to /tmp', () => {
    expect(command).toHaveLength(1);
    expect(existsSync(command[0]!)).toBe(true);
    expect(rest).toMatchObject({
      ...{ user: '65532:65532', read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges'] },
      tmpfs: ['/tmp:size=64m,mode=1777'],
    });
  });

  test('sets only known variables, and has each secret as a mounted file', () => {
    const knownVariables = [...variables, ...secretVariables.map((name) => `${name}_FILE`)];
    expect(
      Object.keys(environment).filter((name) => !knownVariables.includes(name) || secretVariables.includes(name)),
    ).toEqual(
      // the address of a Redis without a password
      'REDIS_URL' in environment && secretVariables.includes('REDIS_URL') ? ['REDIS_URL'] : [],
    );
    const files = Object.entries(environment).flatMap(([name, path]) => (name.endsWith('_FILE') ? [path] : []));
    expect(files.toSorted()).toEqual(secrets.map((name) => `/run/secrets/${name}`).toSorted());
  });
});

test('the script runner has no route to external networks, and only its own secret', () => {
  expect(services['script-runner']).toMatchObject({ networks: ['scripts'], secrets: ['script-runner-secret'] });
  expect(compose.networks.scripts).toEqual({ internal: true });
  expect(compose.networks.data).toEqual({ internal: true });
});

test('the file of an agent runs it as an unprivileged user, with the same path for its jobs on the machine', () => {
  const agent = parse(readFileSync('deploy/docker/compose.agent.yaml', 'utf8'));
  const { image, command, environment, secrets, volumes, networks, ...rest } = agent.services.agent;
  expect([image, command]).toEqual([services.api!.image, ['services/agent/src/main.ts']]);
  expect(existsSync(command[0])).toBe(true);
  expect(rest).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges'] });
  expect(rest.user).toMatch(/^65532:/);
  expect([secrets, environment.SLIPWAY_TOKEN_FILE]).toEqual([['agent-token'], '/run/secrets/agent-token']);
  expect(volumes).toContain(`${environment.AGENT_DIR}:${environment.AGENT_DIR}`);
  expect(services.api!.networks).toEqual(expect.arrayContaining(networks));
});

test('only the API is published, only on loopback', () => {
  expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(['127.0.0.1:5516:5516']);
});

test('every network is declared and used', () => {
  const used = new Set(Object.values(services).flatMap(({ networks }) => networks));
  expect([...used].toSorted()).toEqual(Object.keys(compose.networks).toSorted());
});

test('every secret is used, and every service with a dependent service has a health check', () => {
  const used = new Set(Object.values(services).flatMap(({ secrets = [] }) => secrets));
  expect([...used].toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
  const healthy = Object.values(services)
    .flatMap(({ depends_on = {} }) => Object.entries(depends_on))
    .filter(([, { condition }]) => condition === 'service_healthy');
  expect(healthy.map(([name]) => name)).toEqual(['postgres']);
  expect(services.postgres!.healthcheck).toBeDefined();
});

test('the documentation creates each secret', () => {
  const page = readFileSync('docs/how-to/operations/deploy-containers.md', 'utf8');
  expect(Object.keys(compose.secrets).filter((name) => !page.includes(`> secrets/${name}\n`))).toEqual([]);
});

/** Runs the parser of Compose, which needs no daemon. The version of 2021 does not support `name` yet. */
const read = (file: string) =>
  spawnSync('docker-compose', ['--project-directory', 'deploy/docker', '--file', '-', 'config'], {
    encoding: 'utf8',
    input: file.replace(/^name: .*\n/m, ''),
  });

const without = read(text).error !== undefined && process.env.CI !== 'true';

describe.skipIf(without)('the parser of Compose', () => {
  test('accepts the file', () => {
    const { error, status, stdout, stderr } = read(text);
    if (error) throw new Error('there is no docker-compose on the PATH: install it to run this test');
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    expect(Object.keys(parse(stdout).services).toSorted()).toEqual(Object.keys(services).toSorted());
  });

  test.each(
    sampleCorpus([
      ['a misspelt member', 'read_only:', 'readonly:'],
      ['an unknown condition', 'condition: service_healthy', 'condition: healthy'],
      ['a wrong type', 'interval: 5s', 'interval: [5s]'],
    ]),
  )('reports %s', (_, valid, invalid) => {
    expect(text).toContain(valid);
    expect(read(text.replace(valid, invalid)).status).not.toBe(0);
  });
});
