import pg from 'pg';
import { parseUrls } from './addresses.ts';

/** The PostgreSQL servers of one address. One server at a time accepts writes. */
export interface Servers {
  /** The number of servers. */
  readonly count: number;
  /** The address of the next server to try. */
  url(): string;
  /** Tries the next server from now on, because the current one was unavailable or read-only. */
  markFailed(url: string): void;
  /** Marks earlier connections as outdated, because the primary has changed. */
  primaryChanged(): void;
  /** Registers a new connection. */
  trackConnection(client: pg.Client, url: string): void;
  /** Whether a connection leads to the server at this address, which has these process ids. */
  isConnectedTo(client: pg.ClientBase, url: string, processes: ReadonlySet<number>): boolean;
  /** Closes a connection immediately, even during a statement. */
  destroyConnection(client: pg.ClientBase): void;
  /** Whether a connection was opened after the last change of the primary. */
  isCurrent(client: pg.ClientBase): boolean;
}

/** The data of a connection. */
interface ConnectionInfo {
  readonly connection: pg.Connection;
  readonly url: string;
  readonly epoch: number;
  /** The process id of the server, once it is received. */
  process: number | null;
}

/** Returns the servers of an address: one URL, or one with several hosts, like PostgreSQL's own clients. */
export function createServers(address: string): Servers {
  const parsedUrls = parseUrls(address) ?? [];
  // the driver parses an address with a single host itself
  const urls = parsedUrls.length < 2 ? [address] : parsedUrls.map(({ href }) => href);
  const connections = new WeakMap<pg.ClientBase, ConnectionInfo>();
  let asked = 0;
  let epoch = 0;
  const url = (): string => urls[asked] ?? address;
  return {
    count: urls.length,
    url,
    markFailed: (from) => {
      if (from === url()) asked = (asked + 1) % urls.length;
    },
    primaryChanged: () => {
      epoch += 1;
    },
    trackConnection: (client, from) => {
      const { connection } = client;
      const info: ConnectionInfo = { connection, url: from, epoch, process: null };
      connections.set(client, info);
      connection.once('backendKeyData', ({ processID }: { readonly processID: number }) => {
        info.process = processID;
      });
    },
    isConnectedTo: (client, serverUrl, processes) => {
      const info = connections.get(client);
      return info?.url === serverUrl && info.process !== null && processes.has(info.process);
    },
    destroyConnection: (client) => {
      connections.get(client)?.connection.stream.destroy(new Error('Connection terminated: its server is gone'));
    },
    isCurrent: (client) => connections.get(client)?.epoch === epoch,
  };
}

export interface ConnectOptions {
  /**
   * Whether the address is that of a pooler: session settings are lost there, and a connection does not identify its
   * server.
   */
  readonly pooled?: boolean;
  /** whether a read-only server is accepted, such as a replica */
  readonly readOnly?: boolean;
  /** start-up parameters of a connection that every pooler preserves, such as `timezone` */
  readonly startup?: Readonly<Record<string, string>>;
}

/** The connection timeout if there are several servers, so that an unreachable one is skipped. */
const attemptTimeoutMs = 5_000;

/** The error of a server for a write while it is read-only. Here, it is thrown before a write. */
class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
  readonly code = '25006';
}

/** A parameter status that a server sends at the start of a connection. */
interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

const readOnlyParameters: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only']);

/**
 * Returns the client class for pools of the driver. Each client connects to the next server, and rejects a read-only
 * one (a standby, or a primary in read-only mode), like `target_session_attrs=read-write` in PostgreSQL's own clients.
 */
export function serverClient(
  servers: Servers,
  { pooled = false, readOnly = false, startup = {} }: ConnectOptions = {},
) {
  return class extends pg.Client {
    readonly #startupParameters: Readonly<Record<string, string | undefined>>;

    constructor(config: pg.ClientConfig = {}) {
      const url = servers.url();
      const { connectionTimeoutMillis: timeoutMs = 10_000 } = config;
      const connectionTimeoutMillis = servers.count > 1 ? Math.min(timeoutMs, attemptTimeoutMs) : timeoutMs;
      super({ ...config, connectionString: url, connectionTimeoutMillis });
      this.#startupParameters = {
        user: this.user,
        database: this.database,
        ...startupParameters(url, config),
        ...startup,
      };
      servers.trackConnection(this, url);
      watchStart(this, () => servers.markFailed(url), !pooled && !readOnly);
    }

    /** Overrides a method of the driver, because there is no other way to add start-up parameters. */
    getStartupConf(): Readonly<Record<string, string | undefined>> {
      return this.#startupParameters;
    }
  };
}

/** Combines the options in the operator's address with those of the product, which come last. */
function startupParameters(url: string, { application_name = '', options = '' }: pg.ClientConfig) {
  const asked = new URL(url).searchParams;
  const all = [options, asked.get('options') ?? ''].filter((option) => option !== '').join(' ');
  const name = asked.get('application_name') ?? application_name;
  return { ...(name !== '' && { application_name: name }), ...(all !== '' && { options: all }) };
}

/** Reports a failed connection, and closes one to a read-only server during its start. */
function watchStart({ connection }: pg.Client, onFailure: () => void, mustWrite: boolean): void {
  const checkStatus = ({ parameterName, parameterValue }: ParameterStatus): void => {
    if (!mustWrite || !readOnlyParameters.has(parameterName) || parameterValue !== 'on') return;
    // The ready message has already arrived. Handling it would complete this dead connection.
    connection.removeAllListeners('readyForQuery');
    connection.stream.destroy(new ReadOnlyServer('the PostgreSQL server only reads: it is a standby'));
  };
  const endEvents = ['error', 'errorMessage', 'end'];
  connection.on('parameterStatus', checkStatus);
  for (const event of endEvents) connection.on(event, onFailure);
  connection.once('readyForQuery', () => {
    connection.off('parameterStatus', checkStatus);
    for (const event of endEvents) connection.off(event, onFailure);
  });
}

/** Connects to the first server that accepts writes, with one attempt for each. Throws the error of the last one. */
export async function connectToPrimary(
  servers: Servers,
  config: pg.ClientConfig,
): Promise<{ client: pg.Client; url: string }> {
  const Client = serverClient(servers);
  for (let attempt = 1; ; attempt++) {
    const url = servers.url();
    const client = new Client(config);
    // A closed connection emits an event besides failing its statement. Without a listener, the event would end the
    // process.
    client.on('error', () => {});
    try {
      await client.connect();
      return { client, url };
    } catch (error) {
      if (attempt >= servers.count) throw error;
    }
  }
}
