import { containerOf, find, type ManifestRule } from './manifest-rule.ts';
import { environmentOf, type Manifests, named, ofKind, secretFilesOf, services } from './manifests.ts';

const poolers = (manifests: Manifests) => ofKind(manifests, 'Pooler');

/** Returns the Secrets with the database URLs of each service: the usual one and the direct one. */
const databaseSecretsOf = (manifests: Manifests) =>
  services(manifests).map(({ name, service, pod, container }) => {
    const files = secretFilesOf(pod, container);
    const environment = environmentOf(manifests, container);
    const secretOfVariable = (variable: string) => files.get(environment[variable] ?? '');
    return {
      name,
      service,
      usual: secretOfVariable('DATABASE_URL_FILE'),
      direct: secretOfVariable('DATABASE_DIRECT_URL_FILE'),
    };
  });

/** Returns the name that CloudNativePG gives to the Secret of a cluster's owner. */
const secretOf = (cluster: string): string => `${cluster}-app`;

/** Connections that a cluster reserves for clients that bypass the pooler, and for its operator. */
const reservedConnections = 40;

/** Rules for a pooler between services and their database. */
export const poolingRules: readonly ManifestRule[] = [
  {
    name: 'a pooler uses transaction pooling, supports prepared statements, and belongs to an existing cluster',
    testOverlay: 'large',
    findViolations: (manifests) =>
      poolers(manifests)
        .filter(
          ({ spec: { cluster, pgbouncer } }) =>
            named(manifests, 'Cluster', cluster.name) === undefined ||
            pgbouncer.poolMode !== 'transaction' ||
            !(Number(pgbouncer.parameters.max_prepared_statements) > 0),
        )
        .map(({ metadata }) => metadata.name),
    violate: (manifests) => {
      find(manifests, 'Pooler', 'slipway-pooler').spec.pgbouncer.poolMode = 'session';
    },
  },
  {
    name: 'a service with a pooler also has the direct URL, and migrations have only the direct URL',
    testOverlay: 'large',
    findViolations: (manifests) =>
      poolers(manifests).flatMap(({ metadata, spec }) =>
        databaseSecretsOf(manifests)
          .filter(({ service }) => service !== 'script-runner')
          .filter(({ service, usual, direct }) =>
            service === 'migrate'
              ? usual !== secretOf(spec.cluster.name)
              : usual !== metadata.name || direct !== secretOf(spec.cluster.name),
          )
          .map(({ name }) => name),
      ),
    violate: (manifests) => {
      containerOf(manifests, 'slipway-api').env?.pop();
    },
  },
  {
    name: 'the connections of poolers stay below the limit of their database',
    testOverlay: 'large',
    findViolations: (manifests) =>
      poolers(manifests)
        .filter(({ spec: { instances, cluster, pgbouncer } }) => {
          const maxConnections = Number(
            named(manifests, 'Cluster', cluster.name)?.spec.postgresql.parameters.max_connections,
          );
          return !(instances * Number(pgbouncer.parameters.default_pool_size) + reservedConnections <= maxConnections);
        })
        .map(({ metadata }) => metadata.name),
    violate: (manifests) => {
      find(manifests, 'Pooler', 'slipway-pooler').spec.instances = 5;
    },
  },
  {
    name: 'behind a pooler the database role has the timeouts of statements',
    testOverlay: 'large',
    findViolations: (manifests) =>
      poolers(manifests).flatMap(({ spec }) => {
        const cluster = named(manifests, 'Cluster', spec.cluster.name);
        const initSql = cluster?.spec.bootstrap.initdb.postInitApplicationSQL ?? [];
        return ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].filter(
          (limit) => !initSql.some((statement) => statement.includes(` set ${limit} = `)),
        );
      }),
    violate: (manifests) => {
      find(manifests, 'Cluster', 'slipway-postgres').spec.bootstrap.initdb.postInitApplicationSQL?.shift();
    },
  },
];
