import { expect, test } from 'vitest';
import type { DeploymentData } from '../model/catalogs/event-types.ts';
import { artifactDeploymentOf, cdEventPredicateOf } from './cd-events.ts';

const deployment: DeploymentData = {
  ...{ id: 'Deployment1', application: 'Shop', environment: 'prod', kind: 'normal', outcome: 'succeeded', first: true },
  artifactId: 'pkg:oci/shop@sha256%3A0b31',
};

test('only a successful deployment with a package URL has a CDEvent', () => {
  const { artifactId: _, ...without } = deployment;
  const has = (data: DeploymentData) => artifactDeploymentOf({ deployment: data }) !== null;
  expect([deployment, without, { ...deployment, outcome: 'failed' } as const].map(has)).toEqual([true, false, false]);
  expect(artifactDeploymentOf({})).toBe(null);
  expect(
    ['pkg:npm/%40acme/shop@1.0', 'PKG:golang/a', 'pkg:npm/', 'pkg:/shop', 'shop:1.0', 'pkg:npm/a b'].map((artifactId) =>
      has({ ...deployment, artifactId }),
    ),
  ).toEqual([true, true, false, false, false, false]);
});

test('the first success deploys, a later one upgrades, and a rollback rolls back', () => {
  const variants = [
    {},
    { first: false },
    { kind: 'hotfix', first: false },
    { kind: 'rollback' },
    { kind: 'rollback', first: false },
  ] as const;
  expect(variants.map((changes) => cdEventPredicateOf({ ...deployment, ...changes }))).toEqual([
    ...['deployed', 'upgraded', 'upgraded', 'rolledback', 'rolledback'],
  ]);
});
