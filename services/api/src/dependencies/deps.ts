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
    | 'trustedProxies'
    | 'oidc'
    | 'ldap'
    | 'typePrefix'
    | 'apiVersion'
    | 'passwordMinLength'
    | 'licenseFile'
    | 'licensePublicKeyFile'
    | 'importMaxBytes'
    | 'scriptCompileMs'
    | 'liveStreams'
    | 'liveStreamsPerUser'
    | 'pluginDir'
    | 'extensionDir'
  >;
  /** seals secrets among the properties of tasks; all others are sealed by the engine */
  readonly seal: Seal;
  readonly logger: Logger;
  /** what may be a little behind is read from there; absent where there is none */
  readonly replica?: Replica | undefined;
  readonly health: Health;
  readonly metrics: Pick<Metrics, 'expose' | 'answered' | 'delivered' | 'gauge' | 'streamEnded' | 'looked'>;
  /** Runs scripts; absent in a process without a script runner. */
  readonly scripts?: RunnerClient | undefined;
  /** Checks the servers of connections; absent in a process without outgoing requests. */
  readonly egress?: Pick<Egress, 'send'> | undefined;
  /** the plugins as the process follows them; absent where only the api needs them */
  readonly plugins?: ActivePlugins | undefined;
}

/**
 * Authenticates a name and password, which have no control characters, from an address. Throws Unauthenticated,
 * TooManyRequests, Overloaded and DirectoryUnreachable.
 */
export type PasswordLogin = (
  credentials: { readonly username: string; readonly password: string },
  address: string,
) => Promise<Identity>;

export interface Deps extends ProcessDeps, ResourceContext {
  readonly caches: AnswerCaches;
  readonly connectionChecks: ConnectionCheckLimiter;
  readonly replicaRouter: ReplicaRouter;
  /** has triggers and waiting tasks see a received event that was accepted, without being waited for */
  readonly processEvent: (receivedEventId: string, endpointId: string) => void;
  readonly live: Pick<LiveStreams, 'open'>;
  readonly login: PasswordLogin;
  /** whose personal access token a text is, from an address. Throws Unauthenticated, TooManyRequests */
  readonly tokenLogin: (text: string, address: string) => Promise<{ readonly identity: Identity; readonly id: string }>;
  /** Waits for a place for a large answer, which the request keeps until it is answered. Throws Overloaded. */
  readonly acquireAnswerSlot: () => Promise<void>;
  /** what is installed, by any process */
  readonly plugins: ActivePlugins;
}
