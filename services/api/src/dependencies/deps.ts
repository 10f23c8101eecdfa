import type { ResourceContext } from '@slipway/application/model';
import type { Engine, Identity } from '@slipway/engine';
import type { Egress } from '@slipway/outbound-http';
import type { Database, Replica } from '@slipway/persistence/database';
import type { Seal } from '@slipway/persistence/secrets';
import type { ActivePlugins } from '@slipway/plugins';
import type { Config, Health, Logger, Metrics } from '@slipway/process';
import type { RunnerClient } from '@slipway/script-protocol';
import type { AnswerCaches } from './answer-caches.ts';
import type { ConnectionCheckLimiter } from './connection-check-limiter.ts';
import type { LiveStreams } from './live-streams.ts';
import type { ReplicaRouter } from './replica-routing.ts';

export interface ProcessDeps {
  readonly engine: Engine;
  readonly database: Database;
  readonly config: Pick<
    Config,
    | 'host'
    | 'port'
    | 'managementPort'
    | 'contextRoot'
    | 'publicUrl'
    | 'eventTypePrefix'
    | 'trustedProxies'
    | 'oidc'
    | 'ldap'
    | 'typePrefix'
    | 'apiVersion'
    | 'archiveAfterDays'
    | 'reportTimezone'
    | 'passwordMinLength'
    | 'licenseFile'
    | 'licensePublicKeyFile'
    | 'importMaxBytes'
    | 'scriptCompileMs'
    | 'liveStreams'
    | 'liveStreamsPerUser'
    | 'pluginDir'
    | 'extensionDir'
    | 'mail'
    | 'mailMode'
    | 'containerTasks'
  >;
  /** encrypts secrets in properties of tasks; the engine encrypts all others */
  readonly seal: Seal;
  readonly logger: Logger;
  /** the database for reads that accept a small delay; absent without a replica */
  readonly replica?: Replica | undefined;
  readonly health: Health;
  readonly metrics: Pick<Metrics, 'expose' | 'answered' | 'delivered' | 'gauge' | 'streamEnded' | 'looked'>;
  /** Runs scripts; absent in a process without a script runner. */
  readonly scripts?: RunnerClient | undefined;
  /** Checks the servers of connections; absent in a process without outgoing requests. */
  readonly egress?: Pick<Egress, 'send'> | undefined;
  /** the installed plugins, updated while the process runs; absent where only the API needs them */
  readonly plugins?: ActivePlugins | undefined;
}

/** The user of a password. */
export interface PasswordIdentity extends Identity {
  /** Whether the user must choose a new password before any other request. */
  readonly mustChangePassword: boolean;
}

/**
 * Authenticates a name and password without control characters, sent from an address. Throws Unauthenticated,
 * TooManyRequests, Overloaded and DirectoryUnreachable.
 */
export type PasswordLogin = (
  credentials: { readonly username: string; readonly password: string },
  address: string,
) => Promise<PasswordIdentity>;

export interface Deps extends ProcessDeps, ResourceContext {
  readonly caches: AnswerCaches;
  readonly connectionChecks: ConnectionCheckLimiter;
  readonly replicaRouter: ReplicaRouter;
  /** starts the delivery of an accepted event to triggers and waiting tasks, and does not wait for its end */
  readonly processEvent: (receivedEventId: string, endpointId: string) => void;
  readonly live: Pick<LiveStreams, 'open'>;
  readonly login: PasswordLogin;
  /** Whether the user `admin` still has the password of the first start. */
  readonly hasDefaultPassword: () => Promise<boolean>;
  /** the owner of a personal access token that was sent from an address; throws Unauthenticated, TooManyRequests */
  readonly tokenLogin: (text: string, address: string) => Promise<{ readonly identity: Identity; readonly id: string }>;
  /** Waits for a slot for a large response, which the request holds until the response is sent. Throws Overloaded. */
  readonly acquireAnswerSlot: () => Promise<void>;
  /** the plugins that any process has installed */
  readonly plugins: ActivePlugins;
}
